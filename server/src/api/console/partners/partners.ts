/** /communities/{slug}/partners: list, create, read, change, activate and suspend. */
import { secondsFromHours } from '@timebank/contract';
import {
  type checkAddresses,
  type createPartner,
  type getEmailReach,
  type getPartner,
  listPartners,
  type PartnerUpdate,
  type setPartnerStatus,
  type updatePartner,
} from '@timebank/contract/console';
import { checkAllowedAddresses } from '../../../domain/partners/allowed-addresses.ts';
import { countEmailReach, countPartners, selectPartnerPage } from '../../../domain/partners/console-queries.ts';
import {
  activatePartner,
  addPartner,
  changePartner,
  readPartners,
  suspendPartner,
} from '../../../domain/partners/provision.ts';
import type { PartnerSettingsInput } from '../../../domain/partners/settings.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { openPage } from '../../http/paging.ts';
import { actOf, type CommunityHandler } from '../access/call.ts';
import { checkRecentPassword, unlessWidening } from '../access/session.ts';
import { COUNT_LIMIT, containing, counted, sortedBy, sortedPageOf } from '../access/sorted.ts';
import { findPartner, presentPartner, readPartner } from './present.ts';
import { widensRights } from './widens.ts';

export const listPartnersHandler: CommunityHandler<typeof listPartners> = async (call, deps) => {
  const page = openPage(call, deps, listPartners);
  const { search, status, sort = 'added' } = call.query;
  const { membership } = call;
  const { communityId } = membership;
  const { heavy } = deps.database;
  const filters = { name: search === undefined ? undefined : containing(search), status };
  const [rows, counts, all] = await Promise.all([
    selectPartnerPage(heavy, { communityId, ...sortedBy(sort, page), ...filters }),
    page.after === undefined ? countPartners(heavy, { communityId, limit: COUNT_LIMIT, ...filters }) : [],
    readPartners(deps.database, communityId),
  ]);
  const partners = new Map(all.map((partner) => [String(partner.id), partner]));
  const now = deps.clock.now();
  // A partner that was added between the two reads is on the next page.
  const known = rows.flatMap((row) => {
    const partner = partners.get(row.id);
    return partner ? [{ ...row, partner }] : [];
  });
  const list = sortedPageOf(page, known, ({ partner, ...use }) => presentPartner(partner, membership, use, now));
  return counted(list, counts[0]?.count);
};

export const createPartnerHandler: CommunityHandler<typeof createPartner> = async (call, deps) => {
  const { body, membership } = call;
  const created = await addPartner(deps, actOf(call), {
    ...settingsOf(body),
    name: body.name,
    scopes: body.scopes,
    ...(body.status === undefined ? {} : { status: body.status }),
  });
  return {
    data: {
      partner: await readPartner(deps, membership, created.partnerId),
      credential_id: created.credentialId,
      client_id: created.clientId,
      client_secret: created.clientSecret,
    },
  };
};

export const getPartnerHandler: CommunityHandler<typeof getPartner> = async ({ membership, params }, deps) => {
  const { id } = await findPartner(deps, membership, params.partnerId);
  return { data: await readPartner(deps, membership, id) };
};

export const updatePartnerHandler: CommunityHandler<typeof updatePartner> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const act = { ...actOf(call), partnerId };
  await changePartner(deps, act, settingsOf(call.body), unlessWidening(call, deps, widensRights));
  return { data: await readPartner(deps, call.membership, partnerId) };
};

export const setPartnerStatusHandler: CommunityHandler<typeof setPartnerStatus> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  if (call.body.status === 'active') checkRecentPassword(call, deps.clock.now());
  const setStatus = call.body.status === 'active' ? activatePartner : suspendPartner;
  await setStatus(deps, { ...actOf(call), partnerId });
  return { data: await readPartner(deps, call.membership, partnerId) };
};

export const checkAddressesHandler: CommunityHandler<typeof checkAddresses> = async ({ body }) => ({
  data: { allowed_addresses: checkAllowedAddresses(body.allowed_addresses) },
});

export const getEmailReachHandler: CommunityHandler<typeof getEmailReach> = async ({ membership, query }, deps) => {
  const { partner_id } = query;
  const partner = partner_id === undefined ? undefined : await findPartner(deps, membership, partner_id);
  const [row] = await countEmailReach(deps.database.heavy, {
    communityId: membership.communityId,
    partnerId: partner?.id ?? null,
  });
  if (!row) throw refusal('community_not_found', 'There is no such community.');
  return { data: { members: row.members, shown: row.shown, default_visibility: row.defaultVisibility } };
};

/** From the wire to the settings: hours to seconds, only the fields that were sent. */
function settingsOf(body: PartnerUpdate): Partial<PartnerSettingsInput> {
  const seconds = (hours: number | null) => (hours === null ? null : secondsFromHours(hours));
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.scopes === undefined ? {} : { scopes: body.scopes }),
    ...(body.allowed_addresses === undefined ? {} : { allowedAddresses: body.allowed_addresses }),
    ...(body.rate_limit_per_minute === undefined ? {} : { rateLimitPerMinute: body.rate_limit_per_minute }),
    ...(body.max_credit_hours === undefined ? {} : { maxCreditSeconds: secondsFromHours(body.max_credit_hours) }),
    ...(body.max_member_day_hours === undefined ? {} : { maxMemberDaySeconds: seconds(body.max_member_day_hours) }),
    ...(body.max_partner_day_hours === undefined ? {} : { maxPartnerDaySeconds: seconds(body.max_partner_day_hours) }),
    ...(body.contact_name === undefined ? {} : { contactName: body.contact_name }),
    ...(body.contact_email === undefined ? {} : { contactEmail: body.contact_email }),
    ...(body.contact_phone === undefined ? {} : { contactPhone: body.contact_phone }),
    ...(body.note === undefined ? {} : { note: body.note }),
  };
}
