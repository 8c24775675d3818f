/** Accounts and amounts of money, in the person's language. */
import type { Format } from '../../i18n/format.ts';

/** An IBAN in groups of four, which are not parted; another number as it is. */
export const accountShown = (account: string) => (/^[A-Z]{2}\d{2}/.test(account) ? inGroups(account) : account);

/** Groups of four, which are not parted. */
const inGroups = (text: string) => (text.match(/.{1,4}/g) ?? []).join('\u00a0');

/** The amount exactly as it is given: only its decimal mark is the reader's. */
export const moneyShown = (
  { amount, currency }: { readonly amount: string; readonly currency: string | null },
  format: Format,
) => [amount.replace('-', '−').replace('.', format.decimal), currency].filter(Boolean).join(' ');
