/** `--as`: the administrator in whose name a command acts. */
import { ROLE_PERMISSIONS } from '@timebank/contract/console';
import { accountsOfAddress } from '../domain/administrators/accounts.ts';
import { selectMembership } from '../domain/administrators/session-queries.ts';
import type { CommunityRow } from '../domain/communities/queries.ts';
import { foldAddress } from '../platform/base/email-address.ts';
import { refusal } from '../platform/base/refusal.ts';
import type { Database } from '../platform/database/query.ts';
import { COMMAND_LINE } from './context.ts';

/**
 * The actor for the audit log: the administrator with this address who may work on the community's money, else the
 * command line.
 * @throws refusal not_permitted
 */
export async function actorOfAddress(
  database: Database,
  { slug }: CommunityRow,
  email: string | undefined,
): Promise<string> {
  if (email === undefined) return COMMAND_LINE;
  const accounts = await accountsOfAddress(database.reads, foldAddress(email));
  const allowed: number[] = [];
  for (const { id } of accounts) {
    const [membership] = await selectMembership(database.reads, { administratorId: id, slug });
    if (membership && ROLE_PERMISSIONS[membership.role].includes('statements.compare')) allowed.push(id);
  }
  const [id, other] = allowed;
  if (id === undefined || other !== undefined) {
    throw refusal('not_permitted', `${email} is no administrator who may book in ${slug}.`);
  }
  return `administrator:${id}`;
}
