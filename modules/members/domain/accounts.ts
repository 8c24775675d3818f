/** Accounts that take part in exchanges: found by what people call them, created for organisations, limited. */
import { ACCOUNT_FIELDS, decodeId, isInRange } from '@timebank/contract';
import { readFields } from '../../../core/base/fields/fields.ts';
import { type Refusal, refusal } from '../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../core/change/change.ts';
import type { Database, Queryable } from '../../../core/database/query.ts';
import {
  type AccountRow,
  insertOrganisation,
  selectAccountOfMember,
  selectAccountsByName,
  selectSharedAccount,
  selectSharedAccounts,
  updateLowerBalance,
} from './account-queries.ts';

/**
 * Finds an account by a member's `usr_…` id or external id, an organisation's name, `account:` and its number, or `chest`.
 * @param field named in the refusal
 * @throws refusal user_not_found, validation_failed when the name means more than one
 */
export async function findAccount(
  on: Queryable,
  communityId: number,
  name: string,
  field: string,
): Promise<AccountRow> {
  const memberId = decodeId('usr', name);
  const number = /^account:([1-9]\d{0,14})$/.exec(name)?.[1];
  const rows = memberId
    ? await selectAccountOfMember(on, { communityId, memberId })
    : number !== undefined
      ? await selectSharedAccount(on, { communityId, accountId: Number(number) })
      : await selectAccountsByName(on, { communityId, name });
  const [row, second] = rows;
  if (!row) throw unknownAccount(field, name);
  if (second) throw invalid(field, 'ambiguous', `${field} "${name}" names more than one account; use the usr_ id.`);
  return row;
}

export function unknownAccount(field: string, name: string): Refusal {
  const message = `${field} "${name}" is no member (usr_ id or external id), organisation or chest of this community.`;
  return refusal('user_not_found', message, [{ field, code: 'unknown_account', message }]);
}

/** The chest and the organisations of a community. */
export async function listSharedAccounts(database: Database, communityId: number): Promise<AccountRow[]> {
  return await selectSharedAccounts(database.reads, { communityId });
}

/**
 * Creates an account for an organisation.
 * @param lowerBalanceSeconds 0 or below; null follows the community
 * @param allow throws when this change is not allowed
 * @returns the account's id
 * @throws refusal validation_failed
 */
export async function addOrganisation(
  deps: ChangeDeps,
  act: CommunityAct,
  organisation: { readonly name: string; readonly lowerBalanceSeconds?: number | null },
): Promise<number> {
  const { communityId } = act;
  const { name } = readFields({ name: organisation.name }, { name: ACCOUNT_FIELDS.name });
  const lower = checkLower(organisation.lowerBalanceSeconds ?? null);
  return await change(deps, act, async ({ transaction, at, audit }) => {
    const [row] = await insertOrganisation(transaction, {
      communityId,
      name,
      lowerBalanceSeconds: lower,
      createdAt: at,
    });
    if (!row) throw invalid('name', 'taken', `An organisation named "${name}" exists already.`);
    audit('account.created', `account:${row.id}`, { kind: 'organisation', lower_balance_seconds: lower });
    return row.id;
  });
}

/**
 * Sets how far below zero an account may go by exchanges.
 * @param account as in `findAccount`
 * @param lowerBalanceSeconds 0 or below; null follows the community
 * @param allow throws when this change is not allowed
 * @throws refusal user_not_found, validation_failed
 */
export async function changeLowerBalance(
  deps: ChangeDeps,
  act: CommunityAct,
  account: string,
  lowerBalanceSeconds: number | null,
  allow: (before: number | null, after: number | null) => void = () => {},
): Promise<void> {
  const lower = checkLower(lowerBalanceSeconds);
  const { communityId } = act;
  await change(deps, act, async ({ transaction, audit }) => {
    const { id, lowerBalanceSeconds: before } = await findAccount(transaction, communityId, account, 'account');
    if (before === lower) return;
    allow(before, lower);
    await updateLowerBalance(transaction, { communityId, accountId: id, lowerBalanceSeconds: lower });
    audit('account.updated', `account:${id}`, { lower_balance_seconds: lower, before });
  });
}

function checkLower(seconds: number | null): number | null {
  if (
    seconds === null ||
    (Number.isSafeInteger(seconds) && isInRange(ACCOUNT_FIELDS.lower_balance_hours, seconds / 3600))
  )
    return seconds;
  throw invalid('lower_balance_hours', 'out_of_range', 'The lower limit of a balance must be 0 or below, such as -25.');
}

function invalid(field: string, code: string, message: string): Refusal {
  return refusal('validation_failed', message, [{ field, code, message }]);
}
