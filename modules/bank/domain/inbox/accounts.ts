/** Which account of the community a statement is about. */
import type { Change } from '../../../../core/change/change.ts';
import { type BankAccountRow, insertBankAccount, numberBankAccount } from './file-queries.ts';

/** Digits of a number that are enough to know an IBAN by its end. */
const END_DIGITS_MIN = 6;

/** An account without spaces and dashes, in capitals; empty where a file names none. */
export const bankAccountKey = (account: string | null) => (account ?? '').replace(/[\s\p{Pd}./]/gu, '').toUpperCase();

/**
 * The account that a statement names: as written, or by the end of an IBAN. A statement without one is about the only
 * account that the community has named or used, if there is exactly one.
 */
export function findBankAccount(
  accounts: readonly BankAccountRow[],
  written: string | null,
): BankAccountRow | undefined {
  const key = bankAccountKey(written);
  const same = accounts.find(({ account }) => account === key);
  if (same) return same;
  if (key === '') {
    const named = accounts.filter(({ namedBy }) => namedBy === 'settings');
    const [only, other] = named.length > 0 ? named : accounts;
    return other ? undefined : only;
  }
  const ends = accounts.filter(({ account }) => isEndOf(account, key) || isEndOf(key, account));
  return ends.length === 1 ? ends[0] : undefined;
}

export const isEndOf = (long: string, short: string) =>
  short.replace(/\D/g, '').length >= END_DIGITS_MIN && long.length > short.length && long.endsWith(short);

/** The account's row; a new one is the community's where no setting names any. */
export async function accountIn(
  within: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  accounts: BankAccountRow[],
  written: string | null,
): Promise<BankAccountRow> {
  const found = findBankAccount(accounts, written);
  if (found) return found;
  return await addAccountIn(within, communityId, accounts, bankAccountKey(written).slice(0, 64), 'file');
}

/**
 * A new account, or the community's only one, where no file has named it yet: a table has no number of it, and the first
 * number that is named is its own, as a table that comes after it is about it. As two they would book one payment twice.
 */
export async function addAccountIn(
  { transaction, at: createdAt }: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  accounts: BankAccountRow[],
  account: string,
  namedBy: BankAccountRow['namedBy'],
): Promise<BankAccountRow> {
  const [only, other] = accounts;
  if (only?.account === '' && !other) {
    await numberBankAccount(transaction, { communityId, id: only.id, account });
    const numbered = { ...only, account };
    accounts[0] = numbered;
    return numbered;
  }
  const [row] = await insertBankAccount(transaction, { communityId, account, namedBy, createdAt });
  if (!row) throw new Error('an account without an id');
  const added = { id: row.id, account, holder: null, holderAddress: null, partnerId: null, namedBy, answers: {} };
  accounts.push(added);
  return added;
}
