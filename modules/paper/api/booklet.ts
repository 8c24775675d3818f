/** /communities/{slug}/booklet, and what each member allows to be printed in it. */
import { encodeId } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../console/desk/call.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { FIRST_ID } from '../../../core/database/keyset.ts';
import { openPage, pageOf } from '../../../core/http/paging.ts';
import { hoursOrNull } from '../../../core/ledger/api/present/hours.ts';
import { changeBookletContacts, readBookletContact } from '../../members/domain/members/booklet.ts';
import { selectBookletPage } from '../../members/domain/members/booklet-queries.ts';
import {
  type getBookletConsent,
  listBookletEntries,
  type setBookletConsent,
  type setBookletConsents,
} from '../contract/booklet.ts';

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
  await changeBookletContacts(deps, actOf(call), [memberIdOf(call.params.memberId)], contact);
  return { data: { contact } };
};

export const setBookletConsentsHandler: CommunityHandler<typeof setBookletConsents> = async (call, deps) => {
  const { member_ids: ids, contact } = call.body;
  return { data: { changed: await changeBookletContacts(deps, actOf(call), ids.map(memberIdOf), contact) } };
};
