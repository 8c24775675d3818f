/** CFONB 120: fixed columns of 120 characters, the statement of French banks. */

import { isDay } from '@timebank/contract';
import { frenchIban } from './iban.ts';
import {
  bankLine,
  dayBehindOpening,
  daysOfLines,
  figureProof,
  statedBalances,
  textsOf,
  unprovable,
  unreadableLine,
} from './line.ts';
import { moneyOfMinor, sumMoney } from './money.ts';
import { bankText, fixedRecords } from './text-of.ts';
import { bankReferenceOf, partyName } from './texts.ts';
import { type BankAnswers, type BankFile, BankFileFault, type BankLine, type BankStatement } from './types.ts';
import { isMovementWord, kindOfWords, nameBehindMovement } from './words.ts';

/** The last digit of an amount holds its sign. */
const AMOUNT = /^(\d{13})([{}A-R])$/;
const PLUS = '{ABCDEFGHI';
const MINUS = '}JKLMNOPQR';

/** Columns of the records 01, 04 and 07, counted from 0. */
const COLUMNS = {
  ...{ bank: [2, 7], desk: [11, 16], currency: [16, 19], decimals: [19, 20], account: [21, 32], booked: [34, 40] },
  ...{ reject: [40, 42], value: [42, 48], label: [48, 79], amount: [90, 104], reference: [104, 120] },
} as const;
type Cells = Record<keyof typeof COLUMNS, string>;

interface Movement {
  readonly cells: Cells;
  readonly place: string;
  readonly record: string;
  /** Of the records 05: their qualifier and text. */
  readonly details: { readonly qualifier: string; readonly text: string }[];
}

interface OpenStatement {
  readonly head: Cells;
  readonly opening: string | undefined;
  closing: string | undefined;
  closedOn: string | null;
  readonly movements: Movement[];
}

function cellsOf(record: string): Cells {
  const entries = Object.entries(COLUMNS).map(([name, [from, to]]) => [name, record.slice(from, to).trim()]);
  return Object.fromEntries(entries) as Cells;
}

function signedAmount({ amount, decimals }: Cells): string | undefined {
  const [, digits, last = ''] = AMOUNT.exec(amount) ?? [];
  if (digits === undefined || !/^\d?$/.test(decimals)) return undefined;
  const isOut = MINUS.includes(last);
  const unit = (isOut ? MINUS : PLUS).indexOf(last);
  return moneyOfMinor(`${isOut ? '-' : ''}${digits}${unit}`, Number(decimals || 2));
}

function day(ddmmyy: string): string | null {
  const written = `20${ddmmyy.slice(4, 6)}-${ddmmyy.slice(2, 4)}-${ddmmyy.slice(0, 2)}`;
  return isDay(written) ? written : null;
}

/** Reads all accounts of the file. @throws BankFileFault */
export function readCfonb120(file: string | Buffer, _answers: BankAnswers): BankFile {
  const notes: string[] = [];
  const accounts: OpenStatement[] = [];
  for (const [at, record] of fixedRecords(bankText(file), 120).entries()) {
    if (record.trim() === '') continue;
    const place = `line ${at + 1}`;
    const type = record.slice(0, 2);
    const cells = cellsOf(record);
    const account = accounts.at(-1);
    if (type === '01') {
      accounts.push({ head: cells, opening: signedAmount(cells), closing: undefined, closedOn: null, movements: [] });
      continue;
    }
    if (!account) {
      const message = `The file begins with ${place}, not with the old balance (01) of a CFONB 120 statement.`;
      throw new BankFileFault('not_a_statement', message, { line: at + 1 });
    }
    const detail = { qualifier: record.slice(45, 48).trim(), text: record.slice(48, 118) };
    if (type === '07') Object.assign(account, { closing: signedAmount(cells), closedOn: day(cells.booked) });
    else if (type === '05') account.movements.at(-1)?.details.push(detail);
    else account.movements.push({ cells, place, record, details: [] });
  }
  return { statements: accounts.map((account) => statementOf(account, notes)), questions: [], notes };
}

function statementOf({ head, opening, closing, closedOn, movements }: OpenStatement, notes: string[]): BankStatement {
  const account = frenchIban(head.bank, head.desk, head.account) ?? `${head.bank} ${head.desk} ${head.account}`;
  const currency = /^[A-Z]{3}$/.test(head.currency) ? head.currency : null;
  const lines = movements.map((movement) => lineOf(movement, currency, notes));
  const found = opening === undefined ? undefined : sumMoney([opening, ...lines.map(({ amount }) => amount)]);
  const proof =
    closing === undefined || found === undefined
      ? unprovable('balance', { account })
      : figureProof('balance', closing, found, { account });
  const { from, to } = daysOfLines(lines);
  return {
    ...{ format: 'cfonb120', kind: 'final', account, currency, number: null },
    ...{ from: from ?? day(head.booked), to: to ?? closedOn, proofs: [proof], lines },
    ...statedBalances({ opening, closing }, lines, {
      from: day(head.booked),
      to: closedOn,
      begins: dayBehindOpening(day(head.booked)),
    }),
  };
}

function lineOf({ cells, place, record, details }: Movement, currency: string | null, notes: string[]): BankLine {
  const amount = record.startsWith('04') ? signedAmount(cells) : undefined;
  const bookedOn = day(cells.booked) ?? day(cells.value);
  if (amount === undefined || bookedOn === null) return unreadableLine(place, [record]);
  const kind = cells.reject === '' ? (kindOfWords(cells.label) ?? 'payment') : 'return';
  const detail = (...qualifiers: string[]) => details.find(({ qualifier }) => qualifiers.includes(qualifier))?.text;
  const behind = isMovementWord(cells.label) ? nameBehindMovement(cells.label) : '';
  const payer = kind === 'fee' ? null : partyName(detail('NPY', 'NBE') ?? behind);
  const pieces = details.filter(({ qualifier }) => !['NPY', 'NBE', 'MMO', 'RCN'].includes(qualifier));
  return bankLine({
    ...{ place, amount, currency, bookedOn, kind, payer },
    endToEndId: bankReferenceOf(detail('RCN')?.slice(0, 35)),
    texts: textsOf(
      [cells.label, bankReferenceOf(cells.reference) ?? '', ...pieces.map(({ text }) => text)],
      place,
      notes,
    ),
  });
}
