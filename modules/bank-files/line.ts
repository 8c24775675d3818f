/** What the readers of tables, fixed columns and OFX share: a line with its usual values, texts, figures as proofs. */
import { DAY_MS, dayOf } from '../../core/base/time.ts';
import { isMoneyOut, negatedMoney, sumMoney } from './money.ts';
import { PIECES_MAX, TEXT_MAX } from './texts.ts';
import type { BankLine, BankProof, BankStatement } from './types.ts';

/** A payment without references and texts; a reader adds what its format has. */
export function bankLine(own: Partial<BankLine> & Pick<BankLine, 'place' | 'amount'>): BankLine {
  return {
    reference: null,
    isBankWide: false,
    entryReference: null,
    endToEndId: null,
    relatedReference: null,
    bookedOn: null,
    currency: null,
    originalAmount: null,
    originalCurrency: null,
    payer: null,
    payerAccount: null,
    texts: [],
    kind: 'payment',
    isPending: false,
    missingDetails: null,
    isUnreadable: false,
    ...own,
  };
}

/** A movement whose amount, direction or day cannot be read, with what is written there. */
export function unreadableLine(place: string, written: readonly string[]): BankLine {
  const texts = written.map((text) => cleanText(text).slice(0, TEXT_MAX)).filter((text) => text !== '');
  return bankLine({ place, amount: '0.00', texts, isUnreadable: true });
}

/** One space for several, none at the ends. */
export const cleanText = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Pieces without the empty ones. A piece that is too long is cut, and the note says where. */
export function textsOf(pieces: readonly string[], place: string, notes: string[]): string[] {
  if (pieces.length > PIECES_MAX) notes.push(`The text of ${place} has more than ${PIECES_MAX} pieces and was cut.`);
  return pieces.slice(0, PIECES_MAX).flatMap((piece) => {
    const text = piece.trim();
    if (text.length <= TEXT_MAX) return text === '' ? [] : [text];
    notes.push(`The text of ${place} is longer than ${TEXT_MAX} characters and was cut.`);
    return [text.slice(0, TEXT_MAX)];
  });
}

/** First and last day of the lines. */
export function daysOfLines(lines: readonly BankLine[]): Pick<BankStatement, 'from' | 'to'> {
  const days = lines.flatMap(({ bookedOn }) => (bookedOn === null ? [] : [bookedOn])).sort();
  return { from: days[0] ?? null, to: days.at(-1) ?? null };
}

/** The day behind the one of an opening balance: banks write that of the statement before, or the first of this one. */
export const dayBehindOpening = (day: string | null | undefined): string | null =>
  day ? dayOf(new Date(Date.parse(day) + DAY_MS)) : null;

/**
 * Balances as amounts, with their days. The opening one is of the first line's day, whatever day the bank writes beside it,
 * or of the day before it with which the statement begins.
 * @param stated days that the statement itself names; a closing balance may be of a day behind the last line
 */
export function statedBalances(
  { opening, closing }: { readonly opening: string | undefined; readonly closing: string | undefined },
  lines: readonly BankLine[],
  stated: Pick<BankStatement, 'from' | 'to'> & { readonly begins?: string | null },
): Pick<BankStatement, 'opening' | 'closing'> {
  const booked = daysOfLines(lines.filter(({ isPending }) => !isPending));
  const first = booked.from ?? stated.from ?? stated.to;
  const last = [booked.to, stated.to].reduce((one, day) => ((one ?? '') > (day ?? '') ? one : day), first);
  const { begins = null } = stated;
  const opens = begins !== null && begins <= (booked.from ?? last ?? begins) ? begins : first;
  return {
    ...(opening === undefined || opens === null ? {} : { opening: { amount: opening, day: opens } }),
    ...(closing === undefined || last === null ? {} : { closing: { amount: closing, day: last } }),
  };
}

/** What a statement's figures say of money in and out; a side that is not there is zero. */
export interface Turnover {
  readonly debits: number;
  readonly credits: number;
  readonly debitSum: string;
  readonly creditSum: string;
}

export function turnoverOf(lines: readonly BankLine[]): Turnover {
  const out = lines.filter(({ amount }) => isMoneyOut(amount));
  const into = lines.filter(({ amount }) => !isMoneyOut(amount));
  return {
    debits: out.length,
    credits: into.length,
    debitSum: negatedMoney(sumMoney(out.map(({ amount }) => amount))),
    creditSum: sumMoney(into.map(({ amount }) => amount)),
  };
}

type ProofPlace = Partial<Pick<BankProof, 'account' | 'statement' | 'reference'>>;

/** A figure as the file says against what the lines give; equal texts hold. */
export function figureProof(
  kind: BankProof['kind'],
  expected: string,
  found: string,
  place: ProofPlace = {},
): BankProof {
  return {
    kind,
    holds: expected === found,
    expected,
    found,
    account: null,
    statement: null,
    reference: null,
    ...place,
  };
}

/** A balance that cannot be compared: the file has none, or but one. */
export function unprovable(kind: BankProof['kind'], place: ProofPlace = {}): BankProof {
  return {
    ...{ kind, holds: null, expected: null, found: null },
    ...{ account: null, statement: null, reference: null },
    ...place,
  };
}

/** `2 debits, 1 credit`, a side of none left out, and `26.35, 80.00` likewise. */
export function proofsOfTotals(said: Turnover, found: Turnover, place: ProofPlace): BankProof[] {
  return [
    figureProof('count', countText(said), countText(found), place),
    figureProof('sum', sumText(said), sumText(found), place),
  ];
}

const plural = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]);

function countText({ debits, credits }: Turnover): string {
  return [...plural(debits, 'debit'), ...plural(credits, 'credit')].join(', ') || '0';
}

function sumText({ debitSum, creditSum }: Turnover): string {
  return [debitSum, creditSum].filter((sum) => sum !== '0.00').join(', ') || '0.00';
}
