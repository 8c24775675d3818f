/** The switch of the members' pages, and the letters that open them. */

import { decodeId, encodeId, type FieldError } from '@timebank/contract';
import { actOf, type CommunityCall, type CommunityDeps, type CommunityHandler } from '../../../console/desk/call.ts';
import { unlessWidening } from '../../../console/desk/session.ts';
import { camelCased, shownAs } from '../../../core/base/fields/fields.ts';
import { invalidBody } from '../../../core/http/steps.ts';
import {
  type getMemberPages,
  MemberPages,
  type switchMemberPages,
  type updateMemberPages,
  type writeMemberLetters,
} from '../contract/member-pages.ts';
import { writeLetters } from '../domain/member-access/letters.ts';
import { type MemberPageRules, selectMemberPages } from '../domain/member-access/queries.ts';
import { changeMemberPages } from '../domain/member-access/settings.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

export const getMemberPagesHandler: CommunityHandler<typeof getMemberPages> = async (call, deps) => ({
  data: await presentPages(call, deps),
});

export const switchMemberPagesHandler: CommunityHandler<typeof switchMemberPages> = async (call, deps) => {
  await openMemberPages(deps, actOf(call), call.body.enabled);
  return { data: await presentPages(call, deps) };
};

export const updateMemberPagesHandler: CommunityHandler<typeof updateMemberPages> = async (call, deps) => {
  await changeMemberPages(deps, actOf(call), camelCased(call.body), unlessWidening(call, deps, widensMemberPages));
  return { data: await presentPages(call, deps) };
};

export const writeMemberLettersHandler: CommunityHandler<typeof writeMemberLetters, 'letters'> = async (call, deps) => {
  const { members } = call.body;
  const of = (prefix: 'usr' | 'dpt') => members.map((id) => decodeId(prefix, id));
  const [memberIds, deputyIds] = [of('usr'), of('dpt')];
  const errors = members.flatMap((_, at): FieldError[] => {
    const field = `members.${at}`;
    const message = `${field} is not the id of a member or deputy.`;
    return (memberIds[at] ?? deputyIds[at]) === undefined ? [{ field, code: 'unknown_value', message }] : [];
  });
  if (errors.length > 0) throw invalidBody(errors);
  const known = (ids: readonly (string | undefined)[]) => ids.filter((id) => id !== undefined);
  const letters = await writeLetters(deps, actOf(call), known(memberIds), known(deputyIds));
  const address = `${call.origin}/at/${call.membership.slug}/enter?code=`;
  return {
    data: {
      letters: letters.map(({ memberId, deputyId, name, code, expiresAt }) => ({
        id: deputyId === null ? encodeId('usr', memberId) : encodeId('dpt', deputyId),
        name,
        code,
        url: address + code,
        expires_at: expiresAt.toISOString(),
      })),
    },
  };
};

async function presentPages(
  { membership: { communityId }, origin }: Pick<CommunityCall<typeof getMemberPages>, 'membership' | 'origin'>,
  { database }: CommunityDeps,
): Promise<MemberPages> {
  const [row] = await selectMemberPages(database.reads, { communityId });
  if (!row) throw new Error('a membership without a community');
  return { ...shownAs(MemberPages, row), url: `${origin}/at/${row.slug}` };
}

/** Whether members read more of each other or publish by themselves, or visitors ask to take part. */
export function widensMemberPages(before: MemberPageRules, after: MemberPageRules): boolean {
  return (
    (after.namesWhole && !before.namesWhole) ||
    (after.mayJoin && !before.mayJoin) ||
    (before.lookFirst && !after.lookFirst)
  );
}
