/** Comparisons of files as banks really hand them out: each once with what the partner has credited before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRates } from '../../../../core/partners/rates/rates.ts';
import { filledBankFile } from '../../../../test-support/bank-files.ts';
import { testService } from '../../../../test-support/harness.ts';
import { credited, reverse } from '../../../../test-support/wallet.ts';
import { reconcile } from './reconcile.ts';
import { changeMatchBy } from './settings.ts';

const TODAY = '2026-11-26';
const service = await testService();
service.clock.set(`${TODAY}T16:00:00.000Z`);

/** Credits by reference: the member's number, from 0, and the hours. */
type FirstCredits = Readonly<Record<string, readonly [number, number]>>;

/** A payment, and two debits that name its member: of the same amount, and of another. */
function unmarked([reference = '']: readonly string[]): Buffer {
  const text = [
    ':20:A\n:25:10050000/54540402\n:28C:1/1\n:60F:C261125EUR100,00',
    `:61:2611261126C20,00NTRFNONREF//SPK-4401\n:86:166?00GUTSCHRIFT?20SVWZ+${reference}`,
    `:61:2611261126D20,00NTRFNONREF//OUT-1\n:86:177?00UEBERWEISUNG?20SVWZ+zurueck ${reference}?32Anna`,
    `:61:2611261126D45,20NTRFNONREF//OUT-2\n:86:177?00UEBERWEISUNG?20SVWZ+Auslage ${reference}?32Anna`,
    ':62F:C261126EUR54,80\n-',
  ];
  return Buffer.from(text.join('\n'));
}

async function compared(
  names: readonly string[],
  first: FirstCredits,
  reversed: Readonly<Record<string, string>> = {},
) {
  const { deps } = service;
  const partner = await service.createPartner();
  const act = { ...partner, actor: 'test' };
  await changeMatchBy(deps, act, 'entry_reference');
  await changeRates(deps, act, { hoursPerUnit: { EUR: '1/20' }, from: null });
  const members = await Promise.all([0, 1, 2, 3, 4].map(() => service.createMember({ ...partner })));
  const token = await service.token(partner);
  for (const [reference, [member, hours]] of Object.entries(first)) {
    const { id } = await credited(service, token, members[member]?.id ?? '', hours, reference);
    if (reversed[reference]) await reverse(service, token, id, reversed[reference]);
  }
  const references = members.map(({ paymentReference }) => paymentReference);
  let last: Awaited<ReturnType<typeof reconcile>> | undefined;
  for (const name of names) {
    const bytes = name === 'unmarked' ? unmarked(references) : await filledBankFile(name, references, TODAY);
    const chunks = (async function* () {
      yield bytes;
    })();
    last = await reconcile(deps, act, { name, chunks });
  }
  assert.ok(last);
  const { id, matches, counts, all_matched } = last;
  return { id, matches, counts, all_matched };
}

for (const [name, first] of [
  ['m07-ntryref-only.xml', { '0042': [0, 1] }],
  ['m11-long-text.xml', { 'K-1': [0, 1] }],
  ['m13-latin-undeclared.xml', { 'N-1': [0, 1] }],
  ['m16-two-documents.xml', { 'Q-1': [0, 1], 'Q-2': [1, 1] }],
  ['m17-envelope.xml', { 'R-1': [0, 1] }],
  ['m18-camt052.xml', { 'T-1': [0, 1] }],
  ['m19-camt054.xml', { 'V-1': [0, 1] }],
  ['m21-decimals.xml', { 'X-1': [0, 1], 'X-2': [1, 1], 'X-3': [2, 1], 'X-4': [3, 1] }],
  ['m24-foreign-currency-batch.xml', { 'FX-1': [0, 1], 'FX-2': [1, 1] }],
  ['n01-mt940.sta', { 'MT-1': [0, 1] }],
] as const satisfies readonly (readonly [string, FirstCredits])[]) {
  test(`${name} matches whole`, async () => {
    const { all_matched, counts } = await compared([name], first);
    assert.deepEqual([all_matched, counts.matched], [true, Object.keys(first).length]);
  });
}

test('nothing is said to match while a figure of the file itself does not hold', async () => {
  const broken = await compared(['m26-balance-broken.xml'], { 'BB-1': [0, 1] });
  assert.equal(broken.all_matched, false);
  assert.deepEqual(
    broken.matches.proof_fails.map(({ proof, expected, found }) => [proof, expected, found]),
    [['balance', '80.00', '20.00']],
  );
  const kept = `select kind, state, amount, entry_amount as found, unreadable from comparison_lines
    where comparison_id = $1 and place like 'balance%'`;
  assert.deepEqual(await service.ownerQuery(kept, [broken.id]), [
    { kind: 'proof_fails', state: 'open', amount: '80.00', found: '20.00', unreadable: null },
  ]);
  const short = await compared(['m02-batch-short.xml'], { 'B-1': [0, 1], 'B-2': [1, 1] });
  assert.equal(short.all_matched, false);
  assert.deepEqual([short.counts.matched, short.counts.proof_fails], [2, 2]);
});

test('payments without details ask for the file that has them', async () => {
  const whole = await compared(['m03-batch-no-details.xml'], { 'C-1': [0, 1], 'C-2': [1, 2] });
  const rest = await compared(['m02b-batch-one-of-three.xml'], { 'B-1': [0, 1] });
  assert.equal(rest.counts.matched, 1);
  for (const { matches } of [whole, rest]) {
    const [line] = matches.unusable_reference;
    assert.deepEqual([line?.problem_code, matches.on_statement_not_credited], ['details_missing', []]);
    assert.match(line?.problem ?? '', /a batch of 2 payments without details; choose the camt\.054/);
  }
});

test('what several payments share names no member', async () => {
  const { all_matched, counts } = await compared(['m04-batch-shared-text.xml'], { 'D-1': [0, 1], 'D-2': [1, 1] });
  assert.deepEqual([all_matched, counts.member_differs], [true, 0]);
});

test('money that went back is listed, however the bank marks it', async () => {
  for (const [names, first] of [
    [['m05-reversal-original-direction.xml'], { 'F-1': [0, 1] }],
    [['m05b-day1.xml', 'm05b-day2.xml'], { 'F-1': [0, 1] }],
    [['m06-return-by-code-only.xml'], { 'G-1': [0, 1] }],
  ] as const) {
    const { all_matched, matches } = await compared(names, first);
    assert.deepEqual([all_matched, matches.returned_without_reversal[0]?.problem_code], [false, 'not_reversed']);
  }
  const reversed = await compared(['m32-partial-return.xml'], { 'HH-1': [0, 1] }, { 'HH-1': 'HH-9' });
  assert.deepEqual([reversed.all_matched, reversed.counts.returned], [true, 1], 'without the charges');
});

test('a debit that nothing marks may be a return: by the member and the amount', async () => {
  const { matches } = await compared(['unmarked'], { 'SPK-4401': [0, 1] });
  assert.deepEqual(
    matches.returned_without_reversal.map(({ reference, problem_code }) => [reference, problem_code]),
    [['OUT-1', 'may_be_return']],
  );
  assert.deepEqual(
    matches.other_movements.map(({ reference, amount }) => [reference, amount]),
    [['OUT-2', '-45.20']],
  );
});

test('the account and the other party are shown, and charges are the reason of a difference', async () => {
  const { matches } = await compared(['m01-multi-account.xml'], { 'A-1': [0, 1] });
  const [rent] = matches.on_statement_not_credited;
  assert.deepEqual([rent?.account, rent?.payer], ['DE88100900001234567892', 'Erika Muster']);
  const charged = await compared(['m23-charges-in-entry.xml'], { 'Z-1': [0, 3] });
  assert.match(charged.matches.amount_differs[0]?.problem ?? '', /60\.00 EUR were paid, and charges/);
});
