/**
 * Accounts and their addresses. An address is a label until the identity provider vouches for it: it is typed to sign in,
 * and says nothing about whose account it is. So several accounts may have one, and the one whose address is proved is
 * shown with it alone.
 */
import { randomUUID } from 'node:crypto';
import type { Queryable, Transaction } from '../../../../core/database/query.ts';
import type { AdministratorRow } from './queries.ts';
import { insertAdministrator, selectAdministratorsByAddress, selectProvedAddress } from './queries.ts';

/** Accounts that a password is tried at. A community invites an address once, so this is a number of communities. */
const ACCOUNTS_MAX = 20;

/** The accounts that sign in by an address; those that a password may open come first. */
export function accountsOfAddress(on: Queryable, address: string): Promise<AdministratorRow[]> {
  return selectAdministratorsByAddress(on, { address, limit: ACCOUNTS_MAX });
}

/** Whether anybody can still get into the account, or do something there. */
export function isLive({ hasRole, passwordHash }: Pick<AdministratorRow, 'hasRole' | 'passwordHash'>): boolean {
  return hasRole || passwordHash !== null;
}

/** The handle of an account whose address is another one's handle. The space makes it no address. */
export function handleBeside(address: string): string {
  return `${address} ${randomUUID()}`;
}

/**
 * Makes an account, whatever accounts have the address.
 * @param isProved the identity provider vouches for the address
 * @returns its id
 */
export async function insertAccountIn(
  transaction: Transaction,
  at: Date,
  account: {
    readonly address: string;
    readonly name: string;
    readonly passwordHash: string | null;
    readonly isProved?: boolean;
  },
): Promise<number> {
  const { address, name, passwordHash, isProved = false } = account;
  const [proved] = await selectProvedAddress(transaction, { address, butAdministratorId: null });
  const row = { name, passwordHash, createdAt: at, provedAt: isProved ? at : null, lostAt: proved ? at : null };
  const [alone] = await insertAdministrator(transaction, { ...row, handle: address, address: null });
  if (alone) return alone.id;
  const [beside] = await insertAdministrator(transaction, { ...row, handle: handleBeside(address), address });
  if (!beside) throw new Error('an account that is neither new nor there');
  return beside.id;
}
