/**
 * The text of the code that a payer's banking app scans: of the European Payments Council (EPC069-12, "Girocode"), or of the
 * Swiss QR-bill (SIX, Implementation Guidelines 2.3). Pure.
 */
import type { HolderAddress } from '../inbox/file-queries.ts';

/** What a code says. */
export interface CodedPayment {
  /** The account's holder, exactly as the bank has the name. */
  readonly holder: string;
  readonly iban: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Two decimals; null: the payer types it. */
  readonly amount: string | null;
  /** ISO 11649, without spaces. */
  readonly reference: string;
}

/** Longest name of a holder that either code has room for. */
export const HOLDER_CHARACTERS_MAX = 70;
/** Most bytes of an EPC code. */
const EPC_BYTES_MAX = 331;

/** Countries whose banks take part in SEPA, but for those of the QR-bill: they know an account by its IBAN alone. */
const SEPA = new Set(
  'AD AL AT BE BG CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
);
/** Countries whose banks read the QR-bill. */
const SWISS = new Set(['CH', 'LI']);
const SWISS_CURRENCIES = ['CHF', 'EUR'];

/** Which code an account can have in a currency; `none`: no code that apps know. */
export function codeKindOf(iban: string, currency: string): 'epc' | 'swiss' | 'none' {
  const country = iban.slice(0, 2);
  if (SWISS.has(country)) return SWISS_CURRENCIES.includes(currency) ? 'swiss' : 'none';
  return SEPA.has(country) && currency === 'EUR' ? 'epc' : 'none';
}

/** The currency that people pay in where the account is, as long as no rate says another. */
export function homeCurrency(iban: string): string {
  const country = iban.slice(0, 2);
  if (SWISS.has(country)) return 'CHF';
  return ['GB', 'GG', 'GI', 'IM', 'JE'].includes(country) ? 'GBP' : 'EUR';
}

/** An account that takes only payments with the references that its bank gives out (QR-IID 30000 to 31999). */
export const isQrIban = (iban: string) => SWISS.has(iban.slice(0, 2)) && /^3[01]$/.test(iban.slice(4, 6));

/**
 * The first character that a QR-bill may not have. It has Latin with its accents, the comma-below letters of Romanian and
 * the euro sign.
 */
export const foreignToSwissBanks = (text: string): string | undefined =>
  /[^\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]/u.exec(text.normalize('NFC'))?.[0];

/** The text of an EPC code: version 002, UTF-8, a credit transfer without BIC. Undefined where it is too long. */
export function epcPayload({ holder, iban, currency, amount, reference }: CodedPayment): string | undefined {
  const [bic, purpose] = ['', ''];
  const lines = ['BCD', '002', '1', 'SCT', bic, lineOf(holder), iban, amount === null ? '' : currency + amount];
  // The last: the structured reference. What would follow is empty, and left out.
  const text = [...lines, purpose, reference].join('\n');
  return Buffer.byteLength(text) > EPC_BYTES_MAX ? undefined : text;
}

/** The text of a QR-bill: version 0200, a creditor's reference (SCOR), and nobody named as the payer. */
export function swissPayload(
  { holder, iban, currency, amount, reference }: CodedPayment,
  address: HolderAddress,
): string {
  const { street, houseNumber, postcode, town, country } = address;
  const creditor = ['S', holder, street ?? '', houseNumber ?? '', postcode, town, country];
  const nobody = Array.from({ length: 7 }, () => '');
  const message = '';
  return [
    ...['SPC', '0200', '1', iban, ...creditor.map(lineOf), ...nobody],
    ...[amount ?? '', currency, ...nobody, 'SCOR', reference, message, 'EPD'],
  ].join('\r\n');
}

/** One line, composed: what is decomposed counts as several characters. */
const lineOf = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
