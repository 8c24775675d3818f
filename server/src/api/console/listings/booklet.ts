/** /communities/{slug}/booklet, and what each member allows to be printed in it. */
import { encodeId } from '@timebank/contract';
import { type getBookletConsent, listBookletEntries, type setBookletConsent } from '@timebank/contract/console';
import { changeBookletContact, readBookletContact } from '../../../domain/members/booklet.ts';
import { selectBookletPage } from '../../../domain/members/booklet-queries.ts';
import { FIRST_ID } from '../../../platform/database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import { hoursOrNull } from '../../present/hours.ts';
import { actOf, type CommunityHandler } from '../access/call.ts';
import { memberIdOf } from '../members/present.ts';

export const listBookletEntriesHandler: CommunityHandler<typeof listBookletEntries> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listBookletEntries);
  const { type } = call.query;
  const place = { afterId: page.after ?? FIRST_ID, limit: page.limit };
  const rows = await selectBookletPage(deps.database.heavy, { communityId, ...place, type });
  return pageOf(
    page,
    rows,
    ({ id }) => id,
    ({ id, estimatedSeconds, ...entry }) => ({
      id: encodeId('lst', id),
      ...entry,
      estimated_hours: hoursOrNull(estimatedSeconds),
    }),
  );
};

export const getBookletConsentHandler: CommunityHandler<typeof getBookletConsent> = async (call, deps) => {
  const { communityId } = call.membership;
  const contact = await readBookletContact(deps.database.reads, communityId, memberIdOf(call.params.memberId));
  return { data: { contact } };
};

export const setBookletConsentHandler: CommunityHandler<typeof setBookletConsent> = async (call, deps) => {
  const { contact } = call.body;
  await changeBookletContact(deps, { ...actOf(call), memberId: memberIdOf(call.params.memberId) }, contact);
  return { data: { contact } };
};
