/** The three files of a community, imported into a new community and read back through the partner API. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { encodeId, IMPORT_KINDS, type ImportKind } from '@timebank/contract';
import { parse } from 'csv-parse/sync';
import { startTestService, type TestPartner, type TestService } from '../../../../test-support/harness.ts';
import { sampleFile } from '../../../../test-support/sample-files.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';
import type { ImportProgress, ImportResult } from '../../../tables/record-types.ts';
import { IMPORTS } from './import.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures');
const options = { skipBad: false, recordedBy: 'test' };

let service: TestService;
let partner: TestPartner;
let token: string;
/** Public ids by the files' external ids. */
let members: Map<string, string>;
let listings: Map<string, string>;
const first: Partial<Record<ImportKind, ImportResult>> = {};
const progress: ImportProgress[] = [];

const rowsOf = async (kind: ImportKind): Promise<Record<string, string>[]> =>
  parse(sampleFile(kind), { columns: true });

/** Seconds of `-3.25` or `1:40`, by whole numbers and not by the code under test. */
function seconds(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const [whole = '0', minutes] = text.replace('-', '').split(':');
  if (minutes !== undefined) return sign * (Number(whole) * 60 + Number(minutes)) * 60;
  const [hours = '0', decimals = ''] = whole.split('.');
  return sign * (Number(hours) * 100 + Number(`${decimals}00`.slice(0, 2))) * 36;
}

async function readAll(path: string) {
  const all: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: Record<string, string> = { per_page: '500', ...(cursor ? { cursor } : {}) };
    const { status, body } = await service.call('GET', path, { token, query });
    assert.equal(status, 200);
    all.push(...body.data);
    cursor = body.meta.next_cursor;
  }
  return all;
}

before(async () => {
  service = await startTestService();
  partner = await service.createPartner();
  for (const kind of IMPORT_KINDS) {
    const onProgress = (step: ImportProgress) => progress.push(step);
    const given = { ...options, onProgress };
    first[kind] = await IMPORTS[kind](service.deps, partner.communityId, sampleFile(kind), given);
  }
  token = await service.token(partner);
  const publicIds = async (table: string, prefix: 'usr' | 'lst') => {
    const sql = `select id, external_id from ${table} where community_id = $1`;
    const rows = await service.ownerQuery<{ id: string; external_id: string }>(sql, [partner.communityId]);
    return new Map(rows.map((row) => [row.external_id, encodeId(prefix, row.id)]));
  };
  members = await publicIds('members', 'usr');
  listings = await publicIds('listings', 'lst');
});
after(() => service.stop());

test('every row of the three files is imported, and progress is reported', async () => {
  for (const kind of IMPORT_KINDS) {
    const rows = (await rowsOf(kind)).length;
    const expected = {
      outcome: 'imported',
      rows,
      created: rows,
      unchanged: 0,
      differing: 0,
      skipped: 0,
      problemCount: 0,
    };
    assert.deepEqual({ ...first[kind], ...expected }, first[kind]);
    assert.deepEqual([first[kind]?.understood?.separator, first[kind]?.understood?.encoding], [',', 'utf-8']);
    assert.ok(progress.some(({ phase, done, total }) => phase === 'writing' && done === total && total === rows));
  }
  assert.ok(progress.some(({ phase, done, total }) => phase === 'reading' && done === total));
});

test('the API lists exactly the active, visible members, with the addresses that are there', async () => {
  const expected = (await rowsOf('members'))
    .filter((row) => row.status === 'active' && row.visible_to_partners === 'yes')
    .map((row) => [members.get(row.external_id ?? ''), row.name, row.email || null]);
  const users = await readAll('/users');
  assert.ok(expected.length > 1000);
  assert.deepEqual(users.map(({ id, name, email }) => [id, name, email]).sort(), expected.sort());
});

test('the API lists exactly the active listings of active, visible members', async () => {
  const listed = new Set(
    (await rowsOf('members'))
      .filter((row) => row.status === 'active' && row.visible_to_partners === 'yes')
      .map((row) => row.external_id),
  );
  const expected = (await rowsOf('listings'))
    .filter((row) => row.status === 'active' && listed.has(row.member_external_id))
    .map((row) => [
      listings.get(row.external_id ?? ''),
      members.get(row.member_external_id ?? ''),
      ...[row.type, row.title, row.description, row.category],
      row.estimated_hours === '' ? null : Number(row.estimated_hours),
      `${row.created_on}T00:00:00.000Z`,
    ]);
  const found = await readAll('/listings');
  assert.ok(expected.length > 500);
  assert.ok(expected.some((row) => String(row[4]).includes('\n')));
  assert.deepEqual(
    found
      .map((row) => [
        row.id,
        row.user_id,
        row.type,
        row.title,
        row.description,
        row.category,
        row.estimated_hours,
        row.created_at,
      ])
      .sort(),
    expected.sort(),
  );
});

test('each balance is the opening balance moved by the exchanges', async () => {
  const expected = new Map<string, number>();
  const move = (id: string | undefined, amount: number) =>
    expected.set(id ?? '', (expected.get(id ?? '') ?? 0) + amount);
  const rows = await rowsOf('members');
  for (const row of rows) move(row.external_id, seconds(row.balance_hours ?? ''));
  for (const row of await rowsOf('exchanges')) {
    move(row.provider_external_id, seconds(row.hours ?? ''));
    move(row.receiver_external_id, -seconds(row.hours ?? ''));
  }
  for (let at = 0; at < rows.length; at += 25) {
    await Promise.all(
      rows.slice(at, at + 25).map(async (row) => {
        const id = row.external_id ?? '';
        const { status, body } = await service.call('GET', `/wallet/balance/${members.get(id)}`, { token });
        if (row.status === 'active' && row.visible_to_partners === 'yes') {
          assert.deepEqual([status, body.data?.balance_seconds], [200, expected.get(id)], id);
        } else assert.equal(body.error, 'user_not_found', id);
      }),
    );
  }
  const stored = await service.ownerQuery<{ external_id: string; balance: string }>(
    `select m.external_id, a.credits_seconds - a.debits_seconds as balance from accounts a
     join members m on m.community_id = a.community_id and m.id = a.member_id where m.community_id = $1`,
    [partner.communityId],
  );
  assert.deepEqual(new Map(stored.map((row) => [row.external_id, Number(row.balance)])), expected);
});

test('the ledger holds, and each exchange keeps its day, listing, note and recorder', async () => {
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.ok(report.holds, JSON.stringify(report.invariants.filter((invariant) => !invariant.holds)));
  const stored = await service.ownerQuery<Record<string, string>>(
    `select t.external_id, t.service_date::text, p.external_id as provider, r.external_id as receiver,
       t.amount_seconds, coalesce(l.external_id, '') as listing, coalesce(t.note, '') as note, t.recorded_by
     from transfers t
     join accounts pa on pa.community_id = t.community_id and pa.id = t.credit_account_id
     join accounts ra on ra.community_id = t.community_id and ra.id = t.debit_account_id
     join members p on p.community_id = t.community_id and p.id = pa.member_id
     join members r on r.community_id = t.community_id and r.id = ra.member_id
     left join listings l on l.community_id = t.community_id and l.id = t.listing_id
     where t.community_id = $1 and t.kind = 'exchange' order by t.external_id`,
    [partner.communityId],
  );
  const expected = (await rowsOf('exchanges')).map((row) => ({
    external_id: row.external_id,
    service_date: row.service_date,
    provider: row.provider_external_id,
    receiver: row.receiver_external_id,
    amount_seconds: String(seconds(row.hours ?? '')),
    listing: row.listing_external_id,
    note: row.note,
    recorded_by: 'test',
  }));
  assert.deepEqual(
    stored.map((row) => ({ ...row, amount_seconds: String(row.amount_seconds) })),
    expected,
  );
});

test('a second run of the files changes nothing', async () => {
  const fingerprint = async () => {
    const tables = ['members', 'listings', 'accounts', 'transfers', 'events', 'audit_log'];
    const parts = tables.map(
      (table) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${table} t) ${table}`,
    );
    return await service.ownerQuery(`select ${parts.join(', ')}`);
  };
  const before = await fingerprint();
  service.clock.advance(86_400_000);
  for (const kind of IMPORT_KINDS) {
    const result = await IMPORTS[kind](service.deps, partner.communityId, sampleFile(kind), options);
    assert.deepEqual([result.created, result.unchanged, result.differing, result.problemCount], [0, result.rows, 0, 0]);
    assert.equal(result.outcome, 'imported');
  }
  assert.deepEqual(await fingerprint(), before);
});

test('a spreadsheet export is understood and every bad row named; the good ones are kept only when asked', async () => {
  const { id: communityId } = await service.createCommunity();
  const bytes = await readFile(join(FIXTURES, 'members-excel-export.csv'));
  const expected = [
    [2, 'joined_on', 'invalid_date'],
    [3, 'name', 'required'],
    [4, 'email', 'invalid_email'],
    [5, 'status', 'unknown_value'],
    [6, 'external_id', 'duplicate'],
    [9, 'balance_hours', 'too_many_decimals'],
    [10, 'name', 'line_break'],
    [12, 'email', 'invalid_email'],
    [12, 'status', 'required'],
  ];
  const refused = await IMPORTS.members(service.deps, communityId, bytes, options);
  assert.deepEqual(
    refused.problems.map(({ line, column, code }) => [line, column, code]),
    expected,
  );
  assert.deepEqual([refused.outcome, refused.rows, refused.created, refused.skipped], ['refused', 10, 0, 8]);
  assert.deepEqual([refused.understood?.separator, refused.understood?.encoding], [';', 'windows-1252']);
  assert.match(refused.problems[4]?.message ?? '', /"A4" is on line 5 already/);
  const select = `select m.external_id, m.name, a.credits_seconds - a.debits_seconds as balance
    from members m join accounts a on a.community_id = m.community_id and a.member_id = m.id
    where m.community_id = $1 order by m.external_id`;
  assert.deepEqual(await service.ownerQuery(select, [communityId]), []);

  const kept = await IMPORTS.members(service.deps, communityId, bytes, { ...options, skipBad: true });
  assert.deepEqual([kept.outcome, kept.created, kept.skipped, kept.problemCount], ['imported', 2, 8, 9]);
  assert.deepEqual(await service.ownerQuery(select, [communityId]), [
    { external_id: 'A5', name: '=HYPERLINK("http://x")', balance: '3600' },
    { external_id: 'A6', name: 'Léa Dubois', balance: '-11700' },
  ]);
});
