/** From an entry of MT940 or MT942 and what the bank says about it to a movement. */
import { writeSigned } from '../../core/base/decimal.ts';
import { type MtEntry, readMtAmount } from './mt-entry.ts';
import type { MtField } from './mt-message.ts';
import { readSlashCodes } from './mt-slash.ts';
import type { MtInformation } from './mt-text.ts';
import { checkedIban } from './national-ibans.ts';
import { kindByGermanCode, kindBySwift } from './return-marks.ts';
import { accountOf, bankReferenceOf, PIECES_MAX, partyName, TEXT_MAX } from './texts.ts';
import type { BankLine, BankLineKind, UnreadableMovement } from './types.ts';
import { kindOfWords } from './words.ts';

interface ReadMovement {
  readonly entry: MtEntry;
  readonly field: MtField;
  readonly information: MtInformation;
  /** Of the entry in its message, from 1. */
  readonly number: number;
  readonly currency: string | null;
  readonly account: string | null;
}

/** @param notes gets a sentence for a text that was cut */
export function mtLine(
  { entry, field, information, number, currency, account }: ReadMovement,
  notes: string[],
): BankLine {
  const { amount, bankReference, ownReference, supplement } = entry;
  const { endToEndId, payer, ultimate, payerAccount, count } = information;
  const place = `entry ${number}`;
  const isUnreadable = amount === null || entry.bookedOn === null;
  const names = [partyName(payer), partyName(ultimate)].filter(
    (name, at, all) => name !== null && all.indexOf(name) === at,
  );
  const kind = kindOfEntry(entry, information, payerAccount !== undefined);
  // The bank's words of a return may name the movement that goes back.
  const told = kind === 'return' && /\d/.test(information.words) ? [information.words.trim()] : [];
  const texts = [
    ...(isUnreadable ? [field.lines.join(' ')] : []),
    ...told.filter((text) => !information.texts.includes(text)),
    ...information.texts,
    ...(isUnreadable ? [] : entryTexts(entry, information).filter((text) => !information.texts.includes(text))),
  ];
  const other = accountOf(payerAccount) ?? checkedIban(supplement) ?? null;
  return {
    place,
    reference: bankReference,
    isBankWide: true,
    entryReference: null,
    endToEndId: bankReferenceOf(endToEndId) ?? ownReference,
    relatedReference: null,
    bookedOn: entry.bookedOn,
    amount: isUnreadable ? '0.00' : writeSigned(amount),
    currency,
    ...originalOf(information, supplement, amount && writeSigned(amount), currency),
    payer: partyName(names.join(' / ')),
    payerAccount: other === account ? null : other,
    texts: boundedTexts(texts, place, notes),
    kind,
    isPending: entry.isExpected,
    missingDetails: count !== undefined && count > 1 ? count : null,
    isUnreadable,
    ...(isUnreadable ? { unreadable: unreadableOf(entry, field) } : {}),
  };
}

/**
 * What field 61 itself says for people: its further lines, unless they are an account or codes of the bank, and its
 * reference where field 86 names another one: either may be the one that the payer was given.
 */
function entryTexts({ ownReference, supplement }: MtEntry, { endToEndId, payerAccount = '' }: MtInformation): string[] {
  const bare = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '');
  const isAccount = checkedIban(supplement) !== undefined || bare(payerAccount).endsWith(bare(supplement));
  const supplementary = readSlashCodes(supplement)?.texts ?? (isAccount ? [] : supplement.split('\n'));
  const eref = bankReferenceOf(endToEndId);
  const isOther = ownReference !== null && eref !== null && !eref.startsWith(ownReference);
  return [...supplementary, ...(isOther ? [ownReference] : [])];
}

function unreadableOf({ amount, bookedOn }: MtEntry, { lines: [first = ''] }: MtField): UnreadableMovement {
  const what = amount !== null && bookedOn === null ? 'booked_on' : 'amount';
  return { what, amount: first.slice(0, 60) || null, entryAmount: null, couldBeCredit: true };
}

function originalOf({ original }: MtInformation, supplement: string, moved: string | null, own: string | null) {
  const written = original ?? /\/OCMT\/([A-Z]{3}\d[\d,.]*)/.exec(supplement)?.[1];
  const [, currency, text] = /^([A-Z]{3})\s?(\d[\d,.]*)/.exec(written ?? '') ?? [];
  const amount = readMtAmount(text ?? '');
  const isSame = amount && currency === own && moved?.replace('-', '') === writeSigned(amount);
  if (!amount || currency === undefined || isSame) return { originalAmount: null, originalCurrency: null };
  return { originalAmount: writeSigned(amount), originalCurrency: currency };
}

function boundedTexts(texts: readonly string[], place: string, notes: string[]): string[] {
  const isCut = texts.length > PIECES_MAX || texts.some((text) => text.length > TEXT_MAX);
  if (isCut && notes.length < 20) notes.push(`A text of ${place} is longer than ${TEXT_MAX} characters and was cut.`);
  return texts.slice(0, PIECES_MAX).map((text) => text.slice(0, TEXT_MAX));
}

/** A mark of a return comes before every code, and a code before the bank's words. */
function kindOfEntry(
  { isReversal, type, amount }: MtEntry,
  { isReturn, germanCode, words, texts }: MtInformation,
  hasParty: boolean,
): BankLineKind {
  if (isReversal || isReturn) return 'return';
  const byCode = (germanCode === undefined ? undefined : kindByGermanCode(germanCode)) ?? kindBySwift(type);
  if (byCode) return byCode;
  const byWords = words.trim() === '' ? undefined : kindOfWords(words);
  if (byWords) return byWords;
  // Money out without another account is the bank's own business, if its text says so.
  const isOut = amount !== null && amount.digits < 0n;
  return isOut && !hasParty && kindOfWords(texts.join(' ')) === 'fee' ? 'fee' : 'payment';
}
