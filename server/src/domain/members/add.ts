/** Adding one member by a person's hand: the same row as an import makes, checked field by field, audited. */
import { encodeId } from '@timebank/contract';
import { sqlState } from '../../platform/database/connection.ts';
import { type ChangeDeps, type CommunityAct, change } from '../change/change.ts';
import { readFields } from '../fields/fields.ts';
import { createMembersIn } from './create.ts';
import { externalIdTaken, MEMBER_RULES, type MemberChanges } from './update.ts';

/**
 * Creates a member.
 * @returns its UUID
 * @throws refusal validation_failed naming every field at fault
 */
export async function addMember(
  deps: ChangeDeps,
  act: CommunityAct,
  { status = 'active', ...input }: MemberChanges & { readonly name: string; readonly status?: 'active' | 'pending' },
): Promise<string> {
  const fields = readFields(input, MEMBER_RULES);
  try {
    return await change(deps, act, async (within) => {
      const [created] = await createMembersIn(within, act.communityId, [{ ...fields, status }]);
      const { id } = created as NonNullable<typeof created>;
      within.audit('member.created', encodeId('usr', id), { status });
      return id;
    });
  } catch (error) {
    throw sqlState(error) === '23505' ? externalIdTaken() : error;
  }
}
