import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { camt } from '../../../../test-support/camt.ts';
import { runCommand } from '../../../../test-support/command.ts';
import { testService } from '../../../../test-support/harness.ts';
import { differences, setUpReconciliation } from '../../../../test-support/reconciliation.ts';
import type { MatchBy } from './queries.ts';

const service = await testService();

const setUp = (matchBy?: MatchBy) => setUpReconciliation(service, matchBy);
const RETURN = { direction: 'DBIT', extra: '<RvslInd>true</RvslInd>' } as const;

const explanations = (partnerId: number) =>
  service.ownerQuery<{ transfer_id: string; comparison_id: string; reference: string; kind: string }>(
    `select x.transfer_id, x.comparison_id, t.reference, t.kind
     from explained_transfers x join transfers t on t.community_id = x.community_id and t.id = x.transfer_id
     where x.partner_id = $1 order by t.id`,
    [partnerId],
  );

test('a credit that was taken back although its money is on the statement is never matched', async () => {
  const { credit, reverse, compare } = await setUp();
  const stolen = await credit('STOLEN', 2);
  await credit('FINE', 2);
  assert.equal((await reverse(stolen.id, 'INVENTED')).status, 201);
  const payments = [{ reference: 'STOLEN' }, { reference: 'FINE' }];
  const { matches, counts, all_matched } = await compare(payments);
  assert.deepEqual([all_matched, counts.matched], [false, 1]);
  assert.deepEqual(differences(matches), { reversed_without_return: ['STOLEN'] });
  const [reported] = matches.reversed_without_return;
  assert.deepEqual(
    [reported?.kind, reported?.reversal_reference, reported?.reversed_on],
    ['reversal', 'INVENTED', '2026-11-19'],
  );
  // It stays open: neither the same file nor the next one forgets it.
  assert.equal((await compare(payments)).all_matched, false);
  const next = await compare([
    { reference: 'X', status: 'PDNG' },
    { reference: 'FEE', direction: 'DBIT', bookedOn: '2026-11-20' },
  ]);
  assert.deepEqual(differences(next.matches), { reversed_without_return: ['STOLEN'] });
  // The return comes at last.
  const last = await compare([{ ...RETURN, reference: 'INVENTED', bookedOn: '2026-11-21' }]);
  assert.deepEqual([last.all_matched, last.counts.returned], [true, 1], JSON.stringify(last.matches));
  assert.deepEqual([(await compare(payments)).all_matched, (await compare(payments)).counts.matched], [true, 2]);
});

test('money on yesterday\u2019s statement and hours taken back this morning do not agree either', async () => {
  const { credit, reverse, compare } = await setUp();
  const { id } = await credit('A', 2);
  await reverse(id, 'INVENTED');
  const { matches, all_matched } = await compare([{ reference: 'A', bookedOn: '2026-11-18' }]);
  assert.equal(all_matched, false);
  assert.deepEqual(differences(matches), { reversed_without_return: ['A'] });
});

test('credits from yesterday\u2019s file, booked this morning, match; one that is on no statement shows', async () => {
  const { credit, compare } = await setUp();
  const file = (reference: string, bookedOn: string) => compare([{ reference, bookedOn }]);
  await credit('A', 2);
  assert.equal((await file('A', '2026-11-18')).all_matched, true);
  await credit('INVENTED', 2);
  service.clock.set('2026-11-20T06:00:00.000Z');
  await credit('B', 2);
  const second = await file('B', '2026-11-19');
  assert.equal(second.all_matched, false);
  assert.deepEqual(differences(second.matches), { credited_not_on_statement: ['INVENTED'] });
  service.clock.set('2026-11-21T06:00:00.000Z');
  await credit('C', 2);
  const third = await file('C', '2026-11-20');
  assert.deepEqual(differences(third.matches), { credited_not_on_statement: ['INVENTED'] });
});

test('a weekend\u2019s files, compared on Monday, match after the last of them and never before', async () => {
  const { credit, reverse, compare } = await setUp();
  service.clock.set('2026-11-23T07:00:00.000Z');
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  for (const day of days) await credit(`A-${day}`, 2);
  const { id } = await credit('BACK', 2);
  await reverse(id, 'RETURN');
  const files = [
    [{ reference: 'A-2026-11-20', bookedOn: days[0] ?? '' }],
    [
      { reference: 'A-2026-11-21', bookedOn: days[1] ?? '' },
      { reference: 'BACK', bookedOn: days[1] ?? '' },
    ],
    [
      { reference: 'A-2026-11-22', bookedOn: days[2] ?? '' },
      { ...RETURN, reference: 'RETURN', bookedOn: days[2] ?? '' },
    ],
  ];
  const results = [];
  for (const file of files) results.push(await compare(file));
  assert.deepEqual(
    results.map(({ all_matched, counts }) => [all_matched, counts.waiting_for_statement]),
    [
      [false, 4],
      [false, 1],
      [true, 0],
    ],
  );
  assert.deepEqual(differences(results[0]?.matches ?? assert.fail()), {
    waiting_for_statement: ['A-2026-11-21', 'A-2026-11-22', 'BACK', 'BACK'],
  });
  assert.deepEqual(differences(results[1]?.matches ?? assert.fail()), {
    reversed_without_return: ['BACK'],
    waiting_for_statement: ['A-2026-11-22'],
  });
});

test('every open credit and reversal is looked at, however many and whenever they were booked', async () => {
  const { credit, reverse, compare } = await setUp();
  const references = Array.from({ length: 7 }, (_, at) => `A-${at}`);
  for (const reference of references) await credit(reference, 2);
  service.clock.set('2026-11-20T10:00:00.000Z');
  const { id } = await credit('B', 2);
  await reverse(id, 'B-BACK');
  for (const rowsAtOnce of [1, 2, 3, 4, 9, 2000]) {
    const { counts, matches } = await compare([{ reference: 'FEE', direction: 'DBIT' }], rowsAtOnce);
    assert.deepEqual(
      [
        counts.credited_not_on_statement,
        counts.waiting_for_statement,
        matches.waiting_for_statement.map(({ kind }) => kind),
      ],
      [7, 2, ['credit', 'reversal']],
      `${rowsAtOnce} at once`,
    );
  }
  const whole = references.map((reference) => ({ reference }));
  const { counts } = await compare(whole, 2);
  assert.deepEqual([counts.matched, counts.credited_not_on_statement, counts.waiting_for_statement], [7, 0, 2]);
});

test('an explanation by a file is kept for ever; comparing the file again changes nothing', async () => {
  const { credit, reverse, compare, compareText, partner } = await setUp();
  const { id } = await credit('A', 2);
  await credit('B', 3);
  await reverse(id, 'A-BACK');
  const file = camt([{ reference: 'A' }, { reference: 'B' }, { ...RETURN, reference: 'A-BACK' }]);
  const first = await compareText(file);
  const kept = await explanations(partner.partnerId);
  // The amount of B differs: it is not explained, and stays open.
  assert.deepEqual(
    kept.map(({ reference, kind }) => [reference, kind]),
    [
      ['A', 'credit'],
      ['A-BACK', 'credit_reversal'],
    ],
  );
  const again = await compareText(file);
  assert.deepEqual({ ...again, id: first.id }, first);
  assert.deepEqual(await explanations(partner.partnerId), kept);
  assert.deepEqual(differences((await compare([{ reference: 'C', status: 'PDNG' }])).matches), {
    waiting_for_statement: ['B'],
  });
  const rows = await service.ownerQuery(
    `select id::int, file_sha256, file_name, compared_by, compared_at, first_day::text, last_day::text, all_matched, counts
     from statement_comparisons where partner_id = $1 order by id limit 1`,
    [partner.partnerId],
  );
  assert.deepEqual(rows, [
    {
      id: first.id,
      file_sha256: createHash('sha256').update(file).digest(),
      file_name: 'day.xml',
      compared_by: 'test',
      compared_at: service.clock.now(),
      first_day: '2026-11-19',
      last_day: '2026-11-19',
      all_matched: false,
      counts: first.counts,
    },
  ]);
  assert.equal(first.file_sha256, createHash('sha256').update(file).digest('hex'));
  for (const table of ['explained_transfers', 'statement_comparisons']) {
    for (const sql of [`update ${table} set partner_id = 1`, `delete from ${table}`, `truncate ${table} cascade`]) {
      await assert.rejects(service.ownerQuery(sql), { code: '23001' }, sql);
    }
  }
  const audit = await service.ownerQuery<{ actor: string; subject: string; details: Record<string, unknown> }>(
    `select actor, subject, details from audit_log where community_id = $1 and action = 'statement.compared' order by id`,
    [partner.communityId],
  );
  assert.equal(audit.length, 3);
  const { all_matched, counts, days, file_sha256 } = first;
  assert.deepEqual(audit[0], {
    actor: 'test',
    subject: `partner:${partner.partnerId}`,
    details: { comparison_id: first.id, file_sha256, days, all_matched, counts },
  });
});

test('a difference explains nothing: the credit stays open until it is solved', async () => {
  const { credit, compare, partner } = await setUp();
  const ben = await service.createMember({ ...partner, name: 'Ben' });
  await credit('AMOUNT', 1);
  await credit('MEMBER', 2);
  const first = await compare([{ reference: 'AMOUNT' }, { reference: 'MEMBER', remittance: ben.paymentReference }]);
  // Reported with their entries, not a second time.
  assert.deepEqual(differences(first.matches), { amount_differs: ['AMOUNT'] });
  assert.equal(first.counts.member_differs, 1);
  const next = await compare([{ reference: 'FEE', direction: 'DBIT', bookedOn: '2026-11-20' }]);
  assert.deepEqual(differences(next.matches), { credited_not_on_statement: ['AMOUNT', 'MEMBER'] });
  assert.equal(next.all_matched, false);
});

test('a credit is for one payment: the same reference on a later statement is not matched', async () => {
  const { credit, compare } = await setUp('end_to_end_id');
  await credit('STANDING', 2);
  const month = (bookedOn: string, reference?: string) =>
    compare([{ endToEndId: 'STANDING', bookedOn, ...(reference === undefined ? {} : { reference }) }]);
  assert.equal((await month('2026-11-19', 'ONE')).all_matched, true);
  for (const other of [await month('2026-12-19'), await month('2026-11-19', 'TWO')]) {
    assert.equal(other.all_matched, false);
    assert.equal(other.matches.unusable_reference[0]?.problem_code, 'reference_on_earlier_statement');
  }
  assert.equal((await month('2026-11-19', 'ONE')).all_matched, true);
});

test('a return finds its payment on an earlier statement by the end-to-end id they share', async () => {
  const { credit, reverse, compare } = await setUp();
  const { id } = await credit('A', 2);
  assert.equal((await compare([{ reference: 'A', endToEndId: 'E-1' }])).all_matched, true);
  await reverse(id, 'A');
  const back = { ...RETURN, reference: 'R', endToEndId: 'E-1', bookedOn: '2026-11-20' };
  const { counts, all_matched } = await compare([back]);
  assert.deepEqual([counts.returned, all_matched], [1, true]);
  // One reversal is for one return, on one statement and on several.
  await reverse((await credit('B', 2)).id, 'B');
  const [one, two] = ['R-B1', 'R-B2'].map((reference) => ({ ...RETURN, reference, endToEndId: 'E-2' }));
  const twice = await compare([{ reference: 'B', endToEndId: 'E-2' }, one ?? {}, two ?? {}]);
  assert.deepEqual([twice.counts.returned, differences(twice.matches)], [1, { returned_without_credit: ['R-B2'] }]);
  const other = await compare([back, { ...back, reference: 'R-2' }]);
  assert.deepEqual(differences(other.matches), { returned_without_credit: ['R-2'] });
  assert.equal((await compare([{ ...back, bookedOn: '2026-11-21' }])).counts.returned_without_credit, 1);
});

test('a return is not linked by an end-to-end id that two credits share', async () => {
  const { credit, compare, reverse } = await setUp();
  await credit('A', 2);
  const { id } = await credit('B', 2);
  await reverse(id, 'B');
  const back = { ...RETURN, reference: 'R', endToEndId: 'E-1' };
  const payments = ['A', 'B'].map((reference) => ({ reference, endToEndId: 'E-1' }));
  const one = await compare([...payments, back]);
  assert.deepEqual(differences(one.matches), { returned_without_credit: ['R'], reversed_without_return: ['B'] });
  // Nor when they stand on earlier statements.
  const later = await compare([{ ...back, bookedOn: '2026-11-20' }]);
  assert.deepEqual(differences(later.matches), { returned_without_credit: ['R'], reversed_without_return: ['B'] });
});

test('a payment that came back on the same statement and was never credited needs nothing', async () => {
  const { credit, compare, compareFixture, reverse } = await setUp();
  const paid = { reference: 'P', endToEndId: 'E-1' };
  const back = { ...RETURN, reference: 'R', endToEndId: 'E-1' };
  for (const entries of [
    [paid, back],
    [back, paid],
    [{ reference: 'P' }, { ...RETURN, reference: 'P' }],
  ]) {
    const { matches, all_matched } = await compare(entries);
    assert.deepEqual([differences(matches), all_matched], [{ returned_uncredited: ['P'] }, true]);
  }
  for (const [entries, expected] of [
    [[paid, { ...back, amount: '49.99' }], { on_statement_not_credited: ['P'], returned_without_credit: ['R'] }],
    [[paid, { ...back, endToEndId: 'E-2' }], { on_statement_not_credited: ['P'], returned_without_credit: ['R'] }],
    [[paid, back, { ...back, reference: 'R-2' }], { returned_uncredited: ['P'], returned_without_credit: ['R-2'] }],
    [
      [paid, { ...paid, reference: 'Q' }, back],
      { on_statement_not_credited: ['P', 'Q'], returned_without_credit: ['R'] },
    ],
  ] as const) {
    const { matches, all_matched } = await compare(entries);
    assert.deepEqual([differences(matches), all_matched], [expected, false]);
  }
  const fixture = await compareFixture();
  assert.deepEqual(differences(fixture.matches).returned_uncredited, ['ASR900003']);
  assert.equal(fixture.counts.returned_without_reversal + fixture.counts.returned_without_credit, 0);
  // Once it is credited after all, the credit has to go back.
  const { id } = await credit('P', 2);
  assert.deepEqual(differences((await compare([paid, back])).matches), { returned_without_reversal: ['R'] });
  await reverse(id, 'R');
  assert.equal((await compare([paid, back])).all_matched, true);
});

test('a line that is not understood is reported; only one that could be a payment keeps a file from matching', async () => {
  const { credit, compareText } = await setUp();
  await credit('A', 2);
  const salaries = '<TxDtls><Refs/></TxDtls><TxDtls><Refs/></TxDtls>';
  const file = (entry: object) => compareText(camt([{ reference: 'A' }, { reference: 'B', ...entry }]));
  const debits = await file({ direction: 'DBIT', details: salaries });
  assert.deepEqual([debits.all_matched, debits.counts.matched, debits.counts.not_understood], [true, 1, 2]);
  for (const entry of [
    { direction: 'CRDT', details: salaries },
    { direction: 'DBIT', details: salaries, extra: '<RvslInd>true</RvslInd>' },
    { direction: 'UP' },
    { bookedOn: 'soon' },
  ]) {
    const { all_matched, matches, counts } = await file(entry);
    assert.deepEqual([all_matched, counts.matched], [false, 1], JSON.stringify(entry));
    assert.match(matches.not_understood[0]?.place ?? '', /^entry 2/);
  }
  const alone = await compareText(camt([{ bookedOn: '20.11.2026' }]));
  assert.deepEqual([alone.all_matched, alone.days, alone.counts.not_understood], [false, null, 1]);
});

test('payments in which no member is named are listed, so that silence is not taken for agreement', async () => {
  const { credit, compare, member } = await setUp();
  for (const reference of ['A', 'B', 'C']) await credit(reference, 2);
  const { all_matched, matches } = await compare([
    { reference: 'A', remittance: `Zeitbank${member.paymentReference}ABWA+` },
    { reference: 'B', remittance: 'hours for Mum' },
    { reference: 'C', endToEndId: member.paymentReference },
  ]);
  assert.equal(all_matched, true);
  assert.deepEqual(
    matches.no_payment_reference.map(({ reference, credit }) => [reference, credit?.reference]),
    [['B', 'B']],
  );
});

test('a wrong member is found by a reference that the bank cut in pieces', async () => {
  const { credit, compare, partner } = await setUp();
  const { paymentReference } = await service.createMember({ ...partner, name: 'Ben' });
  await credit('A', 2);
  const pieces = [`Zeitbank${paymentReference.slice(0, 9)}`, paymentReference.slice(9)];
  const detail = `<RmtInf>${pieces.map((piece) => `<Ustrd>${piece}</Ustrd>`).join('')}</RmtInf>`;
  const { counts, all_matched } = await compare([{ reference: 'A', detail }]);
  assert.deepEqual([counts.member_differs, all_matched], [1, false]);
});

test('the command fails while anything is open, but for what --allow-open lets wait, and it says so', async () => {
  const { credit, reverse, partner } = await setUp();
  // The command reads the real clock.
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  const folder = await mkdtemp(join(tmpdir(), 'timebank-open-'));
  try {
    const run = async (content: string, ...more: string[]) => {
      const file = join(folder, 'statement.xml');
      await writeFile(file, content);
      return runCommand(service.testDatabase, ['reconcile', file, '--partner', partner.clientId, ...more]);
    };
    service.clock.set(day(2));
    await credit('OPEN', 2);
    const { id } = await credit('STOLEN', 2);
    await reverse(id, 'INVENTED');
    const statement = camt([{ reference: 'STOLEN', bookedOn: day(3).slice(0, 10) }]);
    assert.equal((await run(statement, '--allow-open', '3')).code, 1);
    const back = camt([{ ...RETURN, reference: 'INVENTED', bookedOn: day(3).slice(0, 10) }]);
    const strict = await run(back);
    assert.equal(strict.code, 1);
    assert.match(strict.stdout, /waiting for a later statement: 1\n {2}OPEN: 2 h to Anna Berger/);
    assert.match(strict.stdout, /Not all matched\.$/m);
    assert.equal((await run(back, '--allow-open', '2')).code, 1);
    const allowed = await run(back, '--allow-open', '3');
    assert.equal(allowed.code, 0, allowed.stdout + allowed.stderr);
    assert.match(
      allowed.stdout,
      /^Open items allowed by --allow-open \(booked less than 3 days ago\): 1\.\nNot all matched\.$/m,
    );
    const json = JSON.parse((await run(back, '--allow-open', '3', '--json')).stdout);
    assert.deepEqual([json.all_matched, json.allowed_open], [false, { days: 3, count: 1 }]);
    const uncredited = camt([{ reference: 'B', bookedOn: day(3).slice(0, 10) }]);
    assert.equal((await run(uncredited, '--allow-open', '3')).code, 1);
    assert.match((await run(back, '--allow-open=367')).stderr, /a whole number from 0 to 366/);
    const [row] = await service.ownerQuery<{ compared_by: string; file_name: string }>(
      'select compared_by, file_name from statement_comparisons where partner_id = $1 limit 1',
      [partner.partnerId],
    );
    assert.deepEqual(row, { compared_by: 'command line', file_name: 'statement.xml' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
