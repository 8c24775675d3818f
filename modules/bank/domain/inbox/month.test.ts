import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRates } from '../../../../core/partners/rates/rates.ts';
import { bankStatement } from '../../../../test-support/bank-statement.ts';
import { testService } from '../../../../test-support/harness.ts';
import { setUpInbox } from '../../../../test-support/inbox.ts';
import { reverse } from '../../../../test-support/wallet.ts';
import { decideLine } from './decide-line.ts';
import { type AccountMonth, readMonth } from './month.ts';

const service = await testService();
service.clock.set('2026-12-20T12:00:00.000Z');

type Inbox = Awaited<ReturnType<typeof setUpInbox>>;
const monthOf = ({ communityId }: Inbox, month: string, account?: string) =>
  readMonth(service.deps.database, communityId, account, month);

const figuresOf = ({ currencies, differences }: AccountMonth) => {
  const [first] = currencies;
  return {
    opening: first?.opening?.amount ?? null,
    closing: first?.closing?.amount ?? null,
    agree: first?.balancesAgree ?? null,
    hours: first?.rows.map(({ worthSeconds, bookedSeconds }) => [worthSeconds, bookedSeconds]),
    differences: differences.map((one) => [
      one.kind,
      one.expected ?? one.expectedSeconds,
      one.found !== null && one.expectedSeconds === null ? one.found : (one.foundSeconds ?? one.found),
    ]),
  };
};

test('a month opens and closes by its statements, and each line has what it is worth and what is booked', async () => {
  const inbox = await setUpInbox(service);
  const [first = '', second = ''] = inbox.references;
  await inbox.credit(2, 2, 'P-1');
  const november = [
    { reference: 'A-1', amount: 33.3, text: first, day: '2026-11-03' },
    { reference: 'P-1', amount: 40, text: second, day: '2026-11-10', endToEndId: 'E-P' },
    { reference: 'A-2', amount: -9.9, text: 'power', day: '2026-11-12' },
    { reference: 'A-3', amount: 60, text: first, day: '2026-11-20', endToEndId: 'E-3' },
  ];
  await inbox.importFile(bankStatement(november, { opening: 100 }));
  await inbox.approveAll();
  const december = [
    { reference: 'R-1', amount: -20, text: first, day: '2026-12-01', endToEndId: 'E-3', returned: true },
    { reference: 'R-2', amount: -40, text: second, day: '2026-12-02', endToEndId: 'E-P', returned: true },
  ];
  await inbox.importFile(bankStatement(december, { opening: 223.4, id: '2' }));
  await inbox.approveAll();
  assert.deepEqual(figuresOf(await monthOf(inbox, '2026-11')), {
    opening: '100.00',
    closing: '223.40',
    agree: true,
    differences: [],
    hours: [
      [5976, 5976],
      [7200, 7200],
      [null, 0],
      [10800, 10800],
    ],
  });
  const { currencies } = await monthOf(inbox, '2026-12');
  assert.deepEqual(
    [currencies[0]?.opening?.amount, currencies[0]?.paidIn, currencies[0]?.paidOut, currencies[0]?.closing?.amount],
    ['223.40', '0.00', '-60.00', '163.40'],
  );
  assert.deepEqual(figuresOf(await monthOf(inbox, '2026-12')).hours, [
    [-3600, -3600],
    [-7200, -7200],
  ]);
});

test('hours that are not what the money is worth are listed line by line, with both figures', async () => {
  const inbox = await setUpInbox(service);
  const [first = '', second = '', third = ''] = inbox.references;
  const { id } = await inbox.credit(2, 1, 'P-2');
  await inbox.credit(3, 1, 'P-3');
  await inbox.credit(4, 1, 'P-4');
  const { lines } = await inbox.importFile(
    bankStatement([
      { reference: 'B-1', amount: 20, text: first, day: '2026-12-03' },
      { reference: 'P-2', amount: 20, text: second, day: '2026-12-04' },
      { reference: 'P-3', amount: 40, text: third, day: '2026-12-05' },
    ]),
  );
  await inbox.approveAll();
  await decideLine(service.deps, inbox.act, lines[0]?.id ?? 0, { memberId: inbox.members[4]?.id });
  await reverse(service, inbox.token, id, 'P-2-back');
  assert.deepEqual(figuresOf(await monthOf(inbox, '2026-12')).differences, [
    ['hours_differ', 3600, 0],
    ['hours_differ', 7200, 3600],
    ['credit_without_line', 0, 3600],
  ]);
  // The agreement of another day than the booking's counts for none of them.
  const rates = { ...inbox.act, partnerId: null };
  await changeRates(service.deps, rates, { hoursPerUnit: { EUR: '1/10' }, from: '2026-12-06' });
  assert.equal((await monthOf(inbox, '2026-12')).differences.length, 3);
  await changeRates(service.deps, rates, { hoursPerUnit: { EUR: '1/10' }, from: '2026-12-01' });
  assert.deepEqual(figuresOf(await monthOf(inbox, '2026-12')).hours?.[0], [7200, 3600]);
});

test('a day that no statement has, and statements that contradict each other, are differences', async () => {
  const inbox = await setUpInbox(service);
  const day = (amount: number, of: string, opening: number) =>
    inbox.importFile(bankStatement([{ reference: of, amount, text: 'grant', day: of }], { opening, id: of }));
  await day(10, '2026-10-05', 100);
  await day(10, '2026-10-06', 110);
  await day(10, '2026-10-08', 150);
  const october = figuresOf(await monthOf(inbox, '2026-10'));
  assert.deepEqual([october.opening, october.closing], ['100.00', '160.00']);
  assert.deepEqual([october.agree, october.differences], [false, [['balance_gap', '120.00', '150.00']]]);
  // A month behind the last statement goes on from it, and one before it goes back.
  const behind = figuresOf(await monthOf(inbox, '2026-12'));
  const before = figuresOf(await monthOf(inbox, '2026-09'));
  assert.deepEqual(
    [before.opening, before.closing, behind.opening, behind.closing],
    ['100.00', '100.00', '160.00', '160.00'],
  );
  await day(5, '2026-11-04', 160);
  const november = figuresOf(await monthOf(inbox, '2026-11'));
  assert.deepEqual([november.opening, november.closing, november.agree], ['160.00', '165.00', true]);
  const csv = 'entry_reference,amount,currency,booked_on,remittance\nX-1,1.00,EUR,2026-11-09,grant\n';
  await inbox.importFile(csv, 'x.csv');
  await day(0.5, '2026-11-10', 165);
  assert.deepEqual(figuresOf(await monthOf(inbox, '2026-11')).differences, [['balance_gap', '166.00', '165.00']]);
});

test('without a balance of the bank none is said, and an account that is not known is refused', async () => {
  const inbox = await setUpInbox(service);
  await assert.rejects(monthOf(inbox, '2026-11'), { code: 'validation_failed' });
  const csv = 'account,entry_reference,amount,currency,booked_on,remittance\n';
  await inbox.importFile(`${csv}DE02120300000000202051,Y-1,20.00,EUR,2026-11-09,grant\n`, 'y.csv');
  assert.deepEqual(figuresOf(await monthOf(inbox, '2026-11', '202051')), {
    ...{ opening: null, closing: null, agree: null, differences: [], hours: [[null, 0]] },
  });
  await assert.rejects(monthOf(inbox, '2026-11', 'DE99'), { code: 'validation_failed' });
});

test('days that no file is about are listed, also between statements, and no month of them agrees', async () => {
  const inbox = await setUpInbox(service);
  const days = (of: readonly string[], opening: number) =>
    inbox.importFile(
      bankStatement(
        of.map((day) => ({ reference: day, amount: 10, text: 'grant', day })),
        { opening, id: of[0] ?? '' },
      ),
    );
  await days(['2026-11-02', '2026-11-06'], 100);
  // Behind a weekend, and behind twelve days on which nothing moved, or what moved adds up to zero.
  await days(['2026-11-09', '2026-11-10'], 120);
  await days(['2026-11-23', '2026-11-24'], 140);
  const november = await monthOf(inbox, '2026-11');
  assert.deepEqual(november.uncovered, [
    { from: '2026-11-01', to: '2026-11-01', isBridged: false },
    { from: '2026-11-11', to: '2026-11-22', isBridged: true },
    { from: '2026-11-25', to: '2026-11-30', isBridged: false },
  ]);
  assert.deepEqual([november.currencies[0]?.balancesAgree, november.differences], [true, []]);
  const [october, december] = [await monthOf(inbox, '2026-10'), await monthOf(inbox, '2026-12')];
  assert.deepEqual(october.uncovered, [{ from: '2026-10-01', to: '2026-10-31', isBridged: false }]);
  assert.deepEqual(december.uncovered, [{ from: '2026-12-01', to: '2026-12-31', isBridged: false }]);
  // A table without a balance is about the days of its lines, and what another balance contradicts is no bridge.
  const account = 'DE02120300000000202051';
  const csv = `account,entry_reference,amount,currency,booked_on,remittance\n${account},X-1,1.00,EUR,2026-11-12,grant\n`;
  await inbox.importFile(`${csv}${account},X-2,2.00,EUR,2026-11-20,grant\n`, 'x.csv');
  assert.deepEqual((await monthOf(inbox, '2026-11')).uncovered.slice(1, 3), [
    { from: '2026-11-11', to: '2026-11-11', isBridged: false },
    { from: '2026-11-21', to: '2026-11-22', isBridged: false },
  ]);
});

test('a file that was imported before balances were kept is named until it is imported again', async () => {
  const inbox = await setUpInbox(service);
  const text = bankStatement([{ reference: 'F-1', amount: 10, text: 'grant', day: '2026-11-05' }]);
  await inbox.importFile(text, 'november.xml');
  const report = bankStatement([{ reference: 'F-2', amount: 1, day: '2026-11-06' }], { message: 'camt.052' });
  await inbox.importFile(report, 'today.xml');
  const named = async () => (await monthOf(inbox, '2026-11')).filesWithoutBalances.map(({ name }) => name);
  assert.deepEqual(await named(), []);
  await service.ownerQuery('delete from bank_statements where community_id = $1', [inbox.communityId]);
  assert.deepEqual(await named(), ['november.xml']);
  await inbox.importFile(text, 'november.xml');
  assert.deepEqual(await named(), []);
  const { uncovered } = await monthOf(inbox, '2026-11');
  assert.deepEqual(
    uncovered.map(({ from, to }) => [from, to]),
    [
      ['2026-11-01', '2026-11-04'],
      ['2026-11-07', '2026-11-30'],
    ],
  );
});
