/** One community is put back alone, in an installation at work, and everything else goes on. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../../core/base/clock.ts';
import { DAY_MS, dayOf } from '../../../core/base/time.ts';
import { newSecretKey } from '../../../core/installation/key-file.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import { runCommand, spawnCommand } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';
import {
  startTestService,
  type TestCommunity,
  type TestMember,
  type TestPartner,
  type TestService,
} from '../../../test-support/harness.ts';
import { browserOfMember, communityWithPages, createMemberBrowser } from '../../../test-support/member-browser.ts';
import { silentLog } from '../../../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { credit, credited, reverse } from '../../../test-support/wallet.ts';
import { erasePersonalData } from '../../members/domain/members/erase.ts';
import { writeLetters } from '../../members-pages/domain/member-access/letters.ts';
import { checkBackup } from '../../operate/backup/read.ts';
import { verifyLedger } from '../../operate/domain/ledger/invariants.ts';

const WITH_KEY = { SECRET_KEY: newSecretKey() };
/** What the command says as each step begins. */
const STEPS = ['stopping', 'waiting', 'keeping', 'exchanging', 'ending'];
const BOOKED_AT = new Date(Date.now() - 3 * DAY_MS);

let folder: TemporaryFolder;
let service: TestService;
let community: TestCommunity;
let partner: TestPartner;
let ada: TestMember;
let file: string;
let count = 0;

before(async () => {
  folder = await createTemporaryFolder();
  service = await startTestService({ env: WITH_KEY });
  await openKeys(service.config, service.deps.database, systemClock, silentLog);
});
after(async () => {
  await service?.stop();
  await folder?.remove();
});
/** A community with a credit on a day that is not final yet, and a backup of then; now it is three days later. */
beforeEach(async () => {
  service.clock.set(BOOKED_AT);
  community = await communityWithPages(service, { name: 'Elm' });
  partner = await service.createPartner({ communityId: community.id, maxPartnerDaySeconds: 360_000 });
  ada = await service.createMember({ communityId: community.id, name: 'Ada' });
  await credited(service, await service.token(partner), ada.id, 2, 'BEFORE');
  file = join(folder.path, `${++count}.backup`);
  await run('backup', file);
});

async function run(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(service.testDatabase, [...args, '--json'], WITH_KEY);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}
const restore = (...more: string[]) => run('community', 'restore', community.slug, '--from', file, ...more);

async function holds(): Promise<void> {
  const { holds: all, invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.ok(all, JSON.stringify(invariants.filter(({ holds: one }) => !one)));
}

const statementOf = async (day: string, of = partner) =>
  (await service.call('GET', `/wallet/statements/${day}`, { token: await service.token(of) })).body.data;
const membersNow = async () =>
  (
    await service.ownerQuery<{ name: string }>('select name from members where community_id = $1 order by name', [
      community.id,
    ])
  ).map(({ name }) => name);

test('without a yes it says what differs and changes nothing, in a terminal as for a script', async () => {
  service.clock.set(new Date());
  await credited(service, await service.token(partner), ada.id, 1, 'SINCE');
  await service.createMember({ communityId: community.id, name: 'Wrong' });
  const told = await restore();
  assert.equal(told.changed, false);
  assert.deepEqual(
    [told.bookings, told.members, told.days],
    [{ since: 1, changed: 0, before: 0 }, { since: 1, changed: 0, before: 0 }, 0],
  );
  assert.equal(told.differences[0].reference, 'SINCE');
  const args = ['community', 'restore', community.slug, '--from', file];
  const { code, stdout } = await runCommand(service.testDatabase, args, WITH_KEY);
  assert.equal(code, 0);
  assert.match(stdout, /^1 members since, who will be gone:\n.* {2}Wrong$/m);
  assert.match(stdout, /^Nothing was changed\. To put it back, add --yes\.$/m);
  assert.deepEqual(await membersNow(), ['Ada', 'Wrong']);
});

test('put back, it has the bookings of the backup, final days as they were published, and what was ended stays ended', async () => {
  const ben = await service.createMember({ communityId: community.id, name: 'Ben' });
  const act = { communityId: community.id, actor: 'test' };
  const [letter] = await writeLetters(service.deps, act, [ada.uuid]);
  file = `${file}.later`;
  await run('backup', file);
  const then = await service.token(partner);
  const lost = await credited(service, then, ada.id, 3, 'FINAL');
  await reverse(service, then, (await credited(service, then, ada.id, 5, 'RETURNED')).id, 'RETURN');
  const other = await service.createPartner({ communityId: community.id, name: 'Later' });
  await credited(service, await service.token(other), ada.id, 1, 'OTHER');

  service.clock.set(new Date());
  const day = dayOf(BOOKED_AT);
  const published = await statementOf(day);
  await statementOf(day, other);
  assert.deepEqual([published.status, published.credits.count], ['final', 3]);
  const token = await service.token(partner);
  await credited(service, token, ada.id, 4, 'TODAY');
  await erasePersonalData(service.deps, { ...act, memberId: ben.uuid }, 'Ben');
  assert.equal((await createMemberBrowser(service.origin, community.slug).enter(letter?.code ?? '')).status, 303);
  const window = await browserOfMember(service, community, ada.uuid);
  const sync = (await service.call('GET', '/users', { token })).body.meta.sync_token;
  const place = (await service.call('GET', '/events', { token, query: { order: 'asc' } })).body.meta.sync_token;
  const hook = { event_types: ['*'], target_url: 'https://bank.example/hook' };
  const { body: subscription } = await service.call('POST', '/webhooks/subscriptions', { token, json: hook });

  const kept = join(folder.path, `${community.slug}.export`);
  const told = await restore('--yes', '--keep', kept);
  assert.deepEqual([told.changed, told.kept, told.members_erased, told.days], [true, kept, 1, 2]);
  assert.equal((await checkBackup(createReadStream(kept))).trailer.tables.members, 2);
  assert.equal((await stat(kept)).mode & 0o777, 0o600);
  const list = await readFile(told.list, 'utf8');
  for (const reference of ['FINAL', 'RETURNED', 'RETURN', 'TODAY', 'OTHER'])
    assert.match(list, new RegExp(`,${reference},`));
  await holds();

  assert.equal((await service.call('GET', '/users', { token })).status, 401);
  const anew = await service.token(partner);
  assert.deepEqual(await statementOf(day), published, 'a final day');
  for (const [path, sent] of [
    ['/users', sync],
    ['/events', place],
  ]) {
    const answer = await service.call('GET', `${path}`, { token: anew, query: { sync_token: sent } });
    assert.deepEqual([answer.status, answer.body.error], [410, 'sync_token_expired'], path);
  }
  const subscriptions = await service.call('GET', '/webhooks/subscriptions', { token: anew });
  assert.deepEqual(
    subscriptions.body.data.map(({ id }: { id: string }) => id),
    [subscription.data.id],
  );
  assert.notEqual((await window.get('/hours')).status, 200, 'a session');
  assert.notEqual((await createMemberBrowser(service.origin, community.slug).enter(letter?.code ?? '')).status, 303);
  assert.ok(!(await membersNow()).includes('Ben'), 'erased again');

  const again = async (reference: string, hours: number) => {
    const { status, body } = await credit(service, anew, ada.id, hours, reference);
    return [status, body.meta?.replayed];
  };
  assert.deepEqual(await again('BEFORE', 2), [200, true]);
  const { status, body } = await credit(service, anew, ada.id, 3, 'FINAL');
  assert.deepEqual([status, body.data.booked_on], [201, dayOf(new Date())]);
  assert.notEqual(body.data.id, lost.id);
  assert.deepEqual(await again('FINAL', 3), [200, true]);
  assert.deepEqual(await again('TODAY', 4), [201, false]);
  const today = await statementOf(dayOf(new Date()));
  assert.deepEqual([today.opening_hours, today.credits.hours, today.closing_hours], [2, 7, 9]);
  await holds();
  // The days behind it are closed on what the ledger holds.
  service.clock.set(new Date(Date.now() + DAY_MS));
  assert.deepEqual((await statementOf(dayOf(new Date()))).closing_hours, 9);
  await holds();
});

test('a backup from just before undoes it: what was gone is back under its ids, and what was published stays', async () => {
  const lost = await credited(service, await service.token(partner), ada.id, 3, 'FINAL');
  service.clock.set(new Date());
  const published = await statementOf(dayOf(BOOKED_AT));
  await credited(service, await service.token(partner), ada.id, 4, 'TODAY');
  const asItIs = `${file}.now`;
  await run('backup', asItIs);
  await restore('--yes');
  const again = await credited(service, await service.token(partner), ada.id, 3, 'FINAL');
  assert.notEqual(again.id, lost.id);
  service.clock.set(new Date(Date.now() + DAY_MS));
  const second = await statementOf(dayOf(new Date()));
  assert.deepEqual([second.status, second.opening_hours, second.closing_hours], ['final', 2, 5]);

  file = asItIs;
  const undone = await restore('--yes');
  assert.deepEqual([undone.bookings.since, undone.bookings.before], [1, 2]);
  await holds();
  const back = await credit(service, await service.token(partner), ada.id, 3, 'FINAL');
  assert.deepEqual([back.status, back.body.data.id], [200, lost.id]);
  assert.deepEqual([await statementOf(dayOf(BOOKED_AT)), await statementOf(dayOf(new Date()))], [published, second]);
  const next = await statementOf(dayOf(service.clock.now()));
  assert.deepEqual([next.status, next.opening_hours], ['open', 9]);
  service.clock.set(new Date(Date.now() + 2 * DAY_MS));
  assert.equal((await statementOf(dayOf(new Date(Date.now() + DAY_MS)))).closing_hours, 9);
  await holds();
});

describe('killed, it has the old state or the new one, and is repeated or taken back:', () => {
  for (const step of STEPS) {
    test(`at ${step}`, async () => {
      service.clock.set(new Date());
      await credited(service, await service.token(partner), ada.id, 1, 'SINCE');
      await service.createMember({ communityId: community.id, name: 'Wrong' });
      const token = await service.token(partner);
      await killed(step);
      // The commit may have been on its way already.
      if (step !== 'ending') await isOld(token, step);
      await restore('--yes');
      assert.deepEqual(await membersNow(), ['Ada']);
      const { status } = await credit(service, await service.token(partner), ada.id, 1, 'SINCE');
      assert.equal(status, 201);
      await holds();
    });
  }
});

async function isOld(token: string, step: string): Promise<void> {
  assert.deepEqual(await membersNow(), ['Ada', 'Wrong']);
  if (step === 'stopping') return;
  assert.equal((await credit(service, token, ada.id, 1, 'MEANWHILE')).status, 503);
  if (step === 'exchanging') return;
  const { stdout } = await runCommand(service.testDatabase, ['doctor', '--json'], WITH_KEY);
  const stopped = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'stopped');
  assert.equal(stopped.result, 'note');
  assert.match(stopped.finding, new RegExp(`503: ${community.slug} \\(being put back\\)`));
  await run('community', 'restore', community.slug, '--take-back');
  assert.equal((await credit(service, token, ada.id, 1)).status, 201);
}

/** Kills the command as soon as it says that the step begins. */
async function killed(step: string): Promise<void> {
  const args = ['community', 'restore', community.slug, '--from', file, '--yes'];
  const { child, result } = spawnCommand(service.testDatabase, args, WITH_KEY);
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
    if (line.includes(step)) child.kill('SIGKILL');
  });
  await result;
  assert.equal(child.signalCode, 'SIGKILL', `it was not killed at ${step}`);
}

test('killed at any moment of the exchange, it is never a mixture', async () => {
  service.clock.set(new Date());
  for (const afterMs of [0, 20, 60, 120, 250, 500]) {
    await credited(service, await service.token(partner), ada.id, 1, `SINCE-${afterMs}`);
    await service.createMember({ communityId: community.id, name: 'Wrong' });
    const args = ['community', 'restore', community.slug, '--from', file, '--yes'];
    const { child, result } = spawnCommand(service.testDatabase, args, WITH_KEY);
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      if (line.includes('exchanging')) setTimeout(() => child.kill('SIGKILL'), afterMs);
    });
    await result;
    const found = await service.ownerQuery(
      `select (select count(*)::int from members where community_id = $1 and name = 'Wrong') as members,
         (select count(*)::int from transfers where community_id = $1 and reference like 'SINCE%') as transfers`,
      [community.id],
    );
    assert.deepEqual(found, [found[0]?.members === 0 ? { members: 0, transfers: 0 } : { members: 1, transfers: 1 }]);
    await restore('--yes');
    await holds();
  }
});

test('a copy is read by its office and by nobody else, says that it is one, and goes', async () => {
  service.clock.set(new Date());
  const owner = await signedIn(service, { communityId: community.id, slug: community.slug });
  await service.createMember({ communityId: community.id, name: 'Wrong' });
  const as = `${community.slug}-old`;
  const copied = await restore('--as', as);
  assert.match(copied.name, /^Elm \(copy of \d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/);
  await holds();
  assert.deepEqual(await membersNow(), ['Ada', 'Wrong'], 'the community itself');
  const params = { slug: as };
  const { body } = await owner.client.call('listMembers', { params });
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ['Ada'],
  );
  const json = { name: 'New' };
  const refused = await owner.client.call('createMember', { params, json });
  assert.deepEqual([refused.status, refused.body.error], [503, 'temporarily_unavailable']);
  const left = await service.ownerQuery<{ id: number }>('select id from communities where slug = $1', [as]);
  for (const table of ['credentials', 'subscriptions', 'mails', 'event_queue', 'invitations']) {
    const rows = await service.ownerQuery(`select from ${table} where community_id = $1`, [left[0]?.id]);
    assert.equal(rows.length, 0, table);
  }
  await restore('--as', as);
  await run('community', 'restore', community.slug, '--as', as, '--drop');
  assert.equal((await service.ownerQuery('select from communities where slug = $1', [as])).length, 0);
  const own = await runCommand(
    service.testDatabase,
    ['community', 'restore', as, '--as', community.slug, '--drop'],
    WITH_KEY,
  );
  assert.match(own.stderr, /is a community, and no copy/);
});
