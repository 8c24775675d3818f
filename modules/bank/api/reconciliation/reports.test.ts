import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { credited, creditWith } from '../../../../test-support/wallet.ts';
import { erasePersonalData } from '../../../members/domain/members/erase.ts';
import type { Reconciliation, ReconciliationLine } from '../../contract/reconciliation.ts';
import { BANK_JOBS } from '../../domain/upkeep.ts';

const service = await testService();

const HEAD = 'entry_reference,amount,currency,booked_on,remittance';
/** Nobody has credited the first; the partner credits the second under the reference of another. */
const FILE = [HEAD, 'P-1,25.00,EUR,2026-11-19,for Anna', 'P-2,50.00,EUR,2026-11-19,thanks'].join('\n');

async function setUp() {
  service.clock.set('2026-11-19T16:00:00.000Z');
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const partner = await service.createPartner({ communityId });
  const member = await service.createMember({ communityId, name: 'Anna Berger' });
  const params = { slug, partnerId: partner.partnerId };
  await client.call('updatePartnerRates', { params, json: { hours_per_unit: { EUR: '1/25' } } });
  const credit = async (reference: string, hours: number) =>
    credited(service, await service.token(partner), member.id, hours, reference);
  const compare = async (file = FILE, file_name = 'november.csv'): Promise<Reconciliation> => {
    const { status, body } = await client.call('reconcileStatement', { params, file, query: { file_name } });
    assert.equal(status, 200);
    return body.data;
  };
  const lines = async (query: object): Promise<ReconciliationLine[]> => {
    const { status, body } = await client.call('listReconciliationLines', { params, query });
    assert.equal(status, 200);
    return body.data;
  };
  const linesOf = (id: number) => lines({ reconciliation_id: id });
  const update = (line: ReconciliationLine, json: object, by = client) =>
    by.call('updateReconciliationLine', {
      params: { ...params, reconciliationId: line.reconciliation_id, lineNumber: line.number },
      json: { revision: line.revision, ...json },
    });
  const read = async (id: number): Promise<Reconciliation> =>
    (await client.call('getReconciliation', { params: { ...params, reconciliationId: id } })).body.data;
  const alert = async () => {
    const { body } = await client.call('getOverview', { params: { slug } });
    return body.data.attention.find(({ kind }: { kind: string }) => kind === 'statement_unmatched')?.count ?? 0;
  };
  return { ...person, partner, member, params, credit, compare, lines, linesOf, update, read, alert };
}

const differencesIn = (lines: readonly ReconciliationLine[]) => lines.filter(({ state }) => state !== null);

test('a report is kept with its file, its person and its lines, and is listed newest first, page by page', async () => {
  const { client, params, credit, compare, linesOf } = await setUp();
  await credit('ONLY-US', 2);
  const first = await compare();
  service.clock.set('2026-11-19T16:05:00.000Z');
  const second = await compare(`${FILE}\n`, 'later.csv');
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await client.call('listReconciliations', { params, query: { per_page: 1, cursor } });
    found.push(...body.data.map(({ id }: Reconciliation) => id));
    cursor = body.meta.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(found, [second.id, first.id]);
  assert.equal(first.file_name, 'november.csv');
  assert.match(first.file_sha256, /^[0-9a-f]{64}$/);
  assert.notEqual(first.file_sha256, second.file_sha256);
  assert.equal(first.compared_at, '2026-11-19T16:00:00.000Z');
  assert.ok(first.compared_by);
  assert.deepEqual(first.lines, { open: 3, asked: 0, explained: 0, settled: 0, carried: 0 });
  const [paid, , booked] = differencesIn(await linesOf(second.id));
  assert.deepEqual(
    [paid?.kind, paid?.reference, paid?.amount, paid?.hours_worth, paid?.payer_text, paid?.place],
    ['on_statement_not_credited', 'P-1', '25.00', 1, 'for Anna', 'line 2'],
  );
  assert.deepEqual(
    [booked?.kind, booked?.credit?.reference, booked?.credit?.hours, booked?.place],
    ['credited_not_on_statement', 'ONLY-US', 2, null],
  );
});

test('the lines of a report come page by page, and by their state', async () => {
  const { client, params, compare, linesOf, lines, update } = await setUp();
  const { id } = await compare();
  const all = await linesOf(id);
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { reconciliation_id: id, per_page: 1, cursor };
    const { body } = await client.call('listReconciliationLines', { params, query });
    found.push(...body.data.map(({ number }: ReconciliationLine) => number));
    cursor = body.meta.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(
    found,
    all.map(({ number }) => number),
  );
  const [first] = differencesIn(all);
  assert.equal((await update(first as ReconciliationLine, { state: 'asked' })).status, 200);
  const numbers = (rows: readonly ReconciliationLine[]) => rows.map(({ number }) => number);
  assert.deepEqual(numbers(await lines({ reconciliation_id: id, state: 'asked' })), [first?.number]);
  assert.deepEqual(numbers(await lines({ state: 'asked' })), [first?.number]);
  assert.equal((await lines({})).length, 1);
});

test('a person sets state and note of a line; who and when are kept and audited, the note itself is not', async () => {
  const { client, id: administratorId, params, compare, linesOf, update, read } = await setUp();
  const { id } = await compare();
  const [line] = differencesIn(await linesOf(id)) as [ReconciliationLine];
  service.clock.set('2026-11-19T16:05:00.000Z');
  const { status, body } = await update(line, { state: 'explained', note: '  Cash at the office.  ' });
  assert.equal(status, 200);
  const { state, note, changed_at, changed_by, revision } = body.data;
  assert.deepEqual([state, note, changed_at], ['explained', 'Cash at the office.', '2026-11-19T16:05:00.000Z']);
  assert.ok(changed_by);
  assert.equal(revision, line.revision + 1);
  assert.deepEqual((await read(id)).lines, { open: 1, asked: 0, explained: 1, settled: 0, carried: 0 });
  const { body: log } = await client.call('listAudit', { params, query: { action: 'statement.line_changed' } });
  const [entry] = log.data;
  assert.deepEqual([entry.actor.id, entry.subject], [administratorId, `partner:${params.partnerId}`]);
  assert.deepEqual([entry.before, entry.after], [{ state: 'open' }, { state: 'explained' }]);
  assert.deepEqual(entry.details, {
    comparison_id: id,
    number: line.number,
    kind: line.kind,
    note_changed: true,
  });
  assert.doesNotMatch(JSON.stringify(log), /Cash/);
});

test('one of two simultaneous changes to a line is refused, and nothing of the other is lost', async () => {
  const { slug, communityId, compare, linesOf, update, client } = await setUp();
  const other = await signedIn(service, { communityId, slug, role: 'administrator' });
  const { id } = await compare();
  const [line] = differencesIn(await linesOf(id)) as [ReconciliationLine];
  const answers = await Promise.all([
    update(line, { state: 'asked', note: 'first' }),
    update(line, { state: 'explained', note: 'second' }, other.client),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const winner = answers.find(({ status }) => status === 200)?.body.data;
  const loser = answers.find(({ status }) => status === 409)?.body;
  assert.equal(loser.error, 'state_conflict');
  const [now] = differencesIn(await linesOf(id));
  assert.deepEqual([now?.state, now?.note], [winner.state, winner.note]);
  assert.equal((await update(winner, { note: null }, client)).body.data.note, null);
});

test('an unknown line, one that is no difference, and a settled one cannot be changed; a bad change is named', async () => {
  const { client, params, credit, compare, linesOf, update } = await setUp();
  const { id } = await compare();
  const all = await linesOf(id);
  const [line] = differencesIn(all) as [ReconciliationLine];
  for (const json of [{ state: 'settled' }, { state: 'x' }, { note: 'x'.repeat(501) }, { note: 1 }, { more: 1 }]) {
    assert.equal((await update(line, json)).status, 422, JSON.stringify(json));
  }
  for (const [reconciliationId, lineNumber] of [
    [id, 999],
    [id + 999, 1],
    ['x', 1],
    [id, 'x'],
  ]) {
    const missing = await client.call('updateReconciliationLine', {
      params: { ...params, reconciliationId, lineNumber } as Record<string, string | number>,
      json: { revision: 0, state: 'asked' },
    });
    assert.deepEqual([missing.status, missing.body.error], [404, 'reconciliation_not_found']);
  }
  const informative = all.find(({ state }) => state === null) as ReconciliationLine;
  assert.equal((await update(informative, { state: 'asked' })).status, 409);
  await credit('P-1', 1);
  await compare();
  const settled = await update(line, { revision: line.revision + 1, state: 'open' });
  assert.deepEqual([settled.status, settled.body.error], [409, 'state_conflict']);
});

test('the same file again takes over state and note, and settles what is no difference any more', async () => {
  const { credit, compare, linesOf, update, read, alert } = await setUp();
  await credit('ONLY-US', 2);
  const first = await compare();
  const [, second, booked] = differencesIn(await linesOf(first.id)) as ReconciliationLine[];
  await update(second as ReconciliationLine, { state: 'asked', note: 'Wrote to the bank.' });
  await update(booked as ReconciliationLine, { state: 'explained', note: 'Paid in cash.' });
  assert.equal(await alert(), 1);
  await credit('P-1', 1);
  const again = await compare();
  assert.deepEqual((await read(first.id)).lines, { open: 0, asked: 0, explained: 0, settled: 1, carried: 2 });
  assert.deepEqual(again.lines, { open: 0, asked: 1, explained: 1, settled: 0, carried: 0 });
  const now = differencesIn(await linesOf(again.id));
  assert.deepEqual(
    now.map(({ state, note, changed_by, changed_at }) => [state, note, changed_by !== null, changed_at !== null]),
    [
      ['asked', 'Wrote to the bank.', true, true],
      ['explained', 'Paid in cash.', true, true],
    ],
  );
  const before = differencesIn(await linesOf(first.id));
  assert.deepEqual(
    before.map(({ state, settled_by }) => [state, settled_by]),
    [
      ['settled', again.id],
      ['carried', again.id],
      ['carried', again.id],
    ],
  );
  assert.equal(await alert(), 0);
});

test('another file settles the bookings that it explains, and leaves the entries of the first alone', async () => {
  const { credit, compare, linesOf, read } = await setUp();
  await credit('ONLY-US', 2);
  const first = await compare();
  const next = await compare([HEAD, 'ONLY-US,50.00,EUR,2026-11-20,'].join('\n'));
  assert.deepEqual(next.lines, { open: 0, asked: 0, explained: 0, settled: 0, carried: 0 });
  assert.deepEqual((await read(first.id)).lines, { open: 2, asked: 0, explained: 0, settled: 1, carried: 0 });
  assert.deepEqual(
    differencesIn(await linesOf(first.id)).map(({ kind, state }) => [kind, state]),
    [
      ['on_statement_not_credited', 'open'],
      ['on_statement_not_credited', 'open'],
      ['credited_not_on_statement', 'settled'],
    ],
  );
});

test('what has no rate is a kind of its own: it is open and no difference, and a later comparison with a rate settles it', async () => {
  const { client, params, partner, member, compare, linesOf, update, read } = await setUp();
  await creditWith(service, await service.token(partner), { user_id: member.id, reference: 'F-1' });
  const file = [HEAD, 'F-1,30.00,CHF,2026-11-19,', 'F-2,30.00,CHF,2026-11-19,'].join('\n');
  const first = await compare(file);
  assert.deepEqual([first.counts.amount_differs, first.counts.not_compared], [0, 1]);
  assert.deepEqual([first.lines.open, first.open_not_compared], [2, 1]);
  const [line] = (await linesOf(first.id)).filter(({ reference }) => reference === 'F-1');
  assert.deepEqual([line?.kind, line?.problem_code, line?.state], ['not_compared', 'no_rate', 'open']);
  await update(line as ReconciliationLine, { state: 'explained' });
  const { body } = await client.call('listAudit', { params, query: { action: 'statement.line_changed' } });
  assert.equal(body.data[0].details.kind, 'not_compared');
  assert.equal((await read(first.id)).open_not_compared, 0);
  await client.call('updatePartnerRates', { params, json: { hours_per_unit: { CHF: '1/30' } } });
  assert.equal((await compare(file)).counts.matched, 1);
  assert.equal((await linesOf(first.id)).find(({ reference }) => reference === 'F-1')?.state, 'settled');
});

test('the alert of the overview counts the open lines of all reports, and goes when none is open', async () => {
  const { compare, lines, update, alert } = await setUp();
  assert.equal(await alert(), 0);
  await compare();
  await compare([HEAD, 'P-9,25.00,EUR,2026-11-20,'].join('\n'));
  assert.equal(await alert(), 3);
  const open = await lines({});
  assert.equal(open.length, 3);
  for (const [index, line] of open.entries()) {
    await update(line, { state: index % 2 ? 'asked' : 'explained' });
    assert.equal(await alert(), 2 - index);
  }
});

test('a role that reads statements reads the reports; only one that compares changes a line; other communities do neither', async () => {
  const { params, slug, communityId, compare, linesOf, update } = await setUp();
  const { id } = await compare();
  const [line] = differencesIn(await linesOf(id)) as [ReconciliationLine];
  const reads = [
    ['listReconciliations', {}],
    ['getReconciliation', {}],
    ['listReconciliationLines', { reconciliation_id: id }],
  ] as const;
  const path = { ...params, reconciliationId: id };
  for (const [role, status] of [
    ['administrator', 200],
    ['coordinator', 403],
    ['auditor', 403],
  ] as const) {
    const { client } = await signedIn(service, { communityId, slug, role });
    for (const [operation, query] of reads) {
      assert.equal((await client.call(operation, { params: path, query })).status, 200, `${role} ${operation}`);
    }
    assert.equal((await update(line, { state: 'asked' }, client)).status, status, role);
  }
  const elsewhere = await signedIn(service);
  const foreign = await service.createPartner({ communityId: elsewhere.communityId });
  const theirs = { slug: elsewhere.slug, partnerId: foreign.partnerId, reconciliationId: id, lineNumber: line.number };
  const own = await service.createPartner({ communityId });
  const sibling = { ...path, partnerId: own.partnerId, lineNumber: line.number };
  const { client: owner } = await signedIn(service, { communityId, slug, role: 'owner' });
  for (const [client, where] of [
    [elsewhere.client, theirs],
    [owner, sibling],
  ] as const) {
    for (const [operation, query] of reads.slice(1)) {
      const { status, body } = await client.call(operation, { params: where, query });
      assert.deepEqual([status, body.error], [404, 'reconciliation_not_found'], operation);
    }
    assert.deepEqual((await client.call('listReconciliations', { params: where })).body.data, []);
    assert.deepEqual((await client.call('listReconciliationLines', { params: where })).body.data, []);
    const change = await client.call('updateReconciliationLine', {
      params: where,
      json: { revision: 1, state: 'open' },
    });
    assert.deepEqual([change.status, change.body.error], [404, 'reconciliation_not_found']);
  }
});

test("erasing a member takes the payer's words and the notes off the member's lines, and off no other", async () => {
  const { communityId, member, credit, compare, linesOf, update } = await setUp();
  await credit('P-1', 2);
  const named = `P-3,25.00,EUR,2026-11-19,${member.paymentReference} from Anna`;
  const { id } = await compare(`${FILE}\n${named}`);
  for (const line of differencesIn(await linesOf(id))) await update(line, { note: 'Ask Anna' });
  await erasePersonalData(service.deps, { communityId, memberId: member.uuid, actor: 'test' }, 'Anna Berger');
  const left = differencesIn(await linesOf(id)).map(({ reference, payer_text, note }) => [reference, payer_text, note]);
  assert.deepEqual(left, [
    ['P-1', null, null],
    ['P-2', 'thanks', 'Ask Anna'],
    ['P-3', null, null],
  ]);
});

test('lines are deleted after three years; the comparison and its counts stay', async () => {
  const { compare } = await setUp();
  const { id, counts } = await compare();
  const [job] = BANK_JOBS;
  const run = () => job?.run(service.deps, new AbortController().signal);
  service.clock.set('2029-11-20T16:00:00.000Z');
  await run();
  assert.ok((await linesOfNow()).length > 0);
  service.clock.set('2029-11-23T16:00:00.000Z');
  await run();
  assert.deepEqual(await linesOfNow(), []);
  const [kept] = await service.ownerQuery<{ counts: unknown }>(
    'select counts from statement_comparisons where id = $1',
    [id],
  );
  assert.deepEqual(kept?.counts, counts);

  async function linesOfNow() {
    return await service.ownerQuery('select number from comparison_lines where comparison_id = $1', [id]);
  }
});
