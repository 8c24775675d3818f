/** From the texts of one entry of a camt.053 statement to its movements. */
import { isDay } from '@timebank/contract';
import { parseDecimal } from '../../platform/base/decimal.ts';
import type { BankEntry, NotUnderstoodEntry, Unreadable } from './types.ts';

/** Texts by path; the first of each wins, except for what the payer wrote. */
export interface CamtPart {
  readonly texts: Map<string, string>;
  readonly remittance: string[];
  /** By the path of the amount. */
  readonly currencies: Map<string, string>;
  returned: boolean;
}

export const newPart = (): CamtPart => ({ texts: new Map(), remittance: [], currencies: new Map(), returned: false });

/** Codes that say that the money has not moved (yet). */
const NOT_BOOKED = new Set(['PDNG', 'INFO', 'FUTR']);
const YES_OR_NO = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const TEXT_SHOWN_MAX = 60;

export function statusOf(entry: CamtPart): 'booked' | 'not booked' | 'unreadable' {
  const status = entry.texts.get('Sts/Cd') ?? entry.texts.get('Sts');
  if (status === 'BOOK') return 'booked';
  return status !== undefined && NOT_BOOKED.has(status) ? 'not booked' : 'unreadable';
}

/** An entry without or with one detail is one movement; with several each of them is one. */
export function* movementsOf(
  entry: CamtPart,
  details: readonly CamtPart[],
  number: number,
): Generator<BankEntry | NotUnderstoodEntry> {
  if (details.length < 2) {
    yield movementOf(entry, details[0] ?? newPart(), `entry ${number}`, true);
    return;
  }
  for (const [at, detail] of details.entries()) {
    yield movementOf(entry, detail, `entry ${number}, detail ${at + 1}`, false);
  }
}

function movementOf(entry: CamtPart, detail: CamtPart, place: string, single: boolean): BankEntry | NotUnderstoodEntry {
  // An instructed amount is what the payer ordered, not what was booked.
  const [amountPart, amountPath] = single
    ? [entry, 'Amt']
    : [detail, detail.texts.has('Amt') ? 'Amt' : 'AmtDtls/TxAmt/Amt'];
  const amountText = amountPart.texts.get(amountPath);
  const amount = amountText === undefined ? undefined : parseDecimal(amountText);
  const currency = amountPart.currencies.get(amountPath);
  const direction = (single ? undefined : detail.texts.get('CdtDbtInd')) ?? entry.texts.get('CdtDbtInd');
  const reversal = YES_OR_NO.get(entry.texts.get('RvslInd') ?? 'false');
  const returned = reversal === true || entry.returned || detail.returned;
  const bookedText = entry.texts.get('BookgDt/Dt') ?? entry.texts.get('BookgDt/DtTm');
  const bookedOn = bookedText === undefined ? null : readDay(bookedText.slice(0, 10));
  const unreadable = (what: Unreadable): NotUnderstoodEntry => ({
    place,
    what,
    amount: shownAmount(amountPart, amountPath) ?? shownAmount(detail, 'AmtDtls/InstdAmt/Amt'),
    entry_amount: single ? null : shownAmount(entry, 'Amt'),
    could_be_credit: direction !== 'DBIT' || returned || reversal === undefined,
  });
  if (statusOf(entry) === 'unreadable') return unreadable('status');
  if (direction !== 'CRDT' && direction !== 'DBIT') return unreadable('direction');
  if (reversal === undefined) return unreadable('returned');
  if (!amount || amountText === undefined) return unreadable('amount');
  if (!currency) return unreadable('currency');
  if (bookedText !== undefined && bookedOn === null) return unreadable('booked_on');
  // A reference that several movements share names none of them.
  const shared = single ? entry.texts.get('AcctSvcrRef') : undefined;
  const own = detail.texts.get('Refs/AcctSvcrRef');
  return {
    place,
    entryReferences: [...new Set([shared, own].filter((reference) => reference !== undefined))],
    endToEndId: detail.texts.get('Refs/EndToEndId') ?? null,
    amount,
    amountText,
    currency,
    direction: direction === 'CRDT' ? 'credit' : 'debit',
    returned,
    bookedOn,
    remittance: [...detail.remittance, ...entry.remittance],
  };
}

export function readDay(text: string | null): string | null {
  return text !== null && isDay(text) ? text : null;
}

function shownAmount(part: CamtPart, path: string): string | null {
  const text = part.texts.get(path);
  if (text === undefined) return null;
  return `${text.slice(0, TEXT_SHOWN_MAX)} ${part.currencies.get(path) ?? ''}`.trim();
}
