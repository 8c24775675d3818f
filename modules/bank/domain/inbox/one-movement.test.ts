/** What is one in the world is booked once, whichever reports of the bank and whichever partner tell of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../../test-support/harness.ts';
import { setUpInbox } from '../../../../test-support/inbox.ts';
import {
  REPORTS,
  type ReportedMovement,
  type ReportKind,
  reportFile,
} from '../../../../test-support/movement-reports.ts';
import { memberBy } from '../../api/inbox/present.ts';
import { decideLine } from './decide-line.ts';
import { changeInboxSettings } from './settings.ts';

const service = await testService();
service.clock.set('2026-11-30T12:00:00.000Z');

const ANNA = { payer: 'Anna Ahorn', account: 'DE75512108001245126199' };
const BERT = { payer: 'Bert Birke', account: 'DE12500105170648489890' };
const DAY = '2026-11-26';
const HOUR = 3600;

async function setUp() {
  const inbox = await setUpInbox(service);
  let run = 0;
  return {
    ...inbox,
    /** Imports one report. */
    async tell(report: ReportKind, ...lines: readonly ReportedMovement[]) {
      const file = reportFile(report, lines, ++run);
      return (await inbox.importFile(file, report === 'table' ? 'table.csv' : null)).lines;
    },
    answer: (id: number, same: boolean) => decideLine(service.deps, inbox.act, id, { same }),
    reasons: async () => (await inbox.listLines()).map(({ state, reason }) => `${state} ${reason}`),
  };
}

const PAIRS = REPORTS.flatMap((first) => REPORTS.map((second) => [first, second] as const));

for (const [first, second] of PAIRS) {
  test(`${first}, then ${second}: a payment in other words is booked once, and another payer's beside it`, async () => {
    const { tell, references, approveAll, balances, reasons } = await setUp();
    const anna = { day: DAY, amount: 20, endToEndId: 'E-77', text: `Stunden ${references[0]}`, ...ANNA };
    await tell(first, { ...anna, bookingText: 'ECHTZEIT-GUTSCHRIFT', running: '1' });
    await approveAll();
    // The others of the day stand before it, of the same amount and with the same words of the bank.
    const bert = { ...BERT, day: DAY, amount: 20, endToEndId: 'B-7', text: `Stunden ${references[1]}` };
    await tell(
      second,
      { ...bert, bookingText: 'ECHTZEIT-GUTSCHRIFT', running: '1' },
      { ...anna, bookingText: 'GUTSCHR. UEBERWEISUNG', running: '7' },
    );
    await approveAll();
    assert.deepEqual((await balances()).slice(0, 2), [HOUR, HOUR]);
    assert.equal((await reasons()).length, 2);
  });

  test(`${first}, then ${second}: a payment dated two days later is asked, and the answer holds`, async () => {
    const { tell, references, approveAll, balances, answer } = await setUp();
    const anna = { amount: 20, endToEndId: 'E-77', text: `Stunden ${references[0]}`, ...ANNA };
    const [known] = await tell(first, { ...anna, day: '2026-11-26' });
    await approveAll();
    const [line] = await tell(second, { ...anna, day: '2026-11-28' });
    assert.deepEqual([line?.reason, line?.mayBeLineId, line?.proposedSeconds], ['may_be_line', known?.id, null]);
    await approveAll();
    assert.deepEqual((await balances())[0], HOUR);
    await answer(line?.id ?? 0, true);
    for (const day of ['2026-11-26', '2026-11-28']) {
      const [again] = await tell(second, { ...anna, day });
      assert.equal(again?.id, known?.id, `told again of the ${day}`);
    }
    await approveAll();
    assert.deepEqual((await balances())[0], HOUR);
  });
}

for (const report of REPORTS) {
  test(`${report}: a payment reported without its text, and then with it, is one line and gets what the text says`, async () => {
    const { tell, references, approveAll, balances, reasons } = await setUp();
    const told = { day: DAY, amount: 20, ...ANNA };
    await tell(report, { ...told, text: '' });
    await tell(report, { ...told, text: `Stunden ${references[0]}` });
    assert.equal((await reasons()).length, 1);
    await approveAll();
    assert.equal((await balances())[0], HOUR);
  });
}

for (const named of ['a statement', 'a setting'] as const) {
  test(`a table without an account, then ${named} that names one: it is the same account, and its payment is booked once`, async () => {
    const { tell, references, approveAll, balances, importFile, communityId, act } = await setUp();
    const text = `Stunden ${references[0]}`;
    const table = `booked_on;amount;currency;payer;iban;remittance\n${DAY};20.00;EUR;${ANNA.payer};${ANNA.account};${text}\n`;
    const { lines } = await importFile(table, 'table.csv');
    assert.equal(lines[0]?.reason, 'proposed');
    await approveAll();
    if (named === 'a setting') await changeInboxSettings(service.deps, act, { account: 'DE02120300000000202051' });
    const [line] = await tell('camt.053', { day: '2026-11-28', amount: 20, text, reference: 'SVC-5', ...ANNA });
    assert.deepEqual([line?.reason, line?.mayBeLineId], ['may_be_line', lines[0]?.id]);
    await approveAll();
    assert.equal((await balances())[0], HOUR);
    const accounts = await service.ownerQuery('select account from bank_accounts where community_id = $1', [
      communityId,
    ]);
    assert.deepEqual(accounts, [{ account: 'DE02120300000000202051' }]);
    const files = await service.ownerQuery('select distinct accounts from bank_files where community_id = $1', [
      communityId,
    ]);
    assert.deepEqual(files, [{ accounts: ['DE02120300000000202051'] }]);
  });
}

test('a table without an account, where files name two, may be about either: its payment waits for a person', async () => {
  const { tell, references, approveAll, balances, importFile } = await setUp();
  const text = `Stunden ${references[0]}`;
  await tell('camt.053', { amount: 20, text, day: DAY, reference: 'SVC-5', ...ANNA });
  const other = reportFile('camt.053', [{ amount: 5, text: 'Spende', reference: 'SVC-6', day: DAY, ...BERT }]);
  await importFile(other.replaceAll('DE02120300000000202051', 'DE75512108001245126199'), 'other.xml');
  const table = `booked_on;amount;currency;payer;iban;remittance\n${DAY};20.00;EUR;${ANNA.payer};${ANNA.account};${text}\n`;
  const { lines } = await importFile(table, 'table.csv');
  assert.deepEqual([lines[0]?.reason, lines[0]?.proposedSeconds], ['other_account', null]);
  await approveAll();
  assert.equal((await balances())[0], HOUR);
});

test("a standing order is no question from week to week, and the bank's number used again is another payment", async () => {
  const { tell, references, approveAll, balances } = await setUp();
  const order = { amount: 20, reference: undefined, text: `Stunden ${references[0]}`, endToEndId: 'DAUER-1', ...ANNA };
  for (const day of ['2026-10-01', '2026-10-08', '2026-11-08']) await tell('camt.053', { ...order, day });
  await tell('camt.053', { ...ANNA, day: DAY, amount: 20, reference: 'NR-1', text: `${references[1]}` });
  await tell('camt.053', { ...BERT, day: DAY, amount: 20, reference: 'NR-1', text: `${references[2]}` });
  await tell('camt.053', { ...ANNA, day: DAY, amount: 40, reference: 'NR-1', text: `${references[3]}` });
  await approveAll();
  assert.deepEqual(await balances(), [3 * HOUR, HOUR, HOUR, 2 * HOUR, 0]);
});

test('one reference of the bank is one payment, on another day and with another text, and a partner has credited it once', async () => {
  const { tell, references, approveAll, balances, credit, reasons } = await setUp();
  await credit(1, 1, 'SVC-1');
  const anna = { amount: 20, reference: 'SVC-1', ...ANNA };
  await tell('camt.052', { ...anna, day: '2026-11-28', text: `Stunden ${references[0]}` });
  const [line] = await tell('camt.053', { ...anna, day: '2026-11-30', text: `SEPA ${references[0]} Danke` });
  assert.deepEqual([await reasons(), line?.bookedOn], [['credited partner_credited'], '2026-11-30']);
  await approveAll();
  assert.deepEqual((await balances())[0], HOUR);
});

test('the payment number of ISO 20022 is one payment where the bank changes its own reference', async () => {
  const { tell, references, approveAll, balances } = await setUp();
  const uetr = '6c1b5a0e-8d1f-4a52-9f0c-2f3f7d9a1b20';
  const anna = { amount: 20, uetr, text: `Stunden ${references[0]}` };
  await tell('camt.054', { ...anna, day: '2026-11-28', reference: 'N-1', payer: 'A. Ahorn' });
  await approveAll();
  await tell('camt.053', { ...anna, day: '2026-11-30', reference: 'S-9', ...ANNA });
  // Another payment of the same person on the same day.
  await tell('camt.053', { ...anna, day: '2026-11-30', uetr: uetr.replace('6c', '7c'), reference: 'S-8', ...ANNA });
  await approveAll();
  assert.deepEqual((await balances())[0], 2 * HOUR);
});

test('what a later report adds is kept: a partner is refused the reference of a line that was booked without it', async () => {
  const { tell, references, approveAll, token, members, listLines } = await setUp();
  const anna = { day: DAY, amount: 20, text: `Stunden ${references[0]}` };
  await tell('mt942', anna);
  await approveAll();
  await tell('mt940', { ...anna, ...ANNA, reference: 'ZV-8801', endToEndId: 'E-1' });
  const [line, other] = await listLines();
  assert.equal(other, undefined);
  assert.deepEqual(
    [line?.reference, line?.endToEndId, line?.payer, line?.payerAccount],
    ['ZV-8801', 'E-1', ANNA.payer, ANNA.account],
  );
  const json = { user_id: members[0]?.id, hours: 1, reference: 'ZV-8801' };
  const { status, body } = await service.call('POST', '/wallet/credit', { token, json });
  assert.deepEqual([status, body.error], [409, 'reference_conflict']);
});

test('a line without a text is the line with one, and is proposed once the text is there', async () => {
  const { tell, references, reasons } = await setUp();
  await tell('camt.052', { ...ANNA, day: DAY, amount: 20, bookingText: 'GUTSCHRIFT' });
  assert.deepEqual(await reasons(), ['open no_reference']);
  await tell('camt.053', { ...ANNA, day: DAY, amount: 20, bookingText: 'SEPA', text: `Stunden ${references[0]}` });
  assert.deepEqual(await reasons(), ['open proposed']);
});

test('two payments that may each be an earlier one are asked, and are two if a person says so', async () => {
  const { tell, references, approveAll, balances, answer, reasons } = await setUp();
  const text = `Stunden ${references[0]}`;
  await tell('camt.052', { ...ANNA, day: '2026-11-26', amount: 20, text });
  const twins = [1, 2].map(() => ({ ...ANNA, day: '2026-11-28', amount: 20, text }));
  const lines = await tell('camt.053', ...twins);
  assert.deepEqual(await reasons(), ['open proposed', 'open may_be_line', 'open may_be_line']);
  await answer(lines[0]?.id ?? 0, true);
  await answer(lines[1]?.id ?? 0, false);
  await approveAll();
  assert.deepEqual((await balances())[0], 2 * HOUR);
  await assert.rejects(answer(lines[1]?.id ?? 0, true), { code: 'state_conflict' });
});

test('a return under an id that another payer has used takes back the hours of the one it names, and else asks', async () => {
  const { tell, references, approveAll, balances, reasons, listLines, act } = await setUp();
  const pay = (who: typeof ANNA, at: number, reference: string) =>
    ({
      ...who,
      day: `2026-11-1${at}`,
      amount: 20,
      reference,
      endToEndId: '1',
      text: `Stunden ${references[at]}`,
    }) as ReportedMovement;
  await tell('camt.053', pay(ANNA, 0, 'A1'), pay(BERT, 1, 'B1'));
  await approveAll();
  const back = { day: DAY, amount: -20, endToEndId: '1', returned: true };
  await tell('camt.053', { ...back, reference: 'R0', text: 'RETURN' });
  assert.equal((await reasons()).at(-1), 'open return_of_several');
  await decideLine(service.deps, act, (await listLines()).at(-1)?.id ?? 0, { note: 'asked the bank' });
  await tell('camt.053', { ...back, ...ANNA, reference: 'R1', text: `RUECK Stunden ${references[0]}` });
  await approveAll();
  assert.deepEqual((await balances()).slice(0, 2), [0, HOUR]);
  // By the account alone.
  await tell('camt.053', { ...back, ...BERT, reference: 'R2', text: 'RETURN' });
  await approveAll();
  assert.deepEqual((await balances()).slice(0, 2), [0, 0]);
});

test('a partner\u2019s credit under a shared id is for the payment that names its member, whichever line is first', async () => {
  const { tell, references, approveAll, balances, token, members } = await setUp();
  const json = { user_id: members[1]?.id, hours: 1, reference: 'P-1', payment: { end_to_end_id: '1' } };
  await service.call('POST', '/wallet/credit', { token, json });
  const pay = (who: typeof ANNA, at: number) =>
    ({
      ...who,
      day: DAY,
      amount: 20,
      reference: `S-${at}`,
      endToEndId: '1',
      text: `Stunden ${references[at]}`,
    }) as ReportedMovement;
  await tell('camt.053', pay(ANNA, 0), pay(BERT, 1));
  await approveAll();
  assert.deepEqual((await balances()).slice(0, 2), [HOUR, HOUR]);
});

test('a batch that lacks one of its details waits for it, in either order of the files', async () => {
  for (const isFirst of [true, false]) {
    const { importFile, references, balances, approveAll, listLines } = await setUp();
    const detail = (at: number) =>
      `<TxDtls><Refs><AcctSvcrRef>D-${at}</AcctSvcrRef></Refs><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
       <RmtInf><Ustrd>${references[at]}</Ustrd></RmtInf></TxDtls>`;
    const file = (root: string, holder: string, message: string, ...details: readonly string[]) =>
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.08"><${holder}><GrpHdr><MsgId>1</MsgId></GrpHdr>
       <${root}><Id>1</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">60.00</Amt>
       <CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${DAY}</Dt></BookgDt>
       <AcctSvcrRef>ENTRY</AcctSvcrRef><NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>${details.join('')}</NtryDtls>
       </Ntry></${root}></${holder}></Document>`;
    const files = [
      file('Stmt', 'BkToCstmrStmt', 'camt.053', detail(0), detail(1)),
      file('Ntfctn', 'BkToCstmrDbtCdtNtfctn', 'camt.054', detail(0), detail(1), detail(2)),
    ];
    const [one = '', other = ''] = isFirst ? files : files.toReversed();
    const { lines } = await importFile(one);
    if (isFirst)
      assert.deepEqual(
        lines.map(({ reason }) => reason),
        ['proposed', 'proposed', 'details_missing'],
      );
    await importFile(other);
    await approveAll();
    assert.deepEqual((await balances()).slice(0, 3), [HOUR, HOUR, HOUR]);
    assert.deepEqual(
      (await listLines()).filter(({ state }) => state === 'open'),
      [],
    );
  }
});

test('an entry of zero moves no money, and waits for nobody', async () => {
  const { tell, references, reasons } = await setUp();
  await tell('camt.053', { ...ANNA, day: DAY, amount: 0, text: `${references[0]}` });
  assert.deepEqual(await reasons(), ['not_ours nothing_moved']);
});

test('who names the member is kept with the hours: the payer, a choice for the account, or a person', async () => {
  const { tell, references, approveAll, members, act, listLines } = await setUp();
  const [first, second] = await tell(
    'camt.053',
    { ...ANNA, day: DAY, amount: 20, reference: 'C-1', text: 'thanks' },
    { ...BERT, day: DAY, amount: 20, reference: 'C-2', text: `${references[1]}` },
  );
  await decideLine(service.deps, act, first?.id ?? 0, { memberId: members[0]?.id, remember: true });
  assert.deepEqual(
    (await listLines()).map(({ reason }) => reason),
    ['proposed_by_person', 'proposed'],
  );
  await approveAll();
  await tell('camt.053', { ...ANNA, day: DAY, amount: 40, reference: 'C-3', text: 'thanks' });
  await approveAll();
  await decideLine(service.deps, act, second?.id ?? 0, { memberId: members[2]?.id });
  const lines = await listLines();
  assert.deepEqual(lines.map(memberBy), ['person', 'person', 'account']);
});
