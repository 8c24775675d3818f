/** Field 86 in codes between slashes, as the Dutch, Belgian and Nordic banks and SWIFT's own guide write it. */
import { CUT, type MtInformation, piecesOf, uncut } from './mt-text.ts';

const CODES = [
  ...['EREF', 'PREF', 'IREF', 'CREF', 'AREF', 'MARF', 'CSID', 'CNTP', 'REMI', 'PURP', 'ULTC', 'ULTD', 'ULTB'],
  ...['EXCH', 'CHGS', 'ISDT', 'TRTP', 'IBAN', 'BIC', 'NAME', 'ORDP', 'BENM', 'TRCD', 'RTRN', 'NRTX', 'OCMT'],
  ...['COAM', 'ACCW', 'ACCT', 'SVCL', 'OPRP', 'ADDR', 'ID', 'RREF', 'BUSP', 'SUM', 'INIT', 'GIRO', 'CITY', 'CHGT'],
];
const CODE = new RegExp(`/(${CODES.join('|')})/`, 'g');

interface CodedValue {
  readonly code: string;
  readonly value: string;
}

/** @returns undefined where the field has another form */
export function readSlashCodes(text: string): MtInformation | undefined {
  const coded = split(text);
  if (coded.length === 0 || !/^[\s\ue000]*\//u.test(text)) return undefined;
  const first = (...codes: string[]) => {
    const found = coded.find(({ code, value }) => codes.includes(code) && bare(value) !== '');
    return found ? bare(found.value) || undefined : undefined;
  };
  const party = uncut(coded.find(({ code }) => code === 'CNTP')?.value ?? '').split('/');
  const count = Number(first('NRTX') ?? 'NaN');
  return {
    texts: coded.flatMap(({ code, value }) => (code === 'REMI' ? textsOf(value) : [])),
    endToEndId: first('EREF'),
    payer: party[2]?.trim() || nameIn(coded),
    ultimate: first('ULTD', 'ULTC', 'ULTB'),
    payerAccount: party[0]?.trim() || first('IBAN', 'ACCT') || first('ACCW')?.split(',')[0],
    words: first('TRTP') ?? '',
    isReturn: coded.some(({ code }) => code === 'RTRN'),
    count: Number.isSafeInteger(count) ? count : undefined,
    isCountStructured: true,
    original: /^[A-Z]{3}\d[\d,.]*/.exec(first('OCMT') ?? first('COAM') ?? '')?.[0],
  };
}

/** A code may be cut: it is found without the cuts, and its value has them. */
function split(text: string): CodedValue[] {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) if (text[at] !== CUT) places.push(at);
  const plain = uncut(text);
  const found: { code: string; from: number; at: number }[] = [];
  CODE.lastIndex = 0;
  for (let match = CODE.exec(plain); match; match = CODE.exec(plain)) {
    found.push({ code: match[1] ?? '', at: match.index, from: match.index + match[0].length });
    // The slash that ends one code may begin the next.
    CODE.lastIndex = match.index + match[0].length - 1;
  }
  return found.map(({ code, from }, index) => {
    const next = found[index + 1];
    const end = next ? Math.max(next.at, from) : plain.length;
    return { code, value: text.slice(places[from] ?? text.length, places[end] ?? text.length) };
  });
}

const bare = (value: string) => uncut(value).replace(/\/+$/, '').trim();

/** `USTD//text`, `STRD/ISO/reference`, `STRD/CUR/reference`, or the text alone. */
function textsOf(value: string): string[] {
  const plain = value.replace(/[/\ue000\s]+$/u, '');
  const text = plain.replace(/^(?:U\ue000?S\ue000?T\ue000?D\/\/|S\ue000?T\ue000?R\ue000?D\/(?:[A-Z]{2,4}\/)?)/u, '');
  return piecesOf(text);
}

/** A name follows its code, or directly that of the party. */
function nameIn(coded: readonly CodedValue[]): string | undefined {
  const named = coded.find(({ code, value }) => code === 'NAME' && bare(value) !== '');
  const party = named ?? coded.find(({ code, value }) => ['ORDP', 'BENM'].includes(code) && bare(value) !== '');
  return party && bare(party.value).replace(/^\/+/, '').trim();
}
