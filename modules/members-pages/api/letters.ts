/** /communities/{slug}/letter-texts and /communities/{slug}/letters */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import { actOf, type CommunityDeps, type CommunityHandler } from '../../../console/desk/call.ts';
import { LETTERS_MAX } from '../../../console/desk/contract/routes.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { getLetterTexts, LetterTexts, listLetterMembers, updateLetterText } from '../contract/letters.ts';
import { type LetterMember, selectLetterMembers, selectLetterTexts } from '../domain/letters/queries.ts';
import { changeLetterText } from '../domain/letters/texts.ts';

export const getLetterTextsHandler: CommunityHandler<typeof getLetterTexts> = async ({ membership }, deps) => ({
  data: await presentTexts(deps, membership.communityId),
});

export const updateLetterTextHandler: CommunityHandler<typeof updateLetterText> = async (call, deps) => {
  await changeLetterText(deps, actOf(call), call.body);
  return { data: await presentTexts(deps, call.membership.communityId) };
};

export const listLetterMembersHandler: CommunityHandler<typeof listLetterMembers> = async (call, deps) => {
  const asked = (call.query.members ?? '').split(',').filter((id) => id !== '');
  if (asked.length === 0 || asked.length > LETTERS_MAX) {
    const message = `members must name 1 to ${LETTERS_MAX} members.`;
    throw refusal('invalid_request', message, [{ field: 'members', code: 'out_of_range', message }]);
  }
  const ids = asked.map((id) => memberIdOf(id));
  const found = await selectLetterMembers(deps.database.heavy, { communityId: call.membership.communityId, ids });
  return { data: { members: found.map(presentMember) } };
};

async function presentTexts({ database }: CommunityDeps, communityId: number): Promise<LetterTexts> {
  return { texts: await selectLetterTexts(database.reads, { communityId }) };
}

function presentMember(row: LetterMember) {
  const { street, postalCode, place, country } = row;
  const town = [postalCode, place].filter((part) => part !== null).join(' ');
  return {
    id: encodeId('usr', row.id),
    name: row.name,
    external_id: row.externalId,
    language: row.language,
    salutation: row.salutation,
    family_name: row.familyName,
    address: [street, town, country].filter((line) => line !== null && line !== '') as string[],
    payment_reference: row.paymentReference,
    balance_hours: hoursFromSeconds(row.balanceSeconds),
  };
}
