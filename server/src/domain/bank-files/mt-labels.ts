/** Field 86 in words: lines of text, perhaps with labels such as `NAAM:` or `MITTEILUNG:`. */
import type { MtInformation } from './mt-text.ts';

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

export function readLabels(lines: readonly string[]): MtInformation {
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
