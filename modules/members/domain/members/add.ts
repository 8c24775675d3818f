/** Adding one member by a person's hand: the same row as an import makes, checked field by field, audited. */
import { encodeId } from '@timebank/contract';
import { type OnlyKnown, readFields } from '../../../../core/base/fields/fields.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { sqlState } from '../../../../core/database/connection.ts';
import { externalIdTaken, MEMBER_RULES, type MemberChanges } from '../../../../core/people/members/update.ts';
import { createMembersIn } from './create.ts';

type NewMember = MemberChanges & { readonly name: string; readonly status?: 'active' | 'pending' };

/**
 * Creates a member.
 * @returns its UUID
 * @throws refusal validation_failed naming every field at fault
 */
export async function addMember<Given extends NewMember>(
  deps: ChangeDeps,
  act: CommunityAct,
  given: OnlyKnown<Given, NewMember>,
): Promise<string> {
  const { status = 'active', ...input }: NewMember = given;
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
