/** /communities/{slug}/partners: list, create, read, change, let in and shut out. */
import { secondsFromHours } from '@timebank/contract';
import type {
  checkAddresses,
  createPartner,
  getEmailReach,
  getPartner,
  listPartners,
  PartnerUpdate,
  setPartnerStatus,
  updatePartner,
} from '@timebank/contract/console';
import { checkAllowedAddresses } from '../../../domain/partners/allowed-addresses.ts';
import {
  activatePartner,
  addPartner,
  changePartner,
  readPartners,
  suspendPartner,
} from '../../../domain/partners/provision.ts';
import type { PartnerSettingsInput } from '../../../domain/partners/settings.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { actOf, type ConsoleHandler } from '../access/call.ts';
import { checkRecentPassword } from '../access/session.ts';
import { findPartner, presentPartner, readPartner } from './present.ts';
import { countEmailReach, selectLastCalls } from './queries.ts';
import { widensRights } from './widens.ts';

export const listPartnersHandler: ConsoleHandler<typeof listPartners> = async ({ membership }, deps) => {
  const { database, clock } = deps;
  const partners = await readPartners(database, membership.communityId);
  const ids = partners.map(({ id }) => id);
  const calls = new Map(
    (await selectLastCalls(database.reads, membership.communityId, ids)).map(({ partnerId, at }) => [partnerId, at]),
  );
  const now = clock.now();
  return {
    data: partners.map((row) => presentPartner(row, membership, calls.get(row.id) ?? null, now)),
    meta: { per_page: 500, has_more: false, next_cursor: null },
  };
};

export const createPartnerHandler: ConsoleHandler<typeof createPartner> = async (call, deps) => {
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

export const getPartnerHandler: ConsoleHandler<typeof getPartner> = async ({ membership, params }, deps) => {
  const { id } = await findPartner(deps, membership, params.partnerId);
  return { data: await readPartner(deps, membership, id) };
};

export const updatePartnerHandler: ConsoleHandler<typeof updatePartner> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const act = { ...actOf(call), partnerId };
  await changePartner(deps, act, settingsOf(call.body), (before, after) => {
    if (widensRights(before, after)) checkRecentPassword(call.session, deps.clock.now());
  });
  return { data: await readPartner(deps, call.membership, partnerId) };
};

export const setPartnerStatusHandler: ConsoleHandler<typeof setPartnerStatus> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  if (call.body.status === 'active') checkRecentPassword(call.session, deps.clock.now());
  const setStatus = call.body.status === 'active' ? activatePartner : suspendPartner;
  await setStatus(deps, { ...actOf(call), partnerId });
  return { data: await readPartner(deps, call.membership, partnerId) };
};

export const checkAddressesHandler: ConsoleHandler<typeof checkAddresses> = async ({ body }) => ({
  data: { allowed_addresses: checkAllowedAddresses(body.allowed_addresses) },
});

export const getEmailReachHandler: ConsoleHandler<typeof getEmailReach> = async ({ membership, query }, deps) => {
  const { partner_id } = query;
  const partner = partner_id === undefined ? undefined : await findPartner(deps, membership, partner_id);
  const [row] = await countEmailReach(deps.database.heavy, membership.communityId, partner?.id ?? null);
  if (!row) throw refusal('community_not_found', 'There is no such community.');
  return { data: { members: row.members, shown: row.shown, default_visibility: row.defaultVisibility } };
};

/** From the wire to the settings: hours to seconds, only what was sent. */
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
