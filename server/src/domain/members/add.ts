/** Adding one member by a person's hand: the same row as an import makes, checked field by field, audited. */
import { encodeId } from '@timebank/contract';
import type { Clock } from '../../platform/clock.ts';
import { sqlState } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/query.ts';
import { type Actor, actorOf, appendAudit } from '../audit/append.ts';
import { readFields } from '../fields/fields.ts';
import { createMember } from './create.ts';
import { externalIdTaken, MEMBER_READERS, type MemberChanges } from './update.ts';

/**
 * Creates a member. Wake the worker afterwards.
 * @returns its UUID
 * @throws refusal validation_failed naming every field at fault
 */
export async function addMember(
  database: Database,
  clock: Clock,
  act: Actor & { readonly communityId: number },
  { status = 'active', ...input }: MemberChanges & { readonly name: string; readonly status?: 'active' | 'pending' },
): Promise<string> {
  const { communityId } = act;
  const fields = readFields(input, MEMBER_READERS);
  const at = clock.now();
  try {
    return await database.transaction(async (transaction) => {
      const member = { ...fields, name: fields.name ?? input.name, status };
      const { id } = await createMember(transaction, communityId, at, member);
      const subject = encodeId('usr', id);
      const details = { status };
      await appendAudit(transaction, [
        { communityId, at, ...actorOf(act), action: 'member.created', subject, details },
      ]);
      return id;
    });
  } catch (error) {
    throw sqlState(error) === '23505' ? externalIdTaken() : error;
  }
}
