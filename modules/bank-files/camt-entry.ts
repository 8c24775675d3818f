/** From the texts of one entry of a camt document to its movements. */

import { isDay } from '@timebank/contract';
import {
  addSigned,
  type Decimal,
  isSameAmount,
  negate,
  parseSigned,
  unsigned,
  writeSigned,
} from '../../core/base/decimal.ts';
import { amountAt, type CamtAmount, type CamtElement, countAt, newElement } from './camt-part.ts';
import { otherParty } from './camt-party.ts';
import { bankProof } from './prove.ts';
import { kindByGermanCode, kindByIso, kindBySwift } from './return-marks.ts';
import type { StatementEntry } from './statement.ts';
import { bankReferenceOf } from './texts.ts';
import type { BankLine, BankLineKind, BankProof, UnreadableMovement } from './types.ts';
import { kindOfWords } from './words.ts';

/** Codes that say that the money has not moved (yet). */
const NOT_BOOKED = new Set(['PDNG', 'INFO', 'FUTR']);
const YES = new Set(['true', '1']);

/** What the details of an entry have in common. */
interface EntryContext {
  readonly part: CamtElement;
  readonly place: string;
  readonly account: string | null;
  readonly owner: string | undefined;
  readonly total: CamtAmount | undefined;
  readonly direction: 'CRDT' | 'DBIT' | undefined;
  readonly isReversal: boolean;
  readonly isPending: boolean;
  /** It has no more than one detail, and counts no more. */
  readonly isSingle: boolean;
  readonly bookedOn: string | null;
  /** What cannot be read, its amount aside. */
  readonly unreadable: UnreadableMovement['what'] | undefined;
  /** The bank's reference of the entry; null where it has none. */
  readonly reference: string | null;
  readonly isBankWide: boolean;
}

/** The account whose movements an entry is of. */
export interface EntryAccount {
  readonly account: string | null;
  /** Its holder's name. */
  readonly owner: string | undefined;
}

/**
 * An entry without or with one detail is one movement; with several each of them is one. Payments that the entry counts
 * and does not detail are one more line, with the rest of its amount.
 * @param number the entry's number in its statement, from 1
 */
export function entryOfCamt(
  entry: CamtElement,
  details: readonly CamtElement[],
  number: number,
  of: EntryAccount,
): StatementEntry {
  const counts = entry.counts.flatMap((count) => countAt(count) ?? []);
  const counted = counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
  const isSingle = details.length < 2 && (counted ?? 1) <= 1;
  const whole = { ...wholeOf(entry, number, of), isSingle };
  const { total, isPending, isReversal } = whole;
  const amount = total && whole.direction ? signedBy(whole.direction, total.amount) : null;
  const rest = { amount, currency: total?.currency ?? null, isReversal, isPending };
  if (isSingle) {
    return { ...rest, lines: [singleLine(whole, details[0] ?? newElement())], proofs: [] };
  }
  const lines = details.map((detail, at) => detailLine(whole, detail, at + 1));
  const remainder = remainderLine(whole, lines, Math.max(0, (counted ?? 0) - details.length), details.length > 0);
  const reference = whole.reference;
  const proofs = counted === undefined ? [] : [countOfDetails(counted, details.length, reference)];
  const sum = sumOfDetails(whole, lines, details);
  return { ...rest, lines: [...lines, ...remainder], proofs: [...proofs, ...sum] };
}

function wholeOf(part: CamtElement, number: number, { account, owner }: EntryAccount): Omit<EntryContext, 'isSingle'> {
  const { texts } = part;
  const status = texts.get('Sts/Cd') ?? (texts.get('Sts') || undefined);
  const direction = directionOf(texts.get('CdtDbtInd'));
  const reversal = texts.get('RvslInd') ?? 'false';
  const day = texts.get('BookgDt/Dt') ?? texts.get('BookgDt/DtTm') ?? texts.get('ValDt/Dt') ?? texts.get('ValDt/DtTm');
  const bookedOn = camtDay(day);
  const isPending = NOT_BOOKED.has(status ?? '');
  const own = bankReferenceOf(texts.get('AcctSvcrRef'));
  const total = amountAt(part, 'Amt');
  return {
    part,
    place: `entry ${number}`,
    account,
    owner,
    total,
    direction,
    isReversal: YES.has(reversal),
    isPending,
    bookedOn,
    unreadable: unreadablePart(part, {
      isPending,
      direction,
      reversal,
      isDayLost: day !== undefined && bookedOn === null,
    }),
    reference: own ?? bankReferenceOf(texts.get('NtryRef')),
    isBankWide: own !== null,
  };
}

function unreadablePart(
  { texts }: CamtElement,
  {
    isPending,
    direction,
    reversal,
    isDayLost,
  }: Record<'isPending' | 'isDayLost', boolean> & {
    readonly direction: EntryContext['direction'];
    readonly reversal: string;
  },
): EntryContext['unreadable'] {
  const isBooked = (texts.get('Sts/Cd') ?? texts.get('Sts')) === 'BOOK';
  if (!isBooked && !isPending) return 'status';
  if (!direction) return 'direction';
  if (!['true', '1', 'false', '0'].includes(reversal)) return 'returned';
  return isDayLost ? 'booked_on' : undefined;
}

function directionOf(text: string | undefined): 'CRDT' | 'DBIT' | undefined {
  return text === 'CRDT' || text === 'DBIT' ? text : undefined;
}

/** The day as written: the bank's own, whatever the time behind it says. */
export function camtDay(text: string | undefined): string | null {
  const day = text?.slice(0, 10) ?? '';
  return isDay(day) ? day : null;
}

const signedBy = (direction: 'CRDT' | 'DBIT', amount: Decimal) => (direction === 'CRDT' ? amount : negate(amount));

function singleLine(whole: EntryContext, detail: CamtElement): BankLine {
  const { total, direction, part } = whole;
  const own = bankReferenceOf(detail.texts.get('Refs/AcctSvcrRef'));
  const line = lineOf(
    whole,
    detail,
    total && direction ? signedBy(direction, total.amount) : undefined,
    total?.currency,
  );
  return {
    ...line,
    place: whole.place,
    reference: own ?? whole.reference,
    isBankWide: own !== null || whole.isBankWide,
    entryReference: own !== null && whole.reference !== own && whole.isBankWide ? whole.reference : null,
    endToEndId: bankReferenceOf(detail.texts.get('Refs/EndToEndId')),
    texts: [...line.texts, ...part.remittance],
    ...wordsOfBank(part),
    ...original(whole, detail, total),
  };
}

function detailLine(whole: EntryContext, detail: CamtElement, number: number): BankLine {
  const { total, part } = whole;
  const direction = directionOf(detail.texts.get('CdtDbtInd')) ?? whole.direction;
  const candidates = DETAIL_AMOUNTS.flatMap((path) => amountAt(detail, path) ?? []);
  // What was ordered in another currency says nothing of what was booked.
  const booked = BOOKED_AMOUNTS.flatMap((path) => amountAt(detail, path) ?? []);
  const found = candidates.find(({ currency }) => currency === total?.currency) ?? booked[0];
  const amount = found && direction ? signedBy(direction, found.amount) : undefined;
  return {
    ...lineOf(whole, detail, amount, found?.currency ?? part.currencies.get('Amt')),
    place: `${whole.place}, detail ${number}`,
    reference: bankReferenceOf(detail.texts.get('Refs/AcctSvcrRef')),
    isBankWide: true,
    entryReference: whole.isBankWide ? whole.reference : null,
    endToEndId: bankReferenceOf(detail.texts.get('Refs/EndToEndId')),
    ...original(whole, detail, found),
  };
}

/** What was booked comes before what was ordered. */
const BOOKED_AMOUNTS = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt'];
const DETAIL_AMOUNTS = [...BOOKED_AMOUNTS, 'AmtDtls/InstdAmt/Amt'];
/** What was ordered comes first: it is the payment without charges. */
const ORIGINAL_AMOUNTS = ['AmtDtls/InstdAmt/Amt', 'AmtDtls/TxAmt/Amt', 'Amt', 'AmtDtls/CntrValAmt/Amt'];
const CHARGES = ['Chrgs/TtlChrgsAndTaxAmt', 'Chrgs/Rcrd/Amt', 'Chrgs/Amt'];

function lineOf(whole: EntryContext, detail: CamtElement, amount: Decimal | undefined, currency: string | undefined) {
  const { part, bookedOn, isPending } = whole;
  const kind = kindOfCamt(part, detail, whole.isReversal);
  const what = whole.unreadable ?? (amount ? undefined : missingAmount(whole, detail));
  const isUnreadable = what !== undefined;
  return {
    relatedReference: null,
    ...uetrOf(detail),
    bookedOn,
    amount: isUnreadable || !amount ? '0.00' : writeSigned(amount),
    currency: /^[A-Z]{3}$/.test(currency ?? '') ? (currency ?? null) : null,
    ...otherParty(part, detail, whole),
    texts: isUnreadable ? [...detail.remittance, ...unreadableTexts(part, detail)] : detail.remittance,
    kind,
    isPending,
    missingDetails: null,
    isUnreadable,
    ...(what === undefined ? {} : { unreadable: unreadableMovement(whole, detail, what, kind) }),
  };
}

const UETR = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function uetrOf({ texts }: CamtElement): Pick<BankLine, 'uetr'> {
  const text = texts.get('Refs/UETR')?.toLowerCase() ?? '';
  return UETR.test(text) ? { uetr: text } : {};
}

/** What the bank says of the whole entry (`AddtlNtryInf`): behind the payer's words. */
const wordsOfBank = ({ remittance }: CamtElement): Pick<BankLine, 'bookingTexts'> =>
  remittance.length > 0 ? { bookingTexts: remittance } : {};

/** An amount that is a number lacks its currency. */
function missingAmount({ part, isSingle }: EntryContext, detail: CamtElement): UnreadableMovement['what'] {
  const text = (isSingle ? part : detail).texts.get('Amt');
  return text !== undefined && parseSigned(text) && !text.startsWith('-') ? 'currency' : 'amount';
}

function unreadableMovement(
  { part, direction, isSingle, unreadable }: EntryContext,
  detail: CamtElement,
  what: UnreadableMovement['what'],
  kind: BankLine['kind'],
): UnreadableMovement {
  const own = isSingle
    ? shownAmount(part, 'Amt')
    : DETAIL_AMOUNTS.map((path) => shownAmount(detail, path)).find(Boolean);
  const side = (isSingle ? undefined : directionOf(detail.texts.get('CdtDbtInd'))) ?? direction;
  return {
    what,
    amount: own ?? null,
    entryAmount: isSingle ? null : shownAmount(part, 'Amt'),
    couldBeCredit: side !== 'DBIT' || kind === 'return' || unreadable === 'returned',
  };
}

function shownAmount({ texts, currencies }: CamtElement, path: string): string | null {
  const text = texts.get(path);
  return text === undefined ? null : `${text.slice(0, 60)} ${currencies.get(path) ?? ''}`.trim();
}

/** What an unreadable movement shows instead of an amount. */
function unreadableTexts(part: CamtElement, detail: CamtElement): string[] {
  const shown = ['Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'Sts/Cd', 'BookgDt/Dt', 'BookgDt/DtTm'];
  const texts = [...shown.map((path) => part.texts.get(path)), detail.texts.get('Amt')];
  return texts.flatMap((text) => (text ? [text.slice(0, 60)] : []));
}

/** The payment without charges, where it differs from what moved: as written, else by the charges in it. */
function original({ part, direction }: EntryContext, detail: CamtElement, moved: CamtAmount | undefined) {
  const none = { originalAmount: null, originalCurrency: null };
  if (!moved) return none;
  const written = [detail, part].flatMap((one) =>
    ORIGINAL_AMOUNTS.flatMap((path) => (one === part && path === 'Amt' ? [] : (amountAt(one, path) ?? []))),
  );
  const differs = ({ amount, currency }: CamtAmount) =>
    amount.digits !== 0n && (currency !== moved.currency || !isSameAmount(amount, moved.amount));
  const other =
    written.find((one) => one.currency === moved.currency && differs(one)) ??
    written.find(differs) ??
    withoutCharges([detail, part], moved, direction);
  if (!other) return none;
  return { originalAmount: writeSigned(other.amount), originalCurrency: other.currency };
}

function withoutCharges(
  parts: readonly CamtElement[],
  moved: CamtAmount,
  direction: EntryContext['direction'],
): CamtAmount | undefined {
  const [charges] = parts.flatMap((part) => CHARGES.flatMap((path) => amountAt(part, path) ?? []));
  const isIncluded = parts.every(({ texts }) => texts.get('Chrgs/Rcrd/ChrgInclInd') !== 'false');
  if (!charges || !isIncluded || charges.currency !== moved.currency || charges.amount.digits === 0n) return undefined;
  const amount = addSigned([moved.amount, direction === 'CRDT' ? charges.amount : negate(charges.amount)]);
  return amount.digits > 0n ? { amount, currency: moved.currency } : undefined;
}

/** The payments that the entry counts and does not detail. */
function remainderLine(
  whole: EntryContext,
  lines: readonly BankLine[],
  missing: number,
  hasDetails: boolean,
): BankLine[] {
  const { total, direction, part } = whole;
  const amount = total && direction ? signedBy(direction, total.amount) : undefined;
  if (missing === 0 && hasDetails) return [];
  const found = sumOf(lines, total?.currency);
  const rest = amount && found ? addSigned([amount, negate(found)]) : undefined;
  if (hasDetails && (!rest || rest.digits === 0n)) return [];
  const line = lineOf(whole, newElement(), rest, total?.currency);
  return [
    {
      ...line,
      place: hasDetails ? `${whole.place}, without details` : whole.place,
      reference: whole.reference,
      isBankWide: whole.isBankWide,
      entryReference: null,
      endToEndId: null,
      // The party and the text of the entry are of all of its payments.
      texts: [...line.texts, ...part.remittance],
      ...wordsOfBank(part),
      payer: null,
      payerAccount: null,
      originalAmount: null,
      originalCurrency: null,
      missingDetails: missing,
    },
  ];
}

/** Undefined where a line is unreadable or of another currency. */
function sumOf(lines: readonly BankLine[], currency: string | undefined): Decimal | undefined {
  if (lines.some((line) => line.isUnreadable || line.currency !== currency)) return undefined;
  return addSigned(lines.map(({ amount }) => ({ digits: BigInt(amount.replace('.', '')), scale: decimalsOf(amount) })));
}

const decimalsOf = (amount: string) => amount.length - amount.indexOf('.') - 1;

function countOfDetails(counted: number, found: number, reference: string | null): BankProof {
  return bankProof('details', counted === found, String(counted), String(found), reference);
}

/** Details may leave out charges that the entry has in it. */
function sumOfDetails(
  { part, total, reference }: EntryContext,
  lines: readonly BankLine[],
  details: readonly CamtElement[],
): BankProof[] {
  if (lines.length === 0 || !total) return [];
  const expected = writeSigned(total.amount);
  const sum = sumOf(lines, total.currency);
  if (!sum) return [bankProof('details_sum', null, expected, null, reference)];
  const found = unsigned(sum);
  const charges = [part, ...details].flatMap((one) => CHARGES.flatMap((path) => amountAt(one, path)?.amount ?? []));
  const all = addSigned(charges);
  const withCharges = [found, addSigned([found, negate(all)]), addSigned([found, all])];
  const holds = withCharges.some((amount) => isSameAmount(amount, total.amount));
  return [bankProof('details_sum', holds, expected, writeSigned(found), reference)];
}

// What the codes and the bank's words of a camt entry say a movement is.

/**
 * A mark of a return comes before every code, and a code before the bank's words. What the payer wrote says nothing: a
 * payment may speak of a refund.
 */
function kindOfCamt(entry: CamtElement, detail: CamtElement, isReversal: boolean): BankLineKind {
  if (isReversal || entry.present.has('RtrInf') || detail.present.has('RtrInf')) return 'return';
  const kinds = [detail, entry].flatMap((part) => [kindByCodes(part), kindByProprietary(part)]);
  const byCode = kinds.find((kind) => kind !== undefined);
  const words = [entry.texts.get('AddtlNtryInf'), detail.texts.get('AddtlTxInf')];
  const [byWords] = words.flatMap((text) => (text === undefined ? [] : (kindOfWords(text) ?? [])));
  if (byCode !== undefined) return byCode;
  // A code that names an ordinary transfer leaves only the return to the words.
  const isOrdinary = /^(?:RCDT|ICDT|RRCT|IRCT|RDDT|IDDT)$/.test(entry.texts.get('BkTxCd/Domn/Fmly/Cd') ?? '');
  return byWords === undefined || (isOrdinary && byWords !== 'return') ? 'payment' : byWords;
}

function kindByCodes({ texts }: CamtElement): BankLineKind | undefined {
  const [domain = '', family = '', subFamily = ''] = ['Cd', 'Fmly/Cd', 'Fmly/SubFmlyCd'].map((name) =>
    texts.get(`BkTxCd/Domn/${name}`),
  );
  return kindByIso(domain, family, subFamily);
}

/** `NTRF+166+9248+992`: SWIFT's type, and the German banks' code. */
function kindByProprietary({ texts }: CamtElement): BankLineKind | undefined {
  const [swift = '', german = ''] = (texts.get('BkTxCd/Prtry/Cd') ?? '').split('+');
  const byGerman = /^\d{3}$/.test(german) ? kindByGermanCode(german) : undefined;
  return byGerman ?? (/^N[A-Z]{3}$/.test(swift) ? kindBySwift(swift.slice(1)) : undefined);
}
