/** The texts of a row: apart at a bank's labels, and the other party's name where no column has it. */

import { foldText } from '@timebank/contract/fold';
import { cleanText } from './line.ts';
import { checkedIban } from './national-ibans.ts';
import { bankReferenceOf, partyName } from './texts.ts';
import { isMovementWord, kindOfWords, nameBehindMovement } from './words.ts';

/** A text apart: what the payer wrote, and what the bank's labels name. */
export interface LabelledText {
  readonly texts: readonly string[];
  readonly name: string | undefined;
  readonly iban: string | undefined;
  readonly endToEndId: string | null;
}

/** Of a cell; what is beyond is cut with its text. */
const TEXT_MAX = 10_000;
const NAME_TEXT_MAX = 300;
const NAME =
  'Naam|Name|ABWA|Absender|Nazwa nadawcy|Debiteur|Ordenante|Ordinante|Auftraggeber|Empfänger|Zahlungspflichtiger';
const IBAN = 'IBAN|Konto-Nr\\.? IBAN';
const REFERENCE = 'EREF|Kenmerk|End-to-End-Ref\\.?|Kundenreferenz';
const TEXT =
  'SVWZ|Tytuł|Omschrijving|Zahlungsgrund|Buchungstext|Referenz(?:-Nr\\.?|en)?|Ref\\.?|Mitteilung(?:en)?|Verwendungszweck|Betalingskenmerk|Communication|Motif|Concepto|Causale|Referencia';
/** Labels of French transfers: `VIR SEPA RECU /DE ANN /MOTIF x /REF y`. */
const FRENCH_LABEL = /\/(DE|BEN|MOTIF|REF|REFDO|REFBEN)(?=\s)/g;
const FRENCH_LABELS: Readonly<Record<string, string>> = {
  DE: ' Name:',
  BEN: ' Name:',
  MOTIF: ' Motif:',
  REF: ' Ref:',
  REFDO: ' Ref:',
  REFBEN: ' Ref:',
};
const OTHER =
  'Rachunek nadawcy|BIC|KREF|MREF|CRED|DEBT|ABWE|COAM|OAMT|PURP|Machtiging ID|Incassant ID|Valutadatum|Datum/Tijd|Pasvolgnr|Transactie|Term|Kosten';
const LABEL = new RegExp(`(?<![\\p{L}\\p{N}])(${NAME}|${IBAN}|${REFERENCE}|${TEXT}|${OTHER})\\s?[:+]\\s?`, 'giu');

const isOneOf = (names: string) => new RegExp(`^(?:${names})$`, 'iu');
const IS = { name: isOneOf(NAME), iban: isOneOf(IBAN), reference: isOneOf(REFERENCE), text: isOneOf(TEXT) };

/** A text that begins with a bank's label, or has several, is taken apart at all of them; any other stays whole. */
export function takeApart(written: string): LabelledText {
  const text = written.slice(0, TEXT_MAX).replaceAll(FRENCH_LABEL, (_, label: string) => FRENCH_LABELS[label] ?? '');
  const labels = [...text.matchAll(LABEL)];
  const [first] = labels;
  if (!first || (first.index !== 0 && labels.length < 2)) {
    return { texts: pieces(text), name: undefined, iban: undefined, endToEndId: null };
  }
  let [name, iban]: (string | undefined)[] = [];
  let endToEndId: string | null = null;
  const before = text.slice(0, first.index).trim();
  const texts: string[] = isMovementWord(before) ? [] : pieces(before);
  for (const [at, { 0: whole, 1: label = '', index }] of labels.entries()) {
    const value = text.slice(index + whole.length, labels[at + 1]?.index).trim();
    if (IS.name.test(label)) name ??= value;
    else if (IS.iban.test(label)) iban ??= checkedIban(value);
    else if (IS.reference.test(label)) {
      endToEndId ??= bankReferenceOf(value);
      texts.push(...pieces(bankReferenceOf(value) ?? ''));
    } else if (IS.text.test(label)) texts.push(...pieces(value));
  }
  return { texts, name, iban, endToEndId };
}

const pieces = (text: string) =>
  text
    .split('\n')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** A creditor reference ends a name, and so does what Swiss banks put behind it. */
const BEHIND_NAME = /\s*(?:\bRF[\s-]?\d{2}[\s\S]*|;[\s\S]*)$/iu;

const KIND_AND_NAME = /^(\p{L}[\p{L} -]{3,40}):\s+(.+)$/u;

/** The name behind a bank's word for the movement: `Gutschrift: Beat Zurflüh`. */
export function nameBehindKind(text: string): string | null {
  const [, kind = '', name] = KIND_AND_NAME.exec(text.slice(0, NAME_TEXT_MAX)) ?? [];
  return isMovementWord(kind) ? partyName(name) : null;
}

/** The name in a text of the bank and the payer together; null where only words of the bank are there. */
export function nameIn(texts: readonly string[]): string | null {
  for (const long of texts) {
    const text = long.slice(0, NAME_TEXT_MAX);
    const behind = isMovementWord(text) ? nameBehindMovement(text) : text;
    if (behind === text && isMovementWord(text)) continue;
    const name = partyName(behind.replace(BEHIND_NAME, ''));
    if (name !== null && /\p{L}{2}/u.test(name) && !isMovementWord(name)) return name;
  }
  return null;
}

const HEAD_WORDS = 3;

/** What the first words of a text say, where no column has the bank's word: later words are the payer's. */
export function kindOfHead(text: string, isOut: boolean) {
  const head = cleanText(foldText(text.slice(0, NAME_TEXT_MAX)))
    .split(' ')
    .slice(0, HEAD_WORDS)
    .join(' ');
  const kind = kindOfWords(head);
  return kind === 'fee' && !isOut ? undefined : kind;
}
