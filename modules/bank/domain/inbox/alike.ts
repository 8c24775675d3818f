/**
 * Whether two lines of two files are one movement. What is one in the world does not hang on what one report of the bank
 * happens to print; docs/decisions/inbox.md says of each reader what the bank may change from one report to the next. Pure.
 */
import { foldText } from '@timebank/contract/fold';
import { DAY_MS } from '../../../../core/base/time.ts';
import { bankAccountKey, isEndOf } from './accounts.ts';
import { scaled } from './money.ts';

/** What identifies a line, of a file or of the inbox. */
export interface IdentifiedLine {
  /** Of the report; null: not known. */
  readonly format: string | null;
  readonly reference: string | null;
  readonly isBankWide: boolean;
  readonly entryReference: string | null;
  readonly uetr: string | null;
  readonly endToEndId: string | null;
  readonly bookedOn: string | null;
  readonly amount: string;
  readonly currency: string | null;
  readonly payer: string | null;
  readonly payerAccount: string | null;
  /** What the payer wrote, and what the bank says of the movement. */
  readonly texts: readonly string[];
  readonly bookingTexts: readonly string[];
  /** Payments of a batch in it; null: it is one movement. */
  readonly missingDetails: number | null;
  /** Whom the texts name. */
  readonly namedMemberId: string | null;
  readonly isUnreadable: boolean;
}

/** `one`: the same movement. `two`: another one. `asked`: a person says. */
export type Verdict = 'one' | 'two' | 'asked';

export interface LineLikeness {
  readonly verdict: Verdict;
  /** How much of what both name agrees: of several lines that may be one, the most alike is. */
  readonly agreeing: number;
}

/** Of one thing that lines name: `silent`, one of them does not name it; `unclear`, it may be the same, written otherwise. */
type Agreement = 'agrees' | 'differs' | 'unclear' | 'silent';

/** Days by which two reports of one movement may date it differently. */
export const REPORTED_DAYS_APART_MAX = 5;

/** What is compared of a line, read once. */
export interface ReadLine {
  readonly line: IdentifiedLine;
  readonly units: bigint;
  readonly dayMs: number | null;
  /** Bank-wide references: its own, and that of the entry of which it is a detail. */
  readonly own: string | null;
  readonly entry: string | null;
  readonly endToEndId: string | null;
  readonly account: string | null;
  readonly payer: readonly string[];
  readonly text: string;
  readonly bookingText: string;
}

export const readLine = (line: IdentifiedLine): ReadLine => ({
  line,
  units: scaled(line.amount),
  dayMs: line.bookedOn === null ? null : Date.parse(line.bookedOn),
  own: line.isBankWide ? line.reference : null,
  entry: line.entryReference,
  endToEndId: line.endToEndId && bare(line.endToEndId),
  account: line.payerAccount && bankAccountKey(line.payerAccount),
  payer: wordsOf(line.payer ?? ''),
  text: bare(line.texts.join('')),
  bookingText: bare(line.bookingTexts.join('')),
});

const TWO: LineLikeness = { verdict: 'two', agreeing: 0 };

export function compareLines(a: ReadLine, b: ReadLine): LineLikeness {
  if (a.units !== b.units || plainly(a.line.currency, b.line.currency) === 'differs') return TWO;
  const daysApart = a.dayMs === null || b.dayMs === null ? null : Math.abs(a.dayMs - b.dayMs) / DAY_MS;
  const isOneDay = a.line.bookedOn === b.line.bookedOn;
  const bank = ofTheBank(a, b);
  const isNear = daysApart === null ? isOneDay || bank === 'agrees' : daysApart <= REPORTED_DAYS_APART_MAX;
  if (!isNear && bank !== 'agrees') return TWO;
  if (a.line.isUnreadable || b.line.isUnreadable) {
    const isEqual = a.line.isUnreadable === b.line.isUnreadable && isOneDay && a.text === b.text;
    return isEqual ? { verdict: 'one', agreeing: 1 } : TWO;
  }
  const account = accounts(a.account, b.account);
  const payer = payers(a, b, account);
  const endToEndId = plainly(a.endToEndId, b.endToEndId);
  const text = textsOf(a, b);
  const member = text === 'agrees' ? 'silent' : plainly(a.line.namedMemberId, b.line.namedMemberId);
  const named = [endToEndId, account, payer, member, text];
  const agreeing =
    (bank === 'agrees' ? 16 : 0) + 2 * count(named, 'agrees') + (isSameLine(a, b) ? 1 : 0) - (daysApart ?? 0) / 10;
  const is = (verdict: Verdict): LineLikeness => ({ verdict, agreeing });
  if (account === 'differs' || payer === 'differs' || bank === 'differs') return TWO;
  // A number that the bank uses again, for another payment or long after, identifies nothing by itself.
  const isSure = text !== 'unclear' || (isOfMessages(a.line) && isOfMessages(b.line));
  if (bank === 'agrees') return is(isNear && isSure && count(named, 'differs') === 0 ? 'one' : 'asked');
  if (count(named, 'differs') > 0) return TWO;
  const isBookedOtherwise = text === 'silent' && areBookedOtherwise(a, b) && count(named, 'agrees') === 0;
  const isUnclear = bank === 'unclear' || count(named, 'unclear') > 0 || isBookedOtherwise;
  return is(isOneDay && !isUnclear ? 'one' : 'asked');
}

const count = (named: readonly Agreement[], what: Agreement) => named.filter((one) => one === what).length;

function plainly(a: string | null, b: string | null): Agreement {
  if (a === null || b === null) return 'silent';
  return a === b ? 'agrees' : 'differs';
}

/** Readers whose reference is the bank's own in each of its reports (ISO 20022, and `//` of the Swift messages). */
export const isOfMessages = ({ format }: Pick<IdentifiedLine, 'format'>) =>
  format === null || /^(?:camt|mt)/.test(format);

/**
 * The UETR goes first: banks keep it where their own reference changes. A table's or a download's reference is the same
 * number at best: unequal ones tell nothing apart for sure.
 */
function ofTheBank(a: ReadLine, b: ReadLine): Agreement {
  const payment = plainly(a.line.uetr, b.line.uetr);
  const booking = bookings(a, b);
  if (payment === 'agrees' || payment === 'silent') return payment === 'agrees' ? payment : booking;
  return booking === 'agrees' ? 'unclear' : 'differs';
}

/**
 * A notification numbers the details of an entry apart; the entry's reference says whose they are. What a batch lacks is
 * none of its details.
 */
function bookings(a: ReadLine, b: ReadLine): Agreement {
  const own = plainly(a.own, b.own);
  if (own === 'agrees') return own;
  if (a.entry !== null && b.entry !== null && a.entry !== b.entry) return 'differs';
  const whole = a.entry !== null && a.entry === b.own ? b : b.entry !== null && b.entry === a.own ? a : undefined;
  if (whole) return whole.line.missingDetails === null ? 'agrees' : 'differs';
  return own === 'differs' && !(isOfMessages(a.line) && isOfMessages(b.line)) ? 'unclear' : own;
}

/** IBANs are compared as they are; a number may be the end of one, and a masked one may be any. */
function accounts(a: string | null, b: string | null): Agreement {
  const plain = plainly(a, b);
  if (plain !== 'differs' || a === null || b === null) return plain;
  const [one, other] = [withoutZeros(a), withoutZeros(b)];
  if (one === other || isEndOf(one, other) || isEndOf(other, one)) return 'agrees';
  return isIban(a) === isIban(b) && !isMasked(a) && !isMasked(b) ? 'differs' : 'unclear';
}

/** Whether two accounts, as banks write them, are surely two. */
export const isOtherAccount = (a: string | null, b: string | null) =>
  accounts(a && bankAccountKey(a), b && bankAccountKey(b)) === 'differs';

const isIban = (account: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account);
const isMasked = (account: string) => /[*•]|X{3}/.test(account);
const withoutZeros = (account: string) => account.replace(/^0+(?=.)/, '');

/** Names tell payers apart only where neither line has an account: banks write one name in many ways. */
function payers(a: ReadLine, b: ReadLine, account: Agreement): Agreement {
  if (a.payer.length === 0 || b.payer.length === 0) return 'silent';
  const [short, long] = a.payer.length <= b.payer.length ? [a.payer, b.payer] : [b.payer, a.payer];
  if (areOneName(short, long)) return 'agrees';
  if (account === 'agrees') return 'silent';
  return a.account === null && b.account === null ? 'differs' : 'unclear';
}

/** Each word is one of the other's, in any order, or its beginning: initials, and names that a field cut. */
function areOneName(short: readonly string[], long: readonly string[]): boolean {
  const [one, other] = [short.join(''), long.join('')];
  if (one.startsWith(other) || other.startsWith(one)) return true;
  const free = [...long];
  return short.every((word) => {
    const at = free.findIndex((own) => own.startsWith(word) || word.startsWith(own));
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
}

const wordsOf = (name: string) =>
  withoutUmlauts(foldText(name))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** `ü` is also written `ue`. */
const withoutUmlauts = (folded: string) => folded.replaceAll(/([aou])e/g, '$1');

function textsOf(a: ReadLine, b: ReadLine): Agreement {
  if (a.text === '' || b.text === '') return 'silent';
  return a.text.includes(b.text) || b.text.includes(a.text) ? 'agrees' : 'unclear';
}

/** The bank's words alone, and others: what they say of the movement changes from report to report. */
const areBookedOtherwise = (a: ReadLine, b: ReadLine) =>
  a.text === '' && b.text === '' && a.bookingText !== '' && b.bookingText !== '' && a.bookingText !== b.bookingText;

/** A running number, the same text to the letter: no proof, and yet the likelier of two equal lines. */
const isSameLine = (a: ReadLine, b: ReadLine) => a.line.reference === b.line.reference && a.text === b.text;

/** Whether a text has another in it, and more. */
export function hasMore(texts: readonly string[], than: readonly string[]): boolean {
  const [text, other] = [bare(texts.join('')), bare(than.join(''))];
  return text.length > other.length && text.includes(other);
}

/** Letters and digits only: banks cut, fold and space a text differently in each of their files. */
const bare = (text: string) => withoutUmlauts(foldText(text)).replace(/[^\p{L}\p{N}]/gu, '');
