/**
 * Field 86 as the German banks write it: a code of three digits, then subfields of two digits behind a separator, with
 * SEPA's terms in the text (`EREF+`, `SVWZ+`).
 */

import { CUT, type MtInformation, piecesOf, uncut } from './mt-text.ts';
import { germanIban } from './national-ibans.ts';

/** Some banks leave the code out. */
const BEGINNING = /^(\d{3}(?=[^\p{L}\p{N}\s:])|(?=[?~>]\d\d))([^\p{L}\p{N}\s:])/u;
const TEXT_FIELDS = new Set(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63']);
const KNOWN = new Set([...TEXT_FIELDS, '00', '10', '30', '31', '32', '33', '34', '35', '36', '37', '38']);
const TERM = /(EREF|KREF|MREF|BREF|RREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|ANAM|IBAN|BIC|PURP|INFO)[+:][ ]?/g;
/** As many characters as a name's first subfield holds. */
const NAME_FIELD = 27;

/** @returns undefined where the field has another form */
export function readGermanForm(text: string): MtInformation | undefined {
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
