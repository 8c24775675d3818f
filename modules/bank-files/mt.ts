/** SWIFT's MT940 (statement) and MT942 (report during the day), in the dialects of banks. */

import { type Decimal, negate } from '../../core/base/decimal.ts';
import { dayBehindOpening } from './line.ts';
import { type MtEntry, mtDay, readMtAmount, readMtEntry } from './mt-entry.ts';
import { mtLine } from './mt-line.ts';
import { type MtField, type MtMessage, readMtMessages } from './mt-message.ts';
import { readSlashCodes } from './mt-slash.ts';
import { CUT, type MtInformation, piecesOf, uncut } from './mt-text.ts';
import { checkedIban, computedIban, germanIban } from './national-ibans.ts';
import { bankProof } from './prove.ts';
import type { FoundPages, StatedFigures, StatementEntry, StatementPage } from './statement.ts';
import { LINES_MAX, tooManyLines } from './texts.ts';
import { BankFileFault } from './types.ts';

/**
 * Reads all messages of a text.
 * @throws BankFileFault
 */
export function readMt(text: string): FoundPages {
  const messages = readMtMessages(text);
  if (messages.length === 0) throw noMessages();
  let count = 0;
  for (const { fields } of messages) count += fields.filter(({ tag }) => tag === '61').length;
  if (count > LINES_MAX) throw tooManyLines();
  const notes: string[] = [];
  const pages: StatementPage[] = [];
  for (const message of messages) pages.push(pageOf(message, pages.at(-1), notes));
  const last = messages.at(-1);
  if (last && isCutOff(last)) throw endsEarly(last);
  return { pages, notes };
}

/** An opening balance without a closing one, nothing behind the account, or a block without its end. */
function isCutOff(message: MtMessage): boolean {
  if (message.head.includes('{4:') && !message.isClosed) return true;
  if (balanceOf(message, '62F', '62M')) return false;
  return (
    balanceOf(message, '60F', '60M') !== undefined ||
    !message.fields.some(({ tag }) => /^(?:61|34F|13D?|90[CD])$/.test(tag))
  );
}

function noMessages(): BankFileFault {
  return new BankFileFault('not_a_statement', 'The file holds no message of MT940; choose camt.053 or MT940.');
}

function endsEarly({ fields }: MtMessage): BankFileFault {
  const line = fields.at(-1)?.line ?? 1;
  const message = `The file ends in the middle of a statement, in line ${line}: its closing balance or its end is missing; download it again.`;
  return new BankFileFault('truncated', message, { line });
}

interface MtBalance {
  readonly isPage: boolean;
  readonly day: string | null;
  readonly currency: string;
  readonly amount: Decimal;
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})\s*([\d.,]+)/;

function balanceOf({ fields }: MtMessage, ...tags: string[]): MtBalance | undefined {
  const field = fields.find(({ tag }) => tags.includes(tag));
  const [, side, day = '', currency = '', written = ''] = BALANCE.exec(field?.lines[0]?.trim() ?? '') ?? [];
  const amount = readMtAmount(written);
  if (!field || !amount || side === undefined) return undefined;
  return { isPage: field.tag.endsWith('M'), day: mtDay(day), currency, amount: side === 'D' ? negate(amount) : amount };
}

function pageOf(message: MtMessage, before: StatementPage | undefined, notes: string[]): StatementPage {
  const [opening, closing] = [balanceOf(message, '60F', '60M'), balanceOf(message, '62F', '62M')];
  const isInterim = !opening && !closing && message.fields.some(({ tag }) => /^(?:34F|13D?|90[CD])$/.test(tag));
  const written = textOf(message, '25', '25P') ?? '';
  const figures = figuresOf(message);
  const currency = opening?.currency ?? closing?.currency ?? figures.currency ?? currencyBehind(written);
  const account = accountOfField(written, message.head);
  const title = textOf(message, '28C', '28') ?? null;
  const [number = '', page = ''] = (title ?? '').split('/');
  const hasPages = opening?.isPage || closing?.isPage;
  const pageNumber = Number(page) || (opening?.isPage ? (before?.page ?? 1) + 1 : 1);
  return {
    format: isInterim ? 'mt942' : 'mt940',
    kind: isInterim ? 'interim' : 'final',
    account,
    currency,
    number: number || null,
    title,
    page: hasPages ? pageNumber : null,
    isLastPage: hasPages ? closing?.isPage === false : null,
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
    from: opening?.day ?? null,
    to: closing?.day ?? opening?.day ?? null,
    begins: dayBehindOpening(opening?.day),
    figures: figures.stated,
    copy: null,
    entries: entriesOf(message, currency, account, notes),
  };
}

function textOf({ fields }: MtMessage, ...tags: string[]): string | undefined {
  return fields.find(({ tag }) => tags.includes(tag))?.lines[0]?.trim() || undefined;
}

const currencyBehind = (written: string) => /\d\s*([A-Z]{3})$/.exec(written)?.[1] ?? null;

/** An IBAN; bank and number of a German account; a Dutch number with its bank in the head; else as written. */
function accountOfField(written: string, head: string): string | null {
  const bare = written.replace(/^\/+/, '').replaceAll(/\s/g, '');
  const candidates = [bare, ...bare.split('/')].flatMap((part) => [part, part.replace(/[A-Z]{3}$/, '')]);
  const [iban] = candidates.flatMap((part) => checkedIban(part) ?? []);
  if (iban) return iban;
  const plain = bare.replace(/(?<=\d)[A-Z]{3}$/, '');
  const [, bank, number] = /^(\d{8})\/(\d{1,10})$/.exec(plain) ?? [];
  if (bank && number) return germanIban(bank, number);
  const dutch = /([A-Z]{4})NL[A-Z0-9]{2}/.exec(head)?.[1];
  if (dutch && /^\d{1,10}$/.test(plain)) return computedIban('NL', dutch + plain.padStart(10, '0'));
  return plain === '' ? null : plain.slice(0, 50);
}

/** MT942's own fields, and the sums that a Dutch bank writes into the last field 86. */
function figuresOf({ fields }: MtMessage): { stated: StatedFigures; currency: string | null } {
  const side = (tag: string) => {
    const [, count, currency, sum] =
      /^(\d{1,6})([A-Z]{3})([\d.,]+)/.exec(fields.find((field) => field.tag === tag)?.lines[0]?.trim() ?? '') ?? [];
    return count === undefined ? undefined : { count: Number(count), currency, sum: readMtAmount(sum ?? '') };
  };
  const [debits, credits] = [side('90D'), side('90C')];
  const floor = /^([A-Z]{3})/.exec(fields.find(({ tag }) => tag === '34F')?.lines[0]?.trim() ?? '')?.[1];
  const [, debitCount, creditCount, debitSum, creditSum] =
    /\/SUM\/(\d+)\/(\d+)\/([\d.,]+)\/([\d.,]+)\//.exec(fields.at(-1)?.lines.join('') ?? '') ?? [];
  const currency = debits?.currency ?? credits?.currency ?? floor ?? null;
  if (debitCount !== undefined) {
    const sums = { debitSum: readMtAmount(debitSum ?? ''), creditSum: readMtAmount(creditSum ?? '') };
    return { currency, stated: { debits: Number(debitCount), credits: Number(creditCount), ...sums } };
  }
  const stated = { debits: debits?.count, credits: credits?.count, debitSum: debits?.sum, creditSum: credits?.sum };
  return { currency, stated };
}

function entriesOf(
  { fields }: MtMessage,
  currency: string | null,
  account: string | null,
  notes: string[],
): StatementEntry[] {
  const found: { entry: MtEntry; field: MtField; information: string[] }[] = [];
  let isBehindEntry = false;
  for (const field of fields) {
    if (field.tag === '61') found.push({ entry: readMtEntry(field), field, information: [] });
    else if (field.tag === '86' && isBehindEntry) found.at(-1)?.information.push(...field.lines);
    isBehindEntry =
      field.tag === '61' || (field.tag === '86' && isBehindEntry) || (field.tag === 'NS' && isBehindEntry);
  }
  return found.map(({ entry, field, information }, at) => {
    const read = readInformation(information);
    const line = mtLine({ entry, field, information: read, number: at + 1, currency, account }, notes);
    const proofs = countProofs(read, line.reference);
    const { amount, isReversal, isExpected } = entry;
    return { amount, currency, isReversal, isPending: isExpected, lines: [line], proofs };
  });
}

/** A count in free words is no figure that can be relied on. */
function countProofs({ count, isCountStructured }: MtInformation, reference: string | null) {
  if (count === undefined || count < 2) return [];
  return isCountStructured
    ? [bankProof('details', false, String(count), '0', reference)]
    : [bankProof('details', null, null, null, reference)];
}

// Field 86 in words: lines of text, perhaps with labels such as `NAAM:` or `MITTEILUNG:`.

const LABELS = [
  ['account', /IBAN|REKENING(?:NR)?\.?|KONTO(?:NR)?\.?|COMPTE|CUENTA|ACCOUNT/],
  ['skip', /BIC|SWIFT|MACHTIGING|INCASSANT|MANDAT(?:SREFERENZ)?|GLÄUBIGER-ID|VALUTA/],
  ['end', /EREF|END-TO-END(?:-REF\.?)?|E2E|KENMERK BETALER|ENDE-ZU-ENDE/],
  [
    'name',
    /NAAM|NAME|AUFTRAGGEBER|ABSENDER|ZAHLUNGSPFLICHTIGER|EINZAHLER|EMPF(?:AE|Ä)NGER|BEG(?:UE|Ü)NSTIGTER|DONNEUR D'ORDRE|ORDERED BY|ORDERING (?:PARTY|CUSTOMER)|BENEFICIARY|B(?:E|É)N(?:E|É)FICIAIRE|PAYER|PAYEE|ORDENANTE|BENEFICIARIO|ORDINANTE|FROM|TO|VON|VAN|AN|OD|NADAWCA/,
  ],
  [
    'text',
    /OMSCHRIJVING|BETALINGSKENM(?:ERK)?\.?|KENMERK|MITTEILUNG(?:EN)?|VERWENDUNGSZWECK|ZAHLUNGSGRUND|ZAHLUNGSZWECK|REF(?:ERENZ|ERENCE|ERENTIE|\.)?|MOTIF|COMMUNICATION|MESSAGE|DETAILS|CONCEPTO|CAUSALE|SVWZ|MEDEDELING|TYT(?:UL|UŁ|\.)?/,
  ],
] as const;
type LabelKind = (typeof LABELS)[number][0];
const LABEL = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${LABELS.map(([kind, pattern]) => `(?<${kind}>${pattern.source})`).join('|')})\\s?:[ ]?`,
  'giu',
);
const BATCH = /sammel|batch|bulk|verzamel|group(?:ed|ée)|globali|collective|\bcollect\b/i;
const COUNT =
  /(?:anzahl|anz\.?|aantal|nombre|number|n(?:ú|u)mero|count|posten)(?:\s+\p{L}+){0,3}\s*[:=]?\s*(\d{1,6})(?!\d)/iu;

function readLabels(lines: readonly string[]): MtInformation {
  const text = lines.join('\n');
  const found = [...text.matchAll(LABEL)].map((match) => ({ match, kind: kindOf(match.groups ?? {}) }));
  const values: Record<LabelKind, string[]> = { account: [], skip: [], end: [], name: [], text: [] };
  for (const [at, { match, kind }] of found.entries()) {
    values[kind].push(text.slice(match.index + match[0].length, found[at + 1]?.match.index));
  }
  const [first = ''] = lines;
  const count = BATCH.test(text) ? Number(COUNT.exec(text)?.[1] ?? 'NaN') : Number.NaN;
  // Fixed columns end a value as well as the end of its line does.
  const oneOf = (value: string | undefined) => value?.split(/\n|\s{2,}/)[0]?.trim() || undefined;
  const pieces = values.text.length > 0 ? values.text.flatMap((value) => value.split('\n')) : lines;
  return {
    texts: pieces.map((piece) => piece.trim()).filter((piece) => piece !== ''),
    endToEndId: oneOf(values.end[0]),
    payer: oneOf(values.name[0])?.replace(/[,;].*$/s, ''),
    payerAccount: oneOf(values.account[0]),
    words: first.slice(0, found[0] && found[0].match.index < first.length ? found[0].match.index : undefined),
    count: Number.isNaN(count) ? undefined : count,
  };
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): LabelKind {
  return LABELS.find(([kind]) => groups[kind] !== undefined)?.[0] ?? 'skip';
}

// Field 86 of MT940 and MT942: what a bank says about an entry, in one of the three forms that are in use.

/** @param lines of the field; the bank may have cut them at any column */
function readInformation(lines: readonly string[]): MtInformation {
  return readGermanForm(joinLines(lines)) ?? readSlashCodes(joinLines(lines)) ?? readLabels(lines);
}

/** Shorter lines end where their writer ended them; longer ones were cut at the column where the field ends. */
const CUT_FROM = 50;

/** One line; the place of each cut is kept as a mark. */
function joinLines(lines: readonly string[]): string {
  const [first = '', ...more] = lines.map((line) => line.replaceAll(CUT, ''));
  let joined = first;
  let before = first.length + 4;
  for (const line of more) {
    joined += (before >= CUT_FROM ? CUT : `${CUT} `) + line;
    before = line.length;
  }
  return joined;
}

// Field 86 as the German banks write it: a code of three digits, then subfields of two digits behind a separator,
// with SEPA's terms in the text (`EREF+`, `SVWZ+`).

/** Some banks leave the code out. */
const BEGINNING = /^(\d{3}(?=[^\p{L}\p{N}\s:])|(?=[?~>]\d\d))([^\p{L}\p{N}\s:])/u;
const TEXT_FIELDS = new Set(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63']);
const KNOWN = new Set([...TEXT_FIELDS, '00', '10', '30', '31', '32', '33', '34', '35', '36', '37', '38']);
const TERM = /(EREF|KREF|MREF|BREF|RREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|ANAM|IBAN|BIC|PURP|INFO)[+:][ ]?/g;
/** As many characters as a name's first subfield holds. */
const NAME_FIELD = 27;

/** @returns undefined where the field has another form */
function readGermanForm(text: string): MtInformation | undefined {
  const [, germanCode, separator] = BEGINNING.exec(text) ?? [];
  if (germanCode === undefined || separator === undefined) return undefined;
  const subfields = split(text.slice(germanCode.length), separator);
  if (subfields.length === 0) return undefined;
  const joined = (...codes: string[]) =>
    uncut(subfields.flatMap(([code, value]) => (codes.includes(code) ? [value] : [])).join(''));
  const body = subfields.flatMap(([code, value]) => (TEXT_FIELDS.has(code) ? [value] : [])).join(CUT);
  const terms = termsOf(body);
  const [name = '', rest = ''] = ['32', '33'].map((code) => joined(code));
  const payer = name.length >= NAME_FIELD ? name + rest : [name, rest].filter((part) => part.trim() !== '').join(' ');
  const term = (key: string) => uncut(terms.get(key) ?? '').trim() || undefined;
  return {
    texts: piecesOf([terms.get('') ?? '', terms.get('SVWZ') ?? ''].filter((part) => part !== '').join(CUT)),
    endToEndId: term('EREF')?.replaceAll(' ', ''),
    payer: payer.trim() || term('ANAM'),
    ultimate: term('ABWA') ?? term('ABWE'),
    payerAccount: accountOfParts(joined('30'), joined('31')) ?? (joined('38').trim() || term('IBAN')),
    words: joined('00').trim(),
    germanCode: germanCode || undefined,
    original: /^([A-Z]{3})\s?(\d[\d,.]*)/.exec(term('OAMT') ?? term('COAM') ?? '')?.[0],
  };
}

function split(text: string, separator: string): [string, string][] {
  const fields: [string, string][] = [];
  for (const part of text.split(separator)) {
    // A cut may fall between the separator and its number, and into the number.
    const [, code, value] = /^(\ue000?\d\ue000?\d)(.*)$/su.exec(part) ?? [];
    const known = uncut(code ?? '');
    const last = fields.at(-1);
    if (KNOWN.has(known)) fields.push([known, value ?? '']);
    else if (last) last[1] += separator + part;
  }
  return fields;
}

/** The text by SEPA's terms; the text before the first has the empty name. */
function termsOf(body: string): Map<string, string> {
  const terms = new Map<string, string>();
  // A term may be cut as well: its letters are found without the cuts, at their places with them.
  const places: number[] = [];
  for (let at = 0; at < body.length; at++) if (body[at] !== CUT) places.push(at);
  const plain = uncut(body);
  const found = [...plain.matchAll(TERM)];
  const at = (index: number) => places[index] ?? body.length;
  const first = found[0];
  terms.set('', body.slice(0, first ? at(first.index) : undefined));
  for (const [index, match] of found.entries()) {
    const begin = at(match.index + match[0].length);
    const end = found[index + 1];
    const name = match[1] ?? '';
    const value = body.slice(begin, end ? at(end.index) : undefined);
    terms.set(name, terms.has(name) ? `${terms.get(name)}${CUT}${value}` : value);
  }
  return terms;
}

function accountOfParts(bank: string, account: string): string | undefined {
  const [bare, number] = [bank.trim(), account.replaceAll(/\s/g, '')];
  if (number === '') return undefined;
  return /^\d{8}$/.test(bare) && /^\d{1,10}$/.test(number) ? germanIban(bare, number) : number;
}
