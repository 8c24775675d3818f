/** What the commands tell of a sandbox: its documented members, and what to do next. */
import { encodeId } from '@timebank/contract';
import { table } from '../../../console/desk/commands/context.ts';
import { DOCUMENTED_MEMBERS } from '../../../core/communities/outcomes.ts';
import { selectMembersOfSandbox } from '../../../core/communities/queries.ts';
import type { Database } from '../../../core/database/query.ts';

export interface SandboxMember {
  readonly external_id: string;
  readonly name: string;
  readonly payment_reference: string;
  readonly user_id: string;
  readonly means: string;
}

/** The documented members as they are now; their ids are new after each reset. */
export async function readSandboxMembers(database: Database, communityId: number): Promise<SandboxMember[]> {
  const externalIds = DOCUMENTED_MEMBERS.map(({ externalId }) => externalId);
  const rows = await selectMembersOfSandbox(database.reads, { communityId, externalIds });
  const ids = new Map(rows.map(({ id, externalId }) => [externalId, id]));
  return DOCUMENTED_MEMBERS.flatMap(({ externalId, name, paymentReference, means }) => {
    const id = ids.get(externalId);
    if (id === undefined) return [];
    return [
      {
        external_id: externalId,
        name,
        payment_reference: paymentReference,
        user_id: encodeId('usr', id),
        means: means.replaceAll('`', ''),
      },
    ];
  });
}

export function sandboxLines(members: readonly SandboxMember[]): string[] {
  return table(
    ['payment reference', 'user_id', 'member'],
    members.map(({ name, payment_reference, user_id, means }) => [payment_reference, user_id, `${name} ${means}`]),
  );
}
