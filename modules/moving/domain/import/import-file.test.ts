/** Guarantees of every import, on small files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { Refusal } from '../../../../core/base/refusal.ts';
import { beginHold } from '../../../../core/people/holds/hold.ts';
import { testService } from '../../../../test-support/harness.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';
import type { ImportOptions, ImportResult } from '../../../tables/record-types.ts';
import { importExchanges } from './exchanges.ts';
import { importListings } from './listings.ts';
import { importMembers } from './members.ts';

const options: ImportOptions = { skipBad: false, recordedBy: 'administrator:3' };
const skipBad: ImportOptions = { ...options, skipBad: true };

const service = await testService();

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'));
const MEMBERS = 'external_id,name,email,status,joined_on,balance_hours,language,visible_to_partners';
const LISTINGS = 'external_id,member_external_id,type,title,description,category,estimated_hours,status,created_on';
const EXCHANGES = 'external_id,service_date,provider_external_id,receiver_external_id,hours,listing_external_id,note';
const TWO = csv(MEMBERS, 'a,Ann,ann@example.org,active,2020-02-29,2:30,de,yes', 'b,Bob,,left,,-1,,no');
const codes = ({ problems }: ImportResult) => problems.map(({ line, column, code }) => [line, column, code]);
const counts = (result: ImportResult) => [result.created, result.unchanged, result.differing, result.skipped];

async function community(): Promise<number> {
  const { id } = await service.createCommunity();
  assert.equal((await importMembers(service.deps, id, TWO, options)).created, 2);
  return id;
}

test('an imported member has what the file says; optional columns may be absent', async () => {
  const id = await community();
  const more = await importMembers(
    service.deps,
    id,
    csv('NAME,Balance_Hours,external_id,status', 'Cy,,c,Pending'),
    options,
  );
  assert.equal(more.created, 1);
  const rows = await service.ownerQuery(
    `select m.external_id, m.name, email, status, visibility, language, joined_on::text,
       (credits_seconds - debits_seconds)::int as balance
     from members m join accounts a on a.community_id = m.community_id and a.member_id = m.id
     where m.community_id = $1 order by m.external_id`,
    [id],
  );
  const none = { email: null, visibility: null, language: null, joined_on: null };
  assert.deepEqual(rows, [
    {
      ...{ external_id: 'a', name: 'Ann', email: 'ann@example.org', status: 'active', visibility: null },
      ...{ language: 'de', joined_on: '2020-02-29', balance: 9000 },
    },
    { ...none, external_id: 'b', name: 'Bob', status: 'left', visibility: 'hidden', balance: -3600 },
    { ...none, external_id: 'c', name: 'Cy', status: 'pending', balance: 0 },
  ]);
  const audit = await service.ownerQuery(
    'select actor, action, details from audit_log where community_id = $1 and action like $2',
    [id, 'members.%'],
  );
  assert.deepEqual(audit[0], {
    actor: 'administrator:3',
    action: 'members.imported',
    details: { rows: 2, created: 2, skipped: 0 },
  });
});

test('one bad row, and nothing of the file is kept, unless bad rows are to be skipped', async () => {
  const { id } = await service.createCommunity();
  const file = csv(MEMBERS, 'a,Ann,,active,,1.5,,yes', 'b,Bob,,gone,2021-02-29,1.00005,,maybe', 'c,Cy,,active,,1,,yes');
  const refused = await importMembers(service.deps, id, file, options);
  assert.equal(refused.outcome, 'refused');
  assert.deepEqual(counts(refused), [0, 0, 0, 1]);
  assert.deepEqual(codes(refused), [
    [3, 'status', 'unknown_value'],
    [3, 'joined_on', 'invalid_date'],
    [3, 'balance_hours', 'too_many_decimals'],
    [3, 'visible_to_partners', 'unknown_value'],
  ]);
  assert.deepEqual(await service.ownerQuery('select 1 from members where community_id = $1', [id]), []);
  const kept = await importMembers(service.deps, id, file, skipBad);
  assert.deepEqual([kept.outcome, ...counts(kept)], ['imported', 2, 0, 0, 1]);
});

test('an existing member is left unchanged, and the difference is reported by column', async () => {
  const id = await community();
  const changed = csv(
    MEMBERS,
    'b,Bob,,left,,-1,,no',
    'a,Anna,ann@example.org,suspended,2020-02-29,9,de,yes',
    'd,Dee,,active,,0,,',
  );
  const result = await importMembers(service.deps, id, changed, options);
  assert.deepEqual([result.outcome, ...counts(result)], ['imported', 1, 1, 1, 0]);
  assert.deepEqual(
    result.differences.map(({ line, column, code }) => [line, column, code]),
    [
      [3, 'name', 'differs'],
      [3, 'status', 'differs'],
      [3, 'balance_hours', 'differs'],
    ],
  );
  const rows = await service.ownerQuery(
    `select name, status, (select sum(amount_seconds)::int from transfers t where t.community_id = m.community_id and kind = 'opening') as openings
     from members m where community_id = $1 and external_id = 'a'`,
    [id],
  );
  assert.deepEqual(rows, [{ name: 'Ann', status: 'active', openings: 12600 }]);
});

test('a file of listings is the same while their member is on hold, and a listing that was closed before differs', async () => {
  const id = await community();
  const line = (number: string, status: string) => `${number},a,service,Bread,,,,${status},`;
  const file = csv(LISTINGS, line('l1', 'active'), line('l2', 'held'), line('l3', 'closed'));
  assert.equal((await importListings(service.deps, id, file, options)).created, 3);
  const [member] = await service.ownerQuery<{ id: string }>(
    `select id from members where community_id = $1 and external_id = 'a'`,
    [id],
  );
  await beginHold(service.deps, { communityId: id, memberId: member?.id ?? '', actor: 'command' }, null);
  assert.deepEqual(counts(await importListings(service.deps, id, file, options)), [0, 3, 0, 0]);
  const changed = csv(LISTINGS, line('l1', 'closed'), line('l3', 'active'));
  const { differences } = await importListings(service.deps, id, changed, options);
  assert.deepEqual(
    differences.map(({ line: at, column }) => [at, column]),
    [
      [2, 'status'],
      [3, 'status'],
    ],
  );
});

test('listings and exchanges name every member and listing that is not there, in file order with all else', async () => {
  const id = await community();
  const listings = await importListings(
    service.deps,
    id,
    csv(
      LISTINGS,
      'l1,a,service,Bread,"two\nlines",Food,1.5,active,2026-01-02',
      'l2,x,service,Bread,,,0,active,',
      'l3,b,favour,,,,,ajar,2026-02-30',
    ),
    skipBad,
  );
  assert.deepEqual(codes(listings), [
    [4, 'estimated_hours', 'not_positive'],
    [4, 'member_external_id', 'unknown_member'],
    [5, 'type', 'unknown_value'],
    [5, 'title', 'required'],
    [5, 'status', 'unknown_value'],
    [5, 'created_on', 'invalid_date'],
  ]);
  assert.deepEqual(counts(listings), [1, 0, 0, 2]);
  const exchanges = await importExchanges(
    service.deps,
    id,
    csv(
      EXCHANGES,
      'x1,2026-01-02,a,b,1:40,l1,thanks',
      'x2,2026-01-02,a,a,1,,',
      'x3,,q,r,0,l9,',
      'x4,2026-01-02,b,a,-1,,',
      'x1,2026-01-02,b,a,1,,',
    ),
    skipBad,
  );
  assert.deepEqual(codes(exchanges), [
    [3, 'receiver_external_id', 'same_member'],
    [4, 'service_date', 'required'],
    [4, 'hours', 'not_positive'],
    [4, 'provider_external_id', 'unknown_member'],
    [4, 'receiver_external_id', 'unknown_member'],
    [4, 'listing_external_id', 'unknown_listing'],
    [5, 'hours', 'not_positive'],
    [6, 'external_id', 'duplicate'],
  ]);
  assert.deepEqual(counts(exchanges), [1, 0, 0, 4]);
  const again = await importExchanges(service.deps, id, csv(EXCHANGES, 'x1,2026-01-02,a,b,2,,thanks'), options);
  assert.deepEqual(counts(again), [0, 0, 1, 0]);
  assert.deepEqual(
    again.differences.map((difference) => difference.column),
    ['hours', 'listing_external_id'],
  );
});

test("members of another community are unknown, and a community's limits do not bind history", async () => {
  const id = await community();
  const other = await service.createCommunity();
  const file = csv(EXCHANGES, 'x1,2020-01-02,a,b,500.01,,');
  const foreign = await importExchanges(service.deps, other.id, file, options);
  assert.deepEqual(codes(foreign), [
    [2, 'provider_external_id', 'unknown_member'],
    [2, 'receiver_external_id', 'unknown_member'],
  ]);
  await service.ownerQuery(
    'update communities set lower_balance_seconds = 0, upper_balance_seconds = 3600, exchange_step_minutes = 15 where id = $1',
    [id],
  );
  assert.equal((await importExchanges(service.deps, id, file, options)).created, 1);
});

test('imports of the same file at once create each row once', async () => {
  const { id } = await service.createCommunity();
  const file = csv(MEMBERS, ...Array.from({ length: 600 }, (_, at) => `m${at},Member ${at},,active,,1.25,,yes`));
  const results = await Promise.all(Array.from({ length: 4 }, () => importMembers(service.deps, id, file, options)));
  assert.deepEqual(results.map((result) => [result.created, result.unchanged].join()).sort(), [
    '0,600',
    '0,600',
    '0,600',
    '600,0',
  ]);
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.ok(report.holds);
});

test('credits and imports of exchanges at once neither deadlock nor lose anything', async () => {
  const partner = await service.createPartner();
  const size = 700;
  const members = csv(MEMBERS, ...Array.from({ length: size }, (_, at) => `m${at},Member ${at},,active,,0,,yes`));
  await importMembers(service.deps, partner.communityId, members, options);
  const token = await service.token(partner);
  const rows = await service.ownerQuery<{ id: string }>(
    "select a.member_id as id from accounts a where community_id = $1 and kind = 'member' order by id desc limit 60",
    [partner.communityId],
  );
  const lines = Array.from(
    { length: 1500 },
    (_, at) => `x${at},2026-01-02,m${(at * 7) % size},m${(at * 7 + 1) % size},1,,`,
  );
  const [result, ...credits] = await Promise.all([
    importExchanges(service.deps, partner.communityId, csv(EXCHANGES, ...lines), options),
    ...rows.map(({ id }, at) =>
      service.call('POST', '/wallet/credit', {
        token,
        json: { user_id: encodeId('usr', id), hours: 1, reference: `R${at}` },
      }),
    ),
  ]);
  assert.equal(result.created, 1500);
  assert.deepEqual(
    credits.map(({ status }) => status),
    rows.map(() => 201),
  );
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.ok(report.holds);
});

test('a file of ten thousand rows is imported whole', async () => {
  const { id } = await service.createCommunity();
  const file = csv(MEMBERS, ...Array.from({ length: 10_000 }, (_, at) => `m${at},Member ${at},,active,,0.25,,yes`));
  assert.equal((await importMembers(service.deps, id, file, options)).created, 10_000);
  assert.deepEqual(counts(await importMembers(service.deps, id, file, options)), [0, 10_000, 0, 0]);
});

test('an unreadable file is a result that says why, and skipping bad rows does not keep a part of it', async () => {
  const id = await community();
  const file = csv(MEMBERS, 'c,Cy,,active,,1,,yes', 'd,"Dee,,active,,1,,yes');
  const result = await importMembers(service.deps, id, file, skipBad);
  assert.deepEqual([result.outcome, result.created, ...codes(result)], ['refused', 0, [3, null, 'quote_not_closed']]);
  assert.deepEqual(
    await service.ownerQuery("select 1 from members where community_id = $1 and external_id = 'c'", [id]),
    [],
  );
});

test('an unknown community is refused', async () => {
  await assert.rejects(
    () => importMembers(service.deps, 999_999, TWO, options),
    (error) => error instanceof Refusal && error.code === 'not_found',
  );
});
