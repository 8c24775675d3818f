/** What is the same on the payment slips of all members: account, holder, currency, amount and rate. */

import { readSeconds } from '@timebank/contract';
import { parseDecimal } from '../../../../core/base/decimal.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { type AgreedRate, priceOf, rateOn, secondsFor } from '../../../../core/partners/rates/rate.ts';
import { ratesOf } from '../../../../core/partners/rates/rates.ts';
import { checkedIban } from '../../../bank-files/national-ibans.ts';
import { findBankAccount } from '../inbox/accounts.ts';
import { type BankAccountRow, type HolderAddress, selectBankAccounts } from '../inbox/file-queries.ts';

/** As a person types them; what is absent follows from the settings. */
export interface SlipWishes {
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  readonly amount?: string | undefined;
  /** `1.5` or `1:30`; the amount follows from the rate. */
  readonly hours?: string | undefined;
}

export interface SlipTerms extends Omit<CodedPayment, 'reference'> {
  readonly kind: 'epc' | 'swiss' | 'none';
  readonly address: HolderAddress | null;
  /** Of today; undefined: none is agreed for the currency. */
  readonly rate: AgreedRate | undefined;
  /** What the amount brings at that rate; null where either is open. */
  readonly seconds: number | null;
}

/**
 * @param day today, `YYYY-MM-DD`
 * @throws refusal validation_failed naming the setting that is missing, or the wish that is not possible
 */
export async function readSlipTerms(
  on: Queryable,
  communityId: number,
  day: string,
  wishes: SlipWishes,
): Promise<SlipTerms> {
  const row = accountOf(await selectBankAccounts(on, { communityId }), wishes.account);
  const iban = ibanOf(row);
  const rates = await ratesOf(on, communityId, null);
  const currency = currencyOf(iban, rates, day, wishes.currency);
  const rate = rateOn(rates, currency, day);
  const kind = codeKindOf(iban, currency);
  const holder = holderOf(row, kind);
  const address = kind === 'swiss' ? swissAddressOf(row) : row.holderAddress;
  const amount = amountOf(wishes, rate, currency);
  const paid = amount === null ? undefined : parseDecimal(amount);
  const seconds = paid && rate ? secondsFor(paid, rate) : null;
  return { kind, holder, iban, address, currency, amount, rate, seconds };
}

/** The text of a member's code. Null where apps know no code for the account. */
export function payloadOf(terms: SlipTerms, reference: string): string | null {
  const payment = { ...terms, reference };
  if (terms.kind === 'none') return null;
  if (terms.kind === 'swiss' && terms.address) return swissPayload(payment, terms.address);
  const payload = epcPayload(payment);
  if (payload === undefined) throw holderTooLong(terms.holder);
  return payload;
}

function accountOf(accounts: readonly BankAccountRow[], written: string | undefined): BankAccountRow {
  const found = findBankAccount(accounts, written ?? null);
  if (found) return found;
  if (written !== undefined)
    throw invalidField('account', 'unknown_account', `The settings name no account ${written}.`);
  if (accounts.length === 0) {
    const message = 'No bank account is named. Name it: timebank community update --iban … --account-holder …';
    throw invalidField('account', 'no_bank_account', message);
  }
  const names = accounts.map(({ account }) => account || '(without a name)').join(', ');
  throw invalidField('account', 'several_accounts', `There are several accounts: ${names}. Say which one: account.`);
}

function ibanOf({ account }: BankAccountRow): string {
  const iban = checkedIban(account);
  if (iban === undefined) {
    const message = `A slip needs the IBAN of the account, and the settings name ${account || 'none'}: timebank community update --iban …`;
    throw invalidField('account', 'no_iban', message);
  }
  if (isQrIban(iban)) {
    const message = `${iban} is a QR-IBAN, which takes no reference of a member. Name the account's ordinary IBAN: timebank community update --iban …`;
    throw invalidField('account', 'qr_iban', message);
  }
  return iban;
}

function holderOf({ account, holder }: BankAccountRow, kind: SlipTerms['kind']): string {
  if (holder === null) {
    const message = `The settings do not name the holder of ${account}: timebank community update --iban ${account} --account-holder …`;
    throw invalidField('account_holder', 'no_account_holder', message);
  }
  if ([...holder.normalize('NFC')].length > HOLDER_CHARACTERS_MAX) throw holderTooLong(holder);
  if (kind === 'swiss') demandSwissText('account_holder', holder);
  return holder;
}

function holderTooLong(holder: string) {
  const message = `A slip has room for ${HOLDER_CHARACTERS_MAX} characters of the account holder, and "${holder}" is longer. Name it as the bank prints it on statements: timebank community update --account-holder …`;
  return invalidField('account_holder', 'holder_too_long', message);
}

function swissAddressOf({ account, holderAddress }: BankAccountRow): HolderAddress {
  if (holderAddress === null) {
    const message = `A Swiss slip has the holder's address, which the settings do not name: timebank community update --iban ${account} --holder-postcode … --holder-town … --holder-country CH`;
    throw invalidField('holder_address', 'no_holder_address', message);
  }
  for (const part of Object.values(holderAddress) as (string | null)[]) demandSwissText('holder_address', part ?? '');
  return holderAddress;
}

function demandSwissText(field: string, text: string): void {
  const foreign = foreignToSwissBanks(text);
  if (foreign === undefined) return;
  const message = `A Swiss slip takes Latin letters and plain signs only; "${text}" has "${foreign}".`;
  throw invalidField(field, 'not_latin', message);
}

function currencyOf(iban: string, rates: readonly AgreedRate[], day: string, wished: string | undefined): string {
  if (wished !== undefined) {
    const currency = wished.trim().toUpperCase();
    if (/^[A-Z]{3}$/.test(currency)) return currency;
    throw invalidField('currency', 'unknown_currency', 'currency must be a code of ISO 4217, such as EUR.');
  }
  const home = homeCurrency(iban);
  const agreed = [...new Set(rates.map(({ currency }) => currency))].filter((one) => rateOn(rates, one, day));
  return agreed.includes(home) ? home : (agreed[0] ?? home);
}

function amountOf({ amount, hours }: SlipWishes, rate: AgreedRate | undefined, currency: string): string | null {
  if (amount !== undefined && hours !== undefined) {
    throw invalidField('amount', 'amount_or_hours', 'Give amount or hours, not both.');
  }
  if (amount !== undefined) return checkedAmount(amount);
  if (hours === undefined) return null;
  const read = readSeconds('positive_hours', hours);
  if ('broken' in read) throw invalidField('hours', 'invalid_hours', `hours ${read.broken.message}`);
  if (!rate) throw invalidField('hours', 'no_rate', `Without a rate for ${currency}, hours have no price.`);
  return checkedAmount(priceOf(read.seconds, rate), 'hours');
}

/** With two decimals; both codes end below a thousand million. */
function checkedAmount(written: string, field = 'amount'): string {
  const [, whole, cents = ''] = /^0*(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(written.trim()) ?? [];
  const amount = whole === undefined ? '0.00' : `${whole}.${cents.padEnd(2, '0')}`;
  if (Number(amount) > 0) return amount;
  throw invalidField(field, 'invalid_amount', `${field} must give an amount from 0.01 to 999999999.99.`);
}

// The text of the code that a payer's banking app scans: of the European Payments Council (EPC069-12, "Girocode"),
// or of the Swiss QR-bill (SIX, Implementation Guidelines 2.3). Pure.

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
const HOLDER_CHARACTERS_MAX = 70;
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
function codeKindOf(iban: string, currency: string): 'epc' | 'swiss' | 'none' {
  const country = iban.slice(0, 2);
  if (SWISS.has(country)) return SWISS_CURRENCIES.includes(currency) ? 'swiss' : 'none';
  return SEPA.has(country) && currency === 'EUR' ? 'epc' : 'none';
}

/** The currency that people pay in where the account is, as long as no rate says another. */
function homeCurrency(iban: string): string {
  const country = iban.slice(0, 2);
  if (SWISS.has(country)) return 'CHF';
  return ['GB', 'GG', 'GI', 'IM', 'JE'].includes(country) ? 'GBP' : 'EUR';
}

/** An account that takes only payments with the references that its bank gives out (QR-IID 30000 to 31999). */
const isQrIban = (iban: string) => SWISS.has(iban.slice(0, 2)) && /^3[01]$/.test(iban.slice(4, 6));

/**
 * The first character that a QR-bill may not have. It has Latin with its accents, the comma-below letters of Romanian and
 * the euro sign.
 */
const foreignToSwissBanks = (text: string): string | undefined =>
  /[^\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]/u.exec(text.normalize('NFC'))?.[0];

/** The text of an EPC code: version 002, UTF-8, a credit transfer without BIC. Undefined where it is too long. */
function epcPayload({ holder, iban, currency, amount, reference }: CodedPayment): string | undefined {
  const [bic, purpose] = ['', ''];
  const lines = ['BCD', '002', '1', 'SCT', bic, lineOf(holder), iban, amount === null ? '' : currency + amount];
  // The last: the structured reference. What would follow is empty, and left out.
  const text = [...lines, purpose, reference].join('\n');
  return Buffer.byteLength(text) > EPC_BYTES_MAX ? undefined : text;
}

/** The text of a QR-bill: version 0200, a creditor's reference (SCOR), and nobody named as the payer. */
function swissPayload({ holder, iban, currency, amount, reference }: CodedPayment, address: HolderAddress): string {
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
