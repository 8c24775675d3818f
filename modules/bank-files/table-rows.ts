/** From the rows of a bank's table to movements. */

import { isDay } from '@timebank/contract';
import { plainDay } from '../tables/formats.ts';
import type { CsvRecord } from '../tables/read-records.ts';
import type { DateOrder } from '../tables/record-types.ts';
import type { TableRole } from './column-names.ts';
import { bankLine, textsOf, unreadableLine } from './line.ts';
import { isMoneyOut, negatedMoney, unsignedMoney } from './money.ts';
import { checkedIban } from './national-ibans.ts';
import type { TableAmounts } from './table-amounts.ts';
import { isDayCell, type TableColumns } from './table-columns.ts';
import type { TableFacts } from './table-facts.ts';
import { kindOfHead, nameBehindKind, nameIn, takeApart } from './table-texts.ts';
import { bankReferenceOf, partyName } from './texts.ts';
import type { BankLine } from './types.ts';
import { currencyOfCell, directionOfWord, isNotBookedWord, kindOfWords, yesOrNo } from './words.ts';

/** How the cells of a table are read. */
export interface TableReading {
  readonly columns: TableColumns;
  readonly amounts: TableAmounts;
  readonly order: DateOrder | null;
  readonly facts: TableFacts;
  /** Where a row has no cell for it. */
  readonly currency: string | null;
  /** The payment or what arrived of it, where a service keeps a part. */
  readonly isGross: boolean;
  /** All debits are written with a minus: it says no more than the column. */
  readonly areDebitsSigned: boolean;
  readonly notes: string[];
}

/** A row with what it moved. */
export interface TableMovement {
  readonly line: BankLine;
  readonly account: string | null;
  /** What the balance changed by. */
  readonly moved: string;
  readonly fee: string | undefined;
  readonly balance: string | undefined;
  readonly details: BankLine[];
}

const NUMERIC = ['amount', 'debit', 'credit', 'gross', 'net'] as const;

/** Whether the row has an amount, or is not a sentence of the bank's: its cells may be a part of a movement. */
export function isMovementRow({ cells }: TableColumns, fields: readonly string[]): boolean {
  if (cells(NUMERIC, fields).length > 0) return true;
  const days = cells(['booked', 'day'], fields);
  const filled = fields.filter((field) => field.trim() !== '');
  const isSentence = filled.length === 1 && /\p{L}.*[\s:]|:$/u.test(filled[0]?.trim().slice(0, 200) ?? '');
  return days.length > 0 && !(isSentence && !days.some(isDayCell));
}

export function movementOfRow(row: CsvRecord, reading: TableReading): TableMovement {
  const { columns, amounts, notes } = reading;
  const { fields } = row;
  const place = `line ${row.firstLine}`;
  const cell = (role: Parameters<TableColumns['cell']>[0]) => columns.cell(role, fields);
  const account = accountOfRow(reading, fields);
  const read = amountOfRow(reading, fields);
  const currency = cell('currency') === '' ? reading.currency : (currencyOfCell(cell('currency')) ?? undefined);
  const isPending = columns.cells(['status', 'booked', 'day'], fields).some(isNotBookedWord);
  const day = dayOfRow(reading, fields, isPending);
  const balance = amounts.read(cell('balance'));
  if (read === undefined || currency === undefined || day === undefined || row.badlyQuoted !== undefined) {
    const line = { ...unreadableLine(place, fields), currency: currency ?? null, isPending };
    return { line, account, moved: '0.00', fee: undefined, balance: undefined, details: [] };
  }
  const { amount, moved, original } = read;
  const line = bankLine({
    ...{ place, amount, currency, bookedOn: day, isPending },
    ...wordsOfRow(reading, fields, isMoneyOut(amount), place, notes),
    ...referencesOfRow(columns, fields),
    ...originalOfRow(reading, fields, amount, currency, original),
  });
  const count = Number(/^\d{1,6}$/.exec(cell('count'))?.[0] ?? 0);
  const missing = count > 1 ? { missingDetails: count } : {};
  const fee = amounts.read(cell('fee'));
  return { line: { ...line, ...missing }, account, moved, fee, balance, details: [] };
}

interface RowAmount {
  readonly amount: string;
  readonly moved: string;
  /** The payment without charges, where the row has it apart. */
  readonly original: string | undefined;
}

function amountOfRow(reading: TableReading, fields: readonly string[]): RowAmount | undefined {
  const { columns, amounts, isGross, areDebitsSigned } = reading;
  const read = (role: 'amount' | 'debit' | 'credit' | 'gross' | 'net') => {
    const cell = columns.cell(role, fields);
    const amount = cell === '' ? undefined : amounts.read(cell);
    return { isBroken: cell !== '' && amount === undefined && !/^[-\u2013.]+$/.test(cell), amount };
  };
  const [one, debit, credit, gross, net] = (['amount', 'debit', 'credit', 'gross', 'net'] as const).map(read);
  if ([one, debit, credit, gross, net].some((part) => part?.isBroken)) return undefined;
  const amount = one?.amount;
  const [out, into] = [debit?.amount, credit?.amount].map((part) => (part === '0.00' ? undefined : part));
  if (out !== undefined && into !== undefined) return undefined;
  if (out !== undefined || into !== undefined) {
    const moved =
      into ?? (isMoneyOut(out as string) && areDebitsSigned ? (out as string) : negatedMoney(out as string));
    const differs = amount !== undefined && unsignedMoney(amount) !== unsignedMoney(moved);
    return { amount: moved, moved, original: differs ? unsignedMoney(amount) : undefined };
  }
  if (gross?.amount !== undefined || net?.amount !== undefined) {
    const moved = net?.amount ?? gross?.amount ?? '';
    return { amount: isGross ? (gross?.amount ?? moved) : moved, moved, original: undefined };
  }
  const zero = debit?.amount ?? credit?.amount;
  const whole = amount ?? zero;
  if (whole === undefined) return undefined;
  const signed = signedByMark(whole, columns.cell('direction', fields));
  return signed === undefined ? undefined : { amount: signed, moved: signed, original: undefined };
}

/** A minus is never taken back by a mark: both say that money went out. */
function signedByMark(amount: string, mark: string): string | undefined {
  if (mark === '') return amount;
  const direction = directionOfWord(mark);
  if (direction === undefined) return undefined;
  return direction === 'out' && !isMoneyOut(amount) ? negatedMoney(amount) : amount;
}

/** Null: the bank gives none; undefined: what is there cannot be read. */
function dayOfRow({ columns, order }: TableReading, fields: readonly string[], isPending: boolean) {
  const read = (cell: string) => {
    const day = plainDay(cell, order);
    return isDay(day) ? day : undefined;
  };
  const [first] = columns.cells(['booked'], fields);
  const [day] = columns.cells(['day'], fields);
  const value = columns.cell('value', fields);
  // Announced movements have a day on which the bank heard of them.
  if (isPending && columns.has('value') && value === '') return null;
  const written = first ?? day ?? value;
  if (written === '') return null;
  return read(written) ?? (isPending ? null : undefined);
}

function accountOfRow({ columns, facts }: TableReading, fields: readonly string[]): string | null {
  const written = columns.cell('account', fields).replaceAll(/^'|'$/g, '').trim();
  if (written === '') return facts.account;
  const sortCode = columns.cell('sortCode', fields).replace(/^'/, '').trim();
  return checkedIban(written) ?? [sortCode, written].filter(Boolean).join(' ');
}

function referencesOfRow(columns: TableColumns, fields: readonly string[]) {
  const reference = bankReferenceOf(columns.cell('reference', fields));
  return {
    reference: reference ?? bankReferenceOf(columns.cell('number', fields)),
    isBankWide: reference !== null,
    relatedReference: bankReferenceOf(columns.cell('related', fields)),
  };
}

function originalOfRow(
  { columns, amounts }: TableReading,
  fields: readonly string[],
  amount: string,
  currency: string | null,
  apart: string | undefined,
): Pick<BankLine, 'originalAmount' | 'originalCurrency'> {
  const written = amounts.read(columns.cell('original', fields)) ?? apart;
  const code = currencyOfCell(columns.cell('originalCurrency', fields)) ?? currency;
  const isSame = written === undefined || (unsignedMoney(written) === unsignedMoney(amount) && code === currency);
  if (isSame || unsignedMoney(written) === '0.00') return { originalAmount: null, originalCurrency: null };
  return { originalAmount: unsignedMoney(written), originalCurrency: code };
}

const TEXT_ROLES: readonly TableRole[] = ['text', 'structured', 'description'];
const TEXTS: readonly (TableRole | undefined)[] = TEXT_ROLES;
const CREDITOR_REFERENCE = /RF[\s\u00a0-]?\d{2}[\s\u00a0-]?\d/i;

/** Texts, kind and the other party. */
function wordsOfRow(reading: TableReading, fields: readonly string[], isOut: boolean, place: string, notes: string[]) {
  const { columns } = reading;
  const labelled = columns.cells(TEXT_ROLES, fields).map(takeApart);
  // A creditor reference (ISO 11649) is never lost, whatever the column is called.
  const elsewhere = fields.filter((field, at) => !TEXTS.includes(columns.roles[at]) && CREDITOR_REFERENCE.test(field));
  const texts = [...labelled.flatMap((one) => one.texts), ...elsewhere];
  const bankWords = columns.cells(['kind'], fields).join(' ');
  const described = columns.cell('description', fields);
  const isReturned = columns.cells(['returned'], fields).some((cell) => yesOrNo(cell) !== false);
  const sides = isOut ? (['payee', 'payer'] as const) : (['payer', 'payee'] as const);
  const named =
    columns.cell('party', fields) || columns.cell(sides[0], fields) || labelled.find(({ name }) => name)?.name;
  const head = described !== '' && !named ? kindOfHead(described, isOut) : undefined;
  const kind: BankLine['kind'] = isReturned ? 'return' : (kindOfWords(bankWords) ?? head ?? 'payment');
  const hasParty = columns.has('party') || columns.has('payer') || columns.has('payee');
  const descriptions = columns.cells(['description'], fields).flatMap((cell) => takeApart(cell).texts);
  const payer =
    kind === 'fee' && !named
      ? null
      : partyName(named ?? (hasParty ? '' : (nameBehindKind(bankWords) ?? nameIn(descriptions) ?? '')));
  const accounts = [
    columns.cell('partyAccount', fields),
    columns.cell(isOut ? 'payeeAccount' : 'payerAccount', fields),
    ...labelled.map(({ iban }) => iban ?? ''),
  ].map((one) => one.replaceAll(/^'|'$/g, '').trim());
  const payerAccount = accounts.find((one) => one !== '');
  return {
    kind,
    texts: textsOf(texts, place, notes),
    payer,
    payerAccount: payerAccount === undefined ? null : (checkedIban(payerAccount) ?? payerAccount.replaceAll(/\s/g, '')),
    endToEndId:
      bankReferenceOf(columns.cell('endToEnd', fields)) ??
      labelled.map((one) => one.endToEndId).find((one) => one !== null) ??
      null,
  };
}

/** One of several payments of the entry above: what they share names none of them. */
export function detailOfRow(row: CsvRecord, entry: TableMovement, reading: TableReading): BankLine {
  const { columns, amounts, notes } = reading;
  const place = `line ${row.firstLine}`;
  const amount = amounts.read(columns.cell('detailAmount', row.fields));
  const { reference, isBankWide, bookedOn, currency, isPending } = entry.line;
  if (amount === undefined) return { ...unreadableLine(place, row.fields), entryReference: reference, isPending };
  const isOut = isMoneyOut(entry.moved);
  return bankLine({
    ...wordsOfRow(reading, row.fields, isOut, place, notes),
    ...{ place, bookedOn, currency, isPending, reference, isBankWide, entryReference: reference },
    amount: isOut ? negatedMoney(unsignedMoney(amount)) : unsignedMoney(amount),
  });
}
