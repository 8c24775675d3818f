/**
 * What banks call things, in one place: names of columns and of balances are in `column-names.ts`. All words are folded:
 * small letters without accents.
 */
import { foldText } from '@timebank/contract/fold';
import type { BankLineKind } from './types.ts';

/** A bank's word for its own price. First of the three: the reversal of a price is a matter of the price. */
const FEE = [
  /gebu(?:e)?hr|entgelt|kontofu(?:e)?hrung|dienstleistungspreis|\bspesen\b|\bprovision\b|kontoabschluss|\babschluss\b/,
  /\bfees?\b|\bsrvchg\b|\bcharges\b|(?:service|bank|account|monthly|overdraft|transaction) charge|\bcommission\b/,
  /\bfrais\b|\bcotisations?\b|\bagios?\b|\bcomision|\bmantenimiento\b|\bcommissioni?\b|\bcanone\b|\bcompetenze\b|\bbollo\b/,
  /\b(?:bank|basis|service|transactie|betaal)?kosten\b|betaalpakket|\boplata\b|\bprowizja\b|\bavgift|\bgebyr|\bomkostning|\bpoplat|\btarifa\b|\bcomissao\b/,
];

/** A bank's word for money that goes back. */
const RETURN = [
  /ru(?:e)?ck(?:last|u(?:e)?ber|zahl|buch|gab|ruf|erstatt|weis|bela)|\bretoure|\bretour\b|storno|stornier|\bru(?:e)?ckl/,
  /\brevers(?:al|ed|o)\b|\brefund|\breturned\b|\breturn\b|\bchargeback|\bcharge back|\bunpaid\b|\brecall|\bbounced\b|\bdishonou?red/,
  /\brejet|\bimpaye|\bremboursement|\bretrocession|\bannul(?:ation|e|acion)|\bdevol|\bretroces|\breembolso|\bretorno\b/,
  /\bterug(?:boek|betal|gestort|storting|gave)|\bstorner|\brimbors|\binsolut|\brestituzion|\bzwrot|\btilbage|\btilbakef|\baterbet|\bpalautus|\bvracen/,
];

/** A bank's word for money that stays with the holder: another pot, another currency, interest, cash. */
const OWN = [
  /umrechnung|umbuchung|\bzins(?:en|gutschrift|abschluss)?\b|\bhabenzins|\babbuchung\b|\bauszahlung\b|eigenu(?:e)?bertrag/,
  /\bconversion\b|\bcurrency exchange\b|^exchange$|\bpot transfer|\bto pocket|\bvault\b|\binterest\b|\bpayout\b|\bwithdrawal\b|\bown account|\binternal transfer|\binternal$/,
  /\binterets\b|virement interne|\bconversion de devise|\bintereses\b|\btraspaso interno|\bcambio de divisa|\binteressi\b|\bgiroconto\b|\bprelievo\b/,
  /eigen rekening|(?:credit|debet|spaar)rente|rente(?:vergoeding|afrekening)|\bodsetki\b|przelew wlasny|przelew wewn|\brantor?\b|\brenter\b|valutaomrekening/,
];

/** What a bank's own words say a movement is; undefined: nothing of the kind. */
export function kindOfWords(written: string): Exclude<BankLineKind, 'payment'> | undefined {
  const text = foldText(written);
  const has = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(text));
  return has(FEE) ? 'fee' : has(RETURN) ? 'return' : has(OWN) ? 'own' : undefined;
}

/** Words at the head of a description that say what kind of movement it is, and are no name. */
const MOVEMENT =
  /^(?:virement|vir\b|prelevement|prlv|versement|cheque|carte\b|paiement|rejet|retrait|remise|avoir|transf|transferencia|bizum|abono|recibo|adeudo|ingreso|devolucion|bonifico|disposizione|addebito|accredito|pagamento|gutschrift|dauerauftrag|lastschrift|belastung|u(?:e)?berweisung|sepa|sammel|retoure|overboeking|incasso|zahlung |deposit|faster payment|bank giro|bgc|fpi|fpo|tfr|direct debit|standing order|credit transfer|payment from|payment to|received from|transfer from|przelew|inkommande|overforing|betaling)/;

export const isMovementWord = (written: string) => MOVEMENT.test(foldText(written).trim());

/** The name behind the words that a bank puts before it in the same text; '' where only those are there. */
export function nameBehindMovement(written: string): string {
  return written
    .replace(
      /\s+(?:en votre faveur|(?:instantan[eé] |permanent )?(?:re[cç]u|[eé]mis)|instantan[eé]|recibida|emitida|ricevuto)\s*$/iu,
      '',
    )
    .replace(
      /^(?:virement|pr[eé]l[eè]vement|versement|transferencia|bonifico|[uü](?:e)?berweisung|gutschrift|lastschrift)$/iu,
      '',
    )
    .replace(/^(?:rejet|devolucion|retoure)\s+(?:de\s+)?/iu, '')
    .replace(
      /^(?:vir(?:ement)?(?:\s+(?:inst|sepa|recu|re[cç]u))*(?:\s+de)?|(?:prlv|pr[eé]l[eè]vement)(?:\s+sepa)?(?:\s+de)?|overf[oö]ring(?:\s+fra)?|bizum\s+de|transf(?:\.|erencia)?(?:\s+(?:exterior|recibida|sepa|de))*|bonifico\s+da|payment\s+from|transfer\s+from|received\s+from|przelew\s+od|(?:sepa-?)?gutschrift(?:\s+von)?|zahlung(?:\s+an)?|belastung|dauerauftrag(?:\s+an)?|deposit)\s+/iu,
      '',
    )
    .trim();
}

/** Of a state: the movement was announced, refused or called off, and is not booked. */
const NOT_BOOKED =
  /vorgemerkt|ausstehend|^offen$|in bearbeitung|abgelehnt|fehlgeschlagen|abgebrochen|\bnicht gebucht|\bpending\b|\bunbooked|\bnot booked|\bdeclined\b|\breverted\b|\bfailed\b|\bcancell?ed\b|\bauthori[sz]ed\b|\bauthori[sz]ation\b|\bprocessing\b|\bexpired\b|\bdenied\b|\bon hold\b|en attente|\brefuse\b|\bpendiente|\brechazad|\bretenid|in sospeso|in attesa|\bnon contabilizzat|\bgereserveerd|\bin behandeling|\bgeweigerd|\bafgewezen|\breserver[ae][dt]|\boczekuj|\bodrzucon|\bw trakcie|\bblokada|\bpendente|\bventer\b|\bodottaa/;

export const isNotBookedWord = (written: string) => NOT_BOOKED.test(foldText(written));

const MONEY_IN =
  'in,credit,crdt,cr,c,cred,h,haben,gutschrift,eingang,einnahme,habenbuchung,bij,haber,abono,ingreso,avere,accredito,entrata,dare avere avere,ma,uznanie,wplata,insattning,inn,ind,paid in,deposit,money in,incoming,received,recette,+,k,kredit,prijem';
const MONEY_OUT =
  'out,debit,dbit,dr,d,deb,s,soll,belastung,ausgang,ausgabe,sollbuchung,lastschrift,af,debe,cargo,gasto,dare,addebito,uscita,winien,wn,obciazenie,wyplata,uttag,ut,ud,paid out,withdrawal,money out,outgoing,sent,depense,-,debet,vydej';
const DIRECTIONS: ReadonlyMap<string, 'in' | 'out'> = new Map([
  ...MONEY_IN.split(',').map((word) => [word, 'in'] as const),
  ...MONEY_OUT.split(',').map((word) => [word, 'out'] as const),
]);

/** What a mark of direction says. */
export const directionOfWord = (written: string) => DIRECTIONS.get(foldText(written).trim().replace(/\.$/, ''));

const YES = new Set(['yes', 'true', '1', 'y', 'ja', 'j', 'si', 'oui', 'tak', 'x']);
const NO = new Set(['no', 'false', '0', 'n', '', 'nein', 'nee', 'non', 'nie']);

/** Of a column that answers yes or no; undefined: neither. */
export function yesOrNo(written: string): boolean | undefined {
  const word = foldText(written).trim();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const CURRENCY_NAMES: readonly (readonly [RegExp, string])[] = [
  [/€|\beuro(?:s|a)?\b/, 'EUR'],
  [/£|\bsterling\b|\bpounds?\b/, 'GBP'],
  [/\bsfr\b|\bfranken\b|\bfrancs suisses\b|\bswiss francs?\b/, 'CHF'],
  [/\bzl\b|zł|\bzlotych\b/, 'PLN'],
  [/\bkc\b|kč/, 'CZK'],
  [/\bsvenska kronor\b/, 'SEK'],
  [/\bnorske kroner\b/, 'NOK'],
  [/\bdanske kroner\b/, 'DKK'],
  [/\bus ?dollars?\b|us\$/, 'USD'],
];

/** The currency that a cell is: `EUR`, `eur`, `€`. */
export function currencyOfCell(written: string): string | undefined {
  const code = written.trim().toUpperCase();
  if (CURRENCIES.has(code)) return code;
  return CURRENCY_NAMES.find(([name]) => name.test(foldText(written)) || name.test(written.toLowerCase()))?.[1];
}

/** The currency that a text names among other words: `Bedrag (EUR)`, `Importes expresados en euros`. */
/** Codes that are words in capitals as well. */
const WORDS_TOO = new Set(['ALL', 'TOP', 'TRY', 'CUP', 'GEL', 'SOS', 'PEN', 'MOP', 'ANG', 'LAK']);

export function currencyWithin(text: string): string | undefined {
  const codes = [...text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{3}(?![\p{L}\p{N}])/gu)];
  const code = codes.find(([one]) => CURRENCIES.has(one) && !WORDS_TOO.has(one));
  return code?.[0] ?? CURRENCY_NAMES.find(([name]) => name.test(foldText(text)) || name.test(text.toLowerCase()))?.[1];
}

/** What the accounts of a country are held in, as a suggestion. */
const OF_COUNTRY: Readonly<Record<string, string>> = {
  ...{ GB: 'GBP', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON' },
  ...{ IS: 'ISK', TR: 'TRY', UA: 'UAH', RS: 'RSD', IL: 'ILS', AE: 'AED', SA: 'SAR' },
};
const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM';

export function currencyOfIban(iban: string | null): string | null {
  const country = iban?.slice(0, 2) ?? '';
  return EURO.split(' ').includes(country) ? 'EUR' : (OF_COUNTRY[country] ?? null);
}
