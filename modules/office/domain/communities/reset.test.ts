/** Resetting a sandbox, as its partner and its administrator see it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { dayOf } from '../../../../core/base/time.ts';
import { DOCUMENTED_MEMBERS } from '../../../../core/communities/outcomes.ts';
import { startWorker, type Worker } from '../../../../core/events/delivery/loop.ts';
import { changeRates } from '../../../../core/partners/rates/rates.ts';
import { closeAtOnce } from '../../../../core/statements/close-days.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../../test-support/harness.ts';
import { createMirror } from '../../../../test-support/mirror.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';
import { credit, credited, holdLock, reverse, tally } from '../../../../test-support/wallet.ts';
import { approveLines } from '../../../bank/domain/inbox/approve.ts';
import { importIntoInbox } from '../../../bank/domain/inbox/import-file.ts';
import { readBankFile } from '../../../bank-files/read-file.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';
import { resetSandbox } from './reset.ts';

let service: TestService;
let receiver: Receiver;
let worker: Worker;
before(async () => {
  let wake = () => {};
  service = await startTestService({ env: { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' }, wakeWorker: () => wake() });
  receiver = await startReceiver();
  worker = startWorker(service.deps, { pollMs: 50, jobs: [], random: () => 0.5, sender: { extraCa: receiver.ca } });
  wake = worker.wake;
});
after(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

const OLGA = 'RF8650000000000001';

async function sandbox() {
  const { client, slug, communityId } = await signedIn(service, await kindOf('sandbox'));
  const partner = await service.createPartner({ communityId, maxMemberDaySeconds: 100 * 3600 });
  const token = await service.token(partner);
  const get = async (path: string, query: Record<string, string> = {}) =>
    (await service.call('GET', path, { token, query })).body;
  const olga = async (): Promise<string> => (await get('/users/lookup', { payment_reference: OLGA })).data.user_id;
  const reset = () => client.call('resetCommunity', { params: { slug } });
  return { client, slug, communityId, partner, token, get, olga, reset };
}

async function kindOf(kind: 'sandbox' | 'live') {
  const { id, slug } = await service.createCommunity({ kind });
  return { communityId: id, slug };
}

async function counts(communityId: number): Promise<Record<string, number>> {
  const tables = [
    ...['members', 'member_words', 'member_grams', 'listings', 'accounts', 'transfers', 'transfer_external_ids'],
    ...['statements', 'credit_days', 'statement_comparisons', 'explained_transfers', 'comparison_lines', 'imports'],
    ...['import_rows', 'deliveries', 'event_queue', 'snapshots', 'member_partner_visibility', 'used_proofs'],
    ...['bank_files', 'bank_statements', 'bank_lines', 'bank_line_files', 'booked_references', 'payer_choices'],
    ...['mails', 'messages'],
  ];
  const found: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await service.ownerQuery<{ n: number }>(
      `select count(*)::int as n from ${table} where community_id = $1`,
      [communityId],
    );
    found[table] = row?.n ?? -1;
  }
  return found;
}

const distributed = (communityId: number) =>
  waitUntil('the events are distributed', async () => (await counts(communityId)).event_queue === 0);

/** A payment that is booked and goes back, from a bank's file. */
async function bookFromBank(communityId: number): Promise<void> {
  const act = { communityId, actor: 'administrator:1' };
  await changeRates(service.deps, { ...act, partnerId: null }, { hoursPerUnit: { EUR: '1/20' }, from: null });
  const head = 'entry_reference,end_to_end_id,amount,currency,booked_on,returned,payer_account,remittance';
  for (const row of [
    `BANK-1,E-1,20.00,EUR,2026-11-19,no,DE1,${OLGA}`,
    `BANK-2,E-1,-20.00,EUR,2026-11-19,yes,DE1,${OLGA}`,
  ]) {
    const bytes = Buffer.from(`${head}\n${row}\n`);
    await importIntoInbox(service.deps, act, { name: null, bytes, answers: {}, read: readBankFile });
    assert.equal((await approveLines(service.deps, act, null)).bookedIds.length, 1);
  }
  await service.ownerQuery(
    `insert into payer_choices (community_id, payer_account, member_id, chosen_by, chosen_at)
     select community_id, 'DE1', id, 'test', now() from members where community_id = $1 limit 1`,
    [communityId],
  );
}

async function assertBooksHold() {
  const { holds, invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.ok(holds, JSON.stringify(invariants.filter((one) => !one.holds)));
}

test('after a reset a sandbox is as it was when it was new, whatever happened in it, and its books are right', async () => {
  const { client, slug, communityId, partner, token, get, olga, reset } = await sandbox();
  const fresh = { ...(await counts(communityId)) };
  const first = await olga();
  const { id } = await credited(service, token, first, 2, 'A');
  assert.equal((await reverse(service, token, id, 'A-back')).status, 201);
  const corrected = { user_id: first, hours: 3, reference: 'B', corrects: id };
  assert.equal((await service.call('POST', '/wallet/credit', { token, json: corrected })).status, 201);
  assert.equal((await credit(service, token, first, 1, 'sandbox-503-1')).status, 503);
  await service.createMember({ communityId, name: 'New Here', externalId: 'N1' });
  await service.ownerQuery(
    `insert into member_partner_visibility select community_id, id, $2, 'hidden' from members
     where community_id = $1 and external_id = 'N1'`,
    [communityId, partner.partnerId],
  );
  const csv = 'external_id,name\nI1,Imported One\nI2,Imported Two\n';
  const imported = await client.call('runImport', { params: { slug }, file: csv, query: { kind: 'members' } });
  assert.equal(imported.status, 200, imported.text);
  await closeAtOnce(service.deps, communityId, partner.partnerId, dayOf(service.clock.now()));
  await service.ownerQuery(
    `with c as (insert into statement_comparisons (community_id, partner_id, file_sha256, compared_by, compared_at,
       all_matched, counts) values ($1, $2, sha256('x'), 'test', now(), false, '{}') returning id)
     insert into comparison_lines (community_id, comparison_id, number, partner_id, created_at, kind, state, difference,
       is_reversal, revision, credit_id)
     select $1, c.id, 1, $2, now(), 'credited_not_on_statement', 'open', sha256('y'), false, 0, t.id
     from c, (select id from transfers where community_id = $1 and reference = 'B') t`,
    [communityId, partner.partnerId],
  );
  await bookFromBank(communityId);
  await service.createMember({ communityId, name: 'Reads Mail', emailConsentOn: '2026-01-01' });
  const form = '0197f9a0-3b1c-4c4e-9d2a-4b6f8a1c2d3e';
  const message = { title: 'Summer party', body: 'On Friday.', form };
  assert.equal((await client.call('createMessage', { params: { slug }, body: message })).status, 201);
  assert.notDeepEqual(await counts(communityId), fresh);

  const answer = await reset();
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.data.kind, 'sandbox');
  const events = await service.ownerQuery(`select 1 from events where community_id = $1 and type like 'wallet.%'`, [
    communityId,
  ]);
  assert.equal(events.length, 0);
  await distributed(communityId);
  assert.deepEqual(await counts(communityId), {
    ...fresh,
    // That of the inbox stays, as those of partners do.
    accounts: (fresh.accounts ?? 0) + 1,
    event_queue: 0,
  });
  await assertBooksHold();

  // The same token; the same references; a new member of the same payment reference.
  assert.notEqual(await olga(), first);
  assert.equal((await credit(service, token, first, 2, 'A')).status, 404);
  assert.equal((await get(`/wallet/balance/${await olga()}`)).data.balance_hours, 0);
  assert.equal((await credit(service, token, await olga(), 1, 'sandbox-503-1')).status, 503, 'once, and once again');
  const again = await credited(service, token, await olga(), 2, 'A');
  assert.equal(again.booked_on, '2026-11-20', 'the day is open again');
  assert.equal((await get('/wallet/statements/2026-11-20')).data.status, 'open');
  const [audit] = (await client.call('listAudit', { params: { slug }, query: { action: 'community.reset' } })).body
    .data;
  assert.equal(audit.actor.kind, 'administrator');
  await assertBooksHold();
});

test('subscriptions stay, hear who goes and who comes, and get nothing of what waited for them', async () => {
  const { token, communityId, olga, reset, get } = await sandbox();
  const json = { event_types: ['*'], target_url: receiver.url };
  const { id } = (await service.call('POST', '/webhooks/subscriptions', { token, json })).body.data;
  receiver.respondWith(503);
  receiver.requests.length = 0;
  await credited(service, token, await olga(), 1, 'waits');
  await waitUntil('an attempt failed', async () => {
    const [row] = await service.ownerQuery(`select 1 from deliveries where community_id = $1 and attempts <> '[]'`, [
      communityId,
    ]);
    return row !== undefined;
  });
  receiver.respondWith(200);
  receiver.requests.length = 0;
  const before_ = (await get('/users', { per_page: '500' })).data.map((user: { id: string }) => user.id);
  assert.equal((await reset()).status, 200);
  const after_ = (await get('/users', { per_page: '500' })).data.map((user: { id: string }) => user.id);
  const receivedOf = (type: string): string[] =>
    receiver.requests
      .map(({ body }) => JSON.parse(body.toString()))
      .filter((event) => event.type === type)
      .map((event) => event.data.user_id);
  await waitUntil('all are receivedOf', () => receivedOf('user.deactivated').length === before_.length);
  await waitUntil('all are receivedOf', () => receivedOf('user.activated').length === after_.length);
  await waitUntil('all are receivedOf', () => receivedOf('listing.closed').length === 48);
  assert.deepEqual(receivedOf('user.deactivated').sort(), before_.sort());
  assert.deepEqual(receivedOf('user.activated').sort(), after_.sort());
  service.clock.advance(60_000);
  worker.wake();
  const next = await credited(service, token, await olga(), 1, 'next');
  await waitUntil('the next credit is receivedOf', () => receivedOf('wallet.credited').length > 0);
  assert.deepEqual(receivedOf('wallet.credited'), [await olga()], `only ${next.reference}`);
  assert.equal((await get(`/webhooks/subscriptions/${id}`)).data.status, 'active');
});

test('a sync token from before a reset is refused, and the walk begun again is right and goes on', async () => {
  const { token, communityId, reset } = await sandbox();
  for (const path of ['/users', '/listings']) {
    const copy = createMirror([service], path, token, 40);
    await copy.poll();
    await service.createMember({ communityId, name: 'Late' });
    await copy.poll();
    const feed = await service.call('GET', '/events', { token, query: { order: 'asc', per_page: '500' } });
    assert.equal((await reset()).status, 200);
    await assert.rejects(copy.poll(), /sync_token_expired.*before the sandbox was reset/);
    const place = { sync_token: feed.body.meta.sync_token };
    const { status, body } = await service.call('GET', '/events', { token, query: place });
    assert.deepEqual([status, body.error], [410, 'sync_token_expired']);
    const second = createMirror([service], path, token, 40);
    await second.poll();
    await service.createMember({ communityId, name: 'Later' });
    await second.poll();
    assert.deepEqual([...second.items.keys()].sort(), [...(await second.list()).keys()].sort());
  }
});

test('a live community is refused, and nothing happens', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const partner = await service.createPartner({ communityId });
  const member = await service.createMember({ communityId });
  await credited(service, await service.token(partner), member.id, 1);
  await distributed(communityId);
  const before_ = await counts(communityId);
  const refused = await client.call('resetCommunity', { params: { slug } });
  assert.equal(refused.status, 409);
  assert.equal(refused.body.errors[0].code, 'no_sandbox');
  assert.deepEqual(await counts(communityId), before_);
  assert.equal(
    (await client.call('listAudit', { params: { slug }, query: { action: 'community.reset' } })).body.data.length,
    0,
  );
});

test('the database refuses to delete from a live community, for any role, and to change its kind', async () => {
  const live = await service.createPartner();
  const member = await service.createMember(live);
  await credited(service, await service.token(live), member.id, 1);
  const box = await sandbox();
  await credited(service, box.token, await box.olga(), 1);
  await assert.rejects(
    service.ownerQuery('delete from transfers where community_id = $1', [live.communityId]),
    /append-only/,
  );
  for (const id of [live.communityId, box.communityId]) {
    await assert.rejects(
      service.ownerQuery(
        `update communities set kind = case kind when 'live' then 'sandbox' else 'live' end where id = $1`,
        [id],
      ),
      /never changes/,
    );
  }
  const application = new pg.Client(service.testDatabase.appConnection);
  await application.connect();
  try {
    const asApplication = (sql: string, values: unknown[]) => application.query(sql, values);
    const empty = 'select empty_sandbox_table($1, $2, 10)';
    await assert.rejects(asApplication(empty, [live.communityId, 'transfers']), /is no sandbox/);
    await assert.rejects(asApplication(empty, [box.communityId, 'audit_log']), /is not emptied/);
    await assert.rejects(asApplication(empty, [box.communityId, 'partners']), /is not emptied/);
    await assert.rejects(
      asApplication('delete from transfers where community_id = $1', [box.communityId]),
      /permission denied/,
    );
  } finally {
    await application.end();
  }
});

test('credits and resets at once: each credit is booked before, or in the new sandbox, or finds no member', async () => {
  const { communityId, token, olga, get } = await sandbox();
  const member = await olga();
  const lock = await holdLock(
    service,
    `select from accounts where community_id = $1 and kind = 'settlement' for update`,
    [communityId],
  );
  const credits = Array.from({ length: 20 }, (_, at) => credit(service, token, member, 1, `race-${at}`));
  await lock.waitedForBy(1);
  const resets = [1, 2].map(() => resetSandbox(service.deps, { communityId, actor: 'test' }));
  await lock.waitedForBy(2);
  await lock.release();
  const answers = tally(await Promise.all(credits));
  await Promise.all(resets);
  assert.equal((answers[201] ?? 0) + (answers[404] ?? 0), 20, JSON.stringify(answers));
  assert.equal((await get(`/wallet/balance/${await olga()}`)).data.balance_hours, 0);
  const [row] = await service.ownerQuery<{ n: number }>(
    `select count(*)::int as n from members where community_id = $1 and external_id like 'S%'`,
    [communityId],
  );
  assert.equal(row?.n, DOCUMENTED_MEMBERS.length);
  await assertBooksHold();
});
