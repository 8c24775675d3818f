/** The two sides of a booking, found by what people call them and held until it is booked. */
import type { MemberStatus } from '@timebank/contract';
import { type Refusal, refusal } from '../../../../core/base/refusal.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import { lockParties } from '../../../../core/people/members/queries.ts';
import type { AccountRow } from '../account-queries.ts';
import { findAccount, unknownAccount } from '../accounts.ts';

/** An account as a request names it. */
export interface NamedParty {
  /** As `findAccount` takes it. */
  readonly name: string;
  /** The field of the request, named in refusals. */
  readonly field: string;
}

/**
 * Finds the accounts and holds their members, who stay active until the transaction ends.
 * @throws refusal user_not_found; validation_failed for a member who is not active
 */
export async function findParties(
  transaction: Transaction,
  communityId: number,
  named: readonly NamedParty[],
): Promise<AccountRow[]> {
  const accounts: AccountRow[] = [];
  for (const { name, field } of named) accounts.push(await findAccount(transaction, communityId, name, field));
  const memberIds = accounts.flatMap(({ memberId }) => memberId ?? []);
  const members = new Map((await lockParties(transaction, { communityId, memberIds })).map((row) => [row.id, row]));
  for (const [index, account] of accounts.entries()) checkParty(account, members, named[index] as NamedParty);
  return accounts;
}

/** Whether who was found is still there and active, now that the row is held. */
function checkParty(
  { memberId }: AccountRow,
  members: ReadonlyMap<string, { readonly status: MemberStatus; readonly undone: boolean }>,
  { name, field }: NamedParty,
): void {
  if (memberId === null) return;
  const member = members.get(memberId);
  if (!member || member.undone) throw unknownAccount(field, name);
  if (member.status !== 'active') {
    const message = `${field} "${name}" is ${member.status}: only active members take part in exchanges.`;
    throw invalidExchange(field, 'not_active', message);
  }
}

export function invalidExchange(field: string, code: string, message: string): Refusal {
  return refusal('validation_failed', message, [{ field, code, message }]);
}
