import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { changeRates } from '../../../../core/partners/rates/rates.ts';
import { camt } from '../../../../test-support/camt.ts';
import { runCommand } from '../../../../test-support/command.ts';
import { testService } from '../../../../test-support/harness.ts';
import { differences, FIXTURE, setUpReconciliation } from '../../../../test-support/reconciliation.ts';
import { credited, creditWith, reverse } from '../../../../test-support/wallet.ts';
import { readBankFile } from '../../../bank-files/read-file.ts';
import type { MatchBy } from './queries.ts';
import { comparedFileOf } from './reconcile.ts';

const service = await testService();

const setUp = (matchBy?: MatchBy) => setUpReconciliation(service, matchBy);

/** The fixture's payments: reference, end-to-end id, and hours at 25 euros each. */
async function fixturePayments() {
  const { entries } = comparedFileOf(await readBankFile(null, createReadStream(FIXTURE), {}));
  return entries
    .filter(({ direction }) => direction === 'credit')
    .map((entry) => ({
      reference: entry.entryReferences[0] ?? '',
      endToEndId: entry.endToEndId ?? '',
      hours: Number(entry.amount.digits) / 100 / 25,
    }));
}

test('a bank\u2019s statement: each category holds exactly what it should', async () => {
  const { credit, token, compareFixture, member } = await setUp();
  const ids = new Map<string, string>();
  for (const { reference, hours } of await fixturePayments()) {
    if (reference === 'ASR900005') continue;
    const as = reference === 'ASR900012' ? 'asr900012' : reference;
    ids.set(reference, (await credit(as, reference === 'ASR900007' ? hours + 0.01 : hours)).id);
  }
  await credit('ASR-ELSEWHERE', 1);
  const first = await compareFixture();
  assert.deepEqual(first.days, { from: '2026-11-19', to: '2026-11-19' });
  assert.equal(first.all_matched, false);
  assert.deepEqual(differences(first.matches), {
    credited_not_on_statement: ['asr900012', 'ASR-ELSEWHERE'],
    on_statement_not_credited: ['ASR900005'],
    amount_differs: ['ASR900007'],
    returned_without_reversal: ['ASR900028'],
    case_differs: ['ASR900012'],
  });
  assert.equal(first.counts.matched, 29 - 3);
  const [amount] = first.matches.amount_differs;
  assert.equal(amount?.problem, '0.5 h expected, 0.51 h credited');
  assert.equal(amount?.credit?.user_id, member.id);
  // The return names its payment by the end-to-end id they share.
  assert.equal(first.matches.returned_without_reversal[0]?.credit?.credit_id, ids.get('ASR900003'));
  assert.equal(first.matches.case_differs[0]?.credit?.reference, 'asr900012');

  await reverse(service, token, ids.get('ASR900003') ?? '', 'ASR900028');
  await credit('ASR900005', 1);
  await credit('ASR900012', 2);
  const second = await compareFixture();
  assert.deepEqual(differences(second.matches), {
    credited_not_on_statement: ['asr900012', 'ASR-ELSEWHERE'],
    amount_differs: ['ASR900007'],
  });
  assert.deepEqual([second.counts.matched, second.counts.returned], [28, 1]);
});

test('by end-to-end id, placeholders and repeated ids name no transfer, and case is not folded', async () => {
  const { credit, compareFixture } = await setUp('end_to_end_id');
  for (const { endToEndId, hours } of await fixturePayments()) {
    if (endToEndId === '' || endToEndId === 'tb-2026-00011') continue;
    await credit(endToEndId, hours);
  }
  const { matches, counts, match_by } = await compareFixture();
  assert.equal(match_by, 'end_to_end_id');
  assert.deepEqual(differences(matches), {
    returned_without_reversal: ['ASR900028'],
    unusable_reference: ['ASR900007', 'ASR900019'],
    case_differs: ['ASR900012'],
  });
  assert.match(matches.unusable_reference[0]?.problem ?? '', /the payer gave no end-to-end id/);
  assert.match(matches.case_differs[0]?.problem ?? '', /only "TB-2026-00011" is credited/);
  assert.equal(counts.matched, 26);
  const repeated = await setUp('end_to_end_id');
  await repeated.credit('STANDING', 2);
  const standing = { endToEndId: 'STANDING' };
  const twice = await repeated.compare([standing, standing]);
  assert.deepEqual(differences(twice.matches), { unusable_reference: ['STANDING'] });
});

test('a clean day matches whole; pending entries, fees and our own returned payments are no difference', async () => {
  const { credit, compare } = await setUp();
  await credit('A', 2);
  await credit('Ä\u00df-9', 0.5);
  const result = await compare([
    { reference: 'A' },
    { reference: 'Ä\u00df-9', amount: '12.50' },
    { reference: 'B', status: 'PDNG' },
    { reference: 'FEE', direction: 'DBIT', amount: '3.20' },
    { reference: 'BACK', detail: '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' },
  ]);
  assert.equal(result.all_matched, true, JSON.stringify(result));
  const { matched, other_entries, not_booked } = result.counts;
  assert.deepEqual([matched, other_entries, not_booked], [2, 2, 1]);
});

test('the member a payer names by payment reference is shown, and a credit to another one is a difference', async () => {
  const { credit, compare, partner, member } = await setUp();
  const ben = await service.createMember({ ...partner, name: 'Ben', externalId: 'M-7' });
  await credit('RIGHT', 2, ben);
  await credit('WRONG', 2, member);
  const printed = ben.paymentReference.replace(/(.{4})/g, '$1 ').toLowerCase();
  const result = await compare([
    { reference: 'RIGHT', remittance: `for Ben ${printed}` },
    { reference: 'WRONG', remittance: ben.paymentReference },
    {
      reference: 'OPEN',
      detail: `<RmtInf><Strd><CdtrRefInf><Ref>${ben.paymentReference}</Ref></CdtrRefInf></Strd></RmtInf>`,
    },
    { reference: 'NOBODY', remittance: 'RF18539007547034' },
  ]);
  const named = { payment_reference: ben.paymentReference, user_id: ben.id, external_id: 'M-7', name: 'Ben' };
  const [right, wrong] = result.matches.matched;
  assert.deepEqual([right?.named_member, right?.member_differs], [named, false]);
  assert.deepEqual([wrong?.named_member, wrong?.member_differs], [named, true]);
  const [open, nobody] = result.matches.on_statement_not_credited;
  assert.deepEqual([open?.named_member, nobody?.named_member], [named, null]);
  assert.equal(result.counts.member_differs, 1);
});

test('a return is found by its own reference, by the payment\u2019s, and by the id they share', async () => {
  const { credit, compare, token } = await setUp();
  const returned = { direction: 'DBIT', extra: '<RvslInd>true</RvslInd>' } as const;
  const one = await credit('ONE', 2);
  const two = await credit('TWO', 2);
  await credit('THREE', 2);
  await reverse(service, token, one.id, 'RETURN-ONE');
  await reverse(service, token, two.id, 'TWO');
  const { matches } = await compare([
    { ...returned, reference: 'RETURN-ONE' },
    { ...returned, reference: 'TWO' },
    { reference: 'ONE' },
    { reference: 'TWO' },
    { reference: 'THREE', endToEndId: 'E-3' },
    { ...returned, reference: 'RETURN-THREE', endToEndId: 'E-3' },
    { ...returned, reference: 'RETURN-FOUR', endToEndId: 'NOTPROVIDED' },
    { ...returned, reference: 'RETURN-ONE', amount: '25.00' },
  ]);
  assert.deepEqual(
    matches.returned.map(({ reference }) => reference),
    ['RETURN-ONE', 'TWO'],
  );
  assert.deepEqual(differences(matches), {
    returned_without_reversal: ['RETURN-THREE'],
    returned_without_credit: ['RETURN-FOUR'],
    amount_differs: ['RETURN-ONE'],
  });
});

test('a marked return that names only its member finds the reversal of as much money', async () => {
  const { credit, compare, token, member } = await setUp();
  await credit('KEPT', 2);
  const back = await credit('BACK', 2);
  await reverse(service, token, back.id, 'OWN-1');
  const returned = {
    direction: 'DBIT',
    extra: '<RvslInd>true</RvslInd>',
    remittance: member.paymentReference,
  } as const;
  const paid = [{ reference: 'KEPT' }, { reference: 'BACK' }];
  const other = await compare([...paid, { ...returned, reference: 'RETURN', amount: '25.00' }]);
  assert.deepEqual(differences(other.matches).returned_without_credit, ['RETURN']);
  const { matches, all_matched } = await compare([...paid, { ...returned, reference: 'RETURN' }]);
  assert.deepEqual([differences(matches), all_matched], [{}, true]);
  assert.equal(matches.returned[0]?.credit?.reference, 'BACK');
});

test('a return that names the bank\u2019s reference of its payment finds the reversal', async () => {
  const { credit, compareText, token } = await setUp();
  const { id } = await credit('PP-1', 2);
  await reverse(service, token, id, 'OWN-2');
  const statement = `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>2
    <ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20261118<DTEND>20261119
    <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261118<TRNAMT>50.00<FITID>PP-1<NAME>Anna</STMTTRN>
    <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261119<TRNAMT>-50.00<FITID>PP-2<CORRECTFITID>PP-1<NAME>Anna</STMTTRN>
    </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const { matches } = await compareText(statement);
  assert.deepEqual([differences(matches), matches.returned[0]?.reference], [{}, 'PP-2']);
});

test('an amount without a rate for its currency is not passed as right', async () => {
  const { credit, compare } = await setUp();
  await credit('A', 2);
  const { matches, all_matched } = await compare([{ reference: 'A', currency: 'CHF' }]);
  assert.equal(all_matched, false);
  assert.deepEqual(differences(matches), { not_compared: ['A'] });
  assert.match(matches.not_compared[0]?.problem ?? '', /no rate is set for CHF/);
});

test('without a rate the money that a credit names is compared; where it names none, nothing is said to differ', async () => {
  const { compare, partner, token, member } = await setUp();
  const sent = {
    SAME: { amount: '50', currency: 'CHF' },
    RETURNED: { amount: '50.00', currency: 'CHF' },
    OTHER: { amount: '50.01', currency: 'CHF' },
    EUROS: { amount: '50.00', currency: 'EUR' },
    BARE: undefined,
  };
  const ids = new Map<string, string>();
  for (const [reference, payment] of Object.entries(sent)) {
    const { body } = await creditWith(service, token, { user_id: member.id, reference, payment });
    ids.set(reference, body.data.id);
  }
  const entries = Object.keys(sent).map((reference) => ({ reference, currency: 'CHF' }));
  await reverse(service, token, ids.get('RETURNED') ?? '', 'BACK');
  const back = { reference: 'BACK', currency: 'CHF', direction: 'DBIT', extra: '<RvslInd>true</RvslInd>' } as const;
  const first = await compare([...entries, back]);
  assert.deepEqual(differences(first.matches), { amount_differs: ['OTHER'], not_compared: ['EUROS', 'BARE'] });
  const { problem_code, problem } = first.matches.amount_differs[0] ?? {};
  const said = 'no rate is set for CHF, and the credit was sent for 50.01 CHF';
  assert.deepEqual([problem_code, problem], ['payment_amount', said]);
  const { matched, returned, matched_without_rate } = first.counts;
  assert.deepEqual([matched, returned, matched_without_rate], [2, 1, 3]);

  const rate = { hoursPerUnit: { CHF: '1/50' }, from: null };
  await changeRates(service.deps, { ...partner, actor: 'test' }, rate);
  const second = await compare([...entries, back]);
  assert.deepEqual([second.all_matched, second.counts.matched_without_rate], [true, 0]);
});

test('a transfer is worth the hundredths that it pays whole, and no other value is right', async () => {
  const { credit, compare, partner } = await setUp();
  await changeRates(service.deps, { ...partner, actor: 'test' }, { hoursPerUnit: { EUR: '1/12' }, from: null });
  // 10 / 12 h = 0.8333... h
  const credits = { BELOW: 0.82, FLOOR: 0.83, ABOVE: 0.84 };
  for (const [reference, hours] of Object.entries(credits)) await credit(reference, hours);
  const { matches } = await compare(Object.keys(credits).map((reference) => ({ reference, amount: '10.00' })));
  assert.deepEqual(
    matches.matched.map(({ reference, hours_worth }) => [reference, hours_worth]),
    [['FLOOR', 0.83]],
  );
  assert.deepEqual(
    matches.amount_differs.map(({ problem }) => problem),
    ['0.83 h expected, 0.82 h credited', '0.83 h expected, 0.84 h credited'],
  );
});

test('the rate is that of the day on which the bank booked the payment, also for its return', async () => {
  const { credit, compare, partner, token } = await setUp();
  const act = { ...partner, actor: 'test' };
  await changeRates(service.deps, act, { hoursPerUnit: { EUR: '1/50' }, from: '2026-11-19' });
  const returned = { direction: 'DBIT', extra: '<RvslInd>true</RvslInd>' } as const;
  await credit('BEFORE', 2);
  await credit('ON', 1);
  await credit('LATE', 2);
  for (const [reference, back] of [
    ['SAME', 'SAME-BACK'],
    ['EARLIER', 'EARLIER-BACK'],
  ] as const) {
    await reverse(service, token, (await credit(reference, 2)).id, back);
  }
  const before = { bookedOn: '2026-11-18' };
  const first = await compare([
    { reference: 'BEFORE', ...before },
    { reference: 'EARLIER', ...before },
  ]);
  assert.equal(first.counts.amount_differs, 0);
  const { matches } = await compare([
    { reference: 'SAME', ...before },
    ...['ON', 'LATE'].map((reference) => ({ reference })),
    ...['SAME-BACK', 'EARLIER-BACK'].map((reference) => ({ ...returned, reference })),
  ]);
  assert.deepEqual(
    [matches.matched, matches.returned].map((list) => list.map(({ reference }) => reference)),
    [
      ['SAME', 'ON'],
      ['SAME-BACK', 'EARLIER-BACK'],
    ],
  );
  assert.deepEqual(differences(matches), { amount_differs: ['LATE'] });
});

test('another partner\u2019s credits neither match nor miss', async () => {
  const { credit, partner, compare } = await setUp();
  const other = await service.createPartner({ communityId: partner.communityId });
  const member = await service.createMember(partner);
  await credited(service, await service.token(other), member.id, 2, 'THEIRS');
  await credit('OURS', 2);
  const { matches } = await compare([{ reference: 'OURS' }, { reference: 'THEIRS' }]);
  assert.deepEqual(differences(matches), { on_statement_not_credited: ['THEIRS'] });
});

test('exit codes tell scripts: 0 all matched, 1 differences, 2 no usable file or no such partner', async () => {
  const { credit, partner, token, member } = await setUp();
  await credit('A', 2);
  const folder = await mkdtemp(join(tmpdir(), 'timebank-reconcile-'));
  try {
    const run = async (content: string, clientId = partner.clientId, ...more: string[]) => {
      const file = join(folder, 'statement');
      await writeFile(file, content);
      return runCommand(service.testDatabase, ['reconcile', file, '--partner', clientId, ...more]);
    };
    const clean = await run(camt([{ reference: 'A' }]), partner.clientId, '--json');
    assert.equal(clean.code, 0, clean.stderr);
    assert.equal(JSON.parse(clean.stdout).all_matched, true);
    await creditWith(service, token, { user_id: member.id, reference: 'F', payment: { amount: '9', currency: 'CHF' } });
    const named = await run(camt([{ reference: 'F', amount: '9.00', currency: 'CHF' }]));
    assert.deepEqual([named.code, named.stdout.includes('matched by the money alone')], [0, true], named.stdout);
    await creditWith(service, token, { user_id: member.id, reference: 'G' });
    const bare = await run(camt([{ reference: 'G', currency: 'CHF' }]));
    assert.deepEqual([bare.code, /differ/.test(bare.stdout)], [1, false], bare.stdout);
    assert.match(bare.stdout, /Not compared, since no rate is agreed for the currency .*: 1/);
    const csv = await run('entry_reference,amount,currency,booked_on\nA,50,EUR,2026-11-19\nB,50,EUR,2026-11-19\n');
    assert.equal(csv.code, 1);
    assert.match(csv.stdout, /On the statement, not credited: 1\n {2}line 3: 50.00 EUR, reference B/);
    const wrong = await run('<html/>', partner.clientId, '--json');
    assert.equal(wrong.code, 2);
    assert.equal(wrong.stdout, '');
    const failure = JSON.parse(wrong.stderr);
    assert.equal(failure.error, 'unusable_file');
    assert.match(failure.error_description, /no bank's statement; choose camt\.053/);
    assert.equal((await run(camt([]), 'tb_ci_nobody')).code, 2);
    const absent = await runCommand(service.testDatabase, [
      'reconcile',
      join(folder, 'x'),
      '--partner',
      partner.clientId,
    ]);
    assert.equal(absent.code, 2);
  } finally {
    await rm(folder, { recursive: true });
  }
});
