import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { beginHold } from '../../../core/people/holds/hold.ts';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { MOVING_FIXTURES } from '../../../test-support/moving-in.ts';
import { addOrganisation } from '../../members/domain/accounts.ts';

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'timebank-move-out-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function answersFile(answers: unknown): Promise<string> {
  const path = join(folder, 'answers.json');
  await writeFile(path, JSON.stringify(answers));
  return path;
}

/** Moves in with the suggestions. */
async function movedIn(path: string, system: string) {
  const { slug } = await service.createCommunity();
  const args = ['move-in', path, '--from', system, '--community', slug];
  const asked = await runCommand(service.testDatabase, [...args, '--check', '--json']);
  const { questions } = JSON.parse(asked.stdout) as { questions: { key: string; suggested: unknown }[] };
  const answers = await answersFile(Object.fromEntries(questions.map(({ key, suggested }) => [key, suggested])));
  return { slug, moved: await runJson(service.testDatabase, [...args, '--answers', answers]) };
}

test('what moves out to Komunitin has the balances of here, in millionths and in hundredths of an hour', async () => {
  const { slug, moved } = await movedIn(join(MOVING_FIXTURES, 'ces'), 'ces');
  const archive = join(folder, 'komunitin.zip');
  const args = ['move-out', archive, '--community', slug, '--to', 'komunitin', '--code', 'BIRC'];
  const out = await runJson(service.testDatabase, args);
  assert.deepEqual([out.members, out.is_large], [moved.members, false]);
  const files = unzipSync(await readFile(archive));
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  const codes = new Map(
    textOf('codes.csv')
      .split('\r\n')
      .map((line) => line.split(','))
      .map(([code = '', number = '']) => [number, code]),
  );
  const { accounts } = JSON.parse(textOf('migration.json')).data.attributes.data;
  const balances = new Map<string, number>(
    accounts.map(({ code, balance }: { code: string; balance: number }) => [code, balance]),
  );
  for (const [number, seconds] of Object.entries<number>(moved.balances_seconds)) {
    const units = balances.get(codes.get(number) ?? '') ?? Number.NaN;
    assert.equal(Math.round((units * 3600) / 1_000_000), seconds, number);
  }
  assert.equal(
    [...balances.values()].reduce((sum, one) => sum + one, 0),
    0,
  );
  // The six files are those of CES, which a move reads.
  const ces = join(folder, 'ces');
  await mkdir(ces);
  for (const name of Object.keys(files).filter((one) => one.startsWith('ces/'))) {
    await writeFile(join(folder, name), files[name] ?? '');
  }
  const again = await movedIn(ces, 'ces');
  assert.equal(again.moved.members, moved.members);
  for (const [number, seconds] of Object.entries<number>(moved.balances_seconds)) {
    const there = again.moved.balances_seconds[codes.get(number) ?? ''];
    assert.ok(Math.abs(there - seconds) <= 36 * 6, `${number}: ${there} instead of ${seconds}`);
  }
});

test('estimated hours, organisations, visibility and the listing of an exchange come along, equal to the second, and are undone', async () => {
  const { id, slug } = await service.createCommunity();
  const command = async (...args: string[]) => await runJson(service.testDatabase, [...args, '--community', slug]);
  const files = {
    members:
      'external_id,name,status,balance_hours,visible_to_partners\n1,Ann,active,2:00:05,no\n2,Ben,active,-1,yes\n',
    listings:
      'external_id,member_external_id,type,title,estimated_hours\nL1,1,service,Gardening,1:30\nL2,2,request,Cooking,\n',
    exchanges:
      'external_id,service_date,provider_external_id,receiver_external_id,hours,listing_external_id\n' +
      'X1,2026-03-01,1,Library,1:00:01,L1\nX2,2026-03-02,Library,chest,0:30,\nX3,2026-03-03,2,1,1,\n',
  };
  for (const name of ['Library', 'Empty house']) {
    await addOrganisation(service.deps, { communityId: id, actor: 'test' }, { name });
  }
  for (const [kind, text] of Object.entries(files)) {
    const path = join(folder, `${kind}.csv`);
    await writeFile(path, text);
    await command('import', kind, path);
  }
  const stateOf = async (communityId: number) =>
    await service.ownerQuery(
      `select a.kind, coalesce(m.external_id, a.name) as name, m.visibility,
         (credits_seconds - debits_seconds)::int as seconds,
         (select string_agg(concat_ws('/', l.external_id, coalesce(l.back_as, l.status), l.estimated_seconds), ' ' order by l.external_id) from listings l
          where l.community_id = a.community_id and l.member_id = a.member_id and l.undone_at is null) as listings,
         (select string_agg(concat_ws('/', t.external_id, l.external_id, t.amount_seconds), ' ' order by t.external_id)
          from transfers t left join listings l on l.community_id = t.community_id and l.id = t.listing_id
          where t.community_id = a.community_id and t.kind = 'exchange' and t.credit_account_id = a.id) as provided
       from accounts a left join members m on m.community_id = a.community_id and m.id = a.member_id
       where a.community_id = $1 and a.kind <> 'opening' and m.undone_at is null order by 1, 2`,
      [communityId],
    );
  const [ann] = await service.ownerQuery<{ id: string }>(
    `select id from members where community_id = $1 and external_id = '1'`,
    [id],
  );
  // What is hidden while she is away is no closed listing elsewhere.
  await beginHold(service.deps, { communityId: id, memberId: ann?.id ?? '', actor: 'test' }, null);
  const before = await stateOf(id);
  const archive = join(folder, 'all.zip');
  await command('move-out', archive);
  const other = await service.createCommunity();
  const moveIn = ['move-in', archive, '--from', 'timebank', '--community', other.slug];
  assert.equal((await runJson(service.testDatabase, moveIn)).outcome, 'done');
  assert.deepEqual(await stateOf(other.id), before);
  assert.ok(before.some(({ name, seconds }) => name === 'Library' && seconds === -1801));
  assert.equal((await runJson(service.testDatabase, moveIn)).repeated, true);

  await runJson(service.testDatabase, ['move-in', '--undo', '--community', other.slug]);
  const left = await stateOf(other.id);
  assert.deepEqual(
    left.map(({ name, seconds }) => [name, seconds]),
    [
      [null, 0],
      ['Empty house', 0],
      ['Library', 0],
    ],
  );
  assert.equal((await runJson(service.testDatabase, moveIn)).repeated, false);
});

test('an archive of the first form moves in, whose organisations had no name', async () => {
  const tables = {
    'members.csv':
      'number,name,status,email,joined_on,language,balance_seconds\n1,Ann,active,,,,7200\nchest,Community fund,active,,,,-60\n',
    'listings.csv': 'number,member,type,title,description,category,estimated_seconds,status,created_on\n',
    'exchanges.csv':
      'number,service_date,provider,receiver,seconds,note\nX1,2026-03-01,1,organisation,3600,\nX2,2026-03-01,1,chest,60,\n',
  };
  const files = Object.fromEntries(Object.entries(tables).map(([name, text]) => [name, Buffer.from(text)]));
  const sha256 = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, hash('sha256', bytes, 'hex')]));
  const path = join(folder, 'first-form.zip');
  await writeFile(path, zipSync({ ...files, 'manifest.json': Buffer.from(JSON.stringify({ sha256 })) }));
  const { slug } = await service.createCommunity();
  const moved = await runJson(service.testDatabase, ['move-in', path, '--from', 'timebank', '--community', slug]);
  assert.deepEqual([moved.balances_seconds, moved.fund_seconds], [{ 1: 7200 }, -60]);
});

test('a code that is none, an administrator that is none, and options without --to are refused; a file is never written over', async () => {
  const { slug } = await service.createCommunity();
  const file = join(folder, 'refused.zip');
  const args = ['move-out', file, '--community', slug];
  for (const more of [
    ['--to', 'paper'],
    ['--to', 'komunitin', '--code', 'elm'],
    ['--to', 'komunitin', '--administrator', '7'],
    ['--code', 'ELMX'],
  ]) {
    assert.equal((await runCommand(service.testDatabase, [...args, ...more])).code, 2, more.join(' '));
  }
  assert.equal((await runCommand(service.testDatabase, [...args, '--to', 'komunitin'])).code, 0);
  const again = await runCommand(service.testDatabase, [...args, '--to', 'komunitin']);
  assert.deepEqual([again.code, /name a new file/.test(again.stderr)], [1, true]);
});
