/** /communities/{slug}/partners: list, create, read, change, activate and suspend. */

import { secondsFromHours } from '@timebank/contract';
import ipaddr from 'ipaddr.js';
import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { checkRecentPassword, unlessWidening } from '../../../../console/desk/session.ts';
import { COUNT_LIMIT, containing, counted, sortedBy, sortedPageOf } from '../../../../console/desk/sorted.ts';
import { camelCased } from '../../../../core/base/fields/fields.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { openPage } from '../../../../core/http/paging.ts';
import { secondsOrNull } from '../../../../core/ledger/api/present/hours.ts';
import { checkAllowedAddresses } from '../../../../core/partners/allowed-addresses.ts';
import { changeKeys, type NewKeys } from '../../../../core/partners/keys.ts';
import {
  activatePartner,
  addPartner,
  changePartner,
  readPartners,
  suspendPartner,
} from '../../../../core/partners/provision.ts';
import type { PartnerContact, PartnerSettings, PartnerSettingsInput } from '../../../../core/partners/settings.ts';
import {
  type checkAddresses,
  type createPartner,
  type getEmailReach,
  type getPartner,
  listPartners,
  type PartnerUpdate,
  type setPartnerKeys,
  type setPartnerStatus,
  type updatePartner,
} from '../../contract/partners.ts';
import { countEmailReach, countPartners, selectPartnerPage } from '../../domain/partner-queries.ts';
import { presentPartner, readPartner } from './present.ts';

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
  if (!row) throw consoleRefusal('community_not_found', 'There is no such community.');
  return { data: { members: row.members, shown: row.shown, default_visibility: row.defaultVisibility } };
};

/** From the wire to the settings: hours to seconds, only the fields that were sent. */
function settingsOf(body: PartnerUpdate): Partial<PartnerSettingsInput> {
  const {
    max_credit_hours: credit,
    max_member_day_hours: memberDay,
    max_partner_day_hours: partnerDay,
    ...given
  } = body;
  return {
    ...camelCased(given),
    ...(credit === undefined ? {} : { maxCreditSeconds: secondsFromHours(credit) }),
    ...(memberDay === undefined ? {} : { maxMemberDaySeconds: secondsOrNull(memberDay) }),
    ...(partnerDay === undefined ? {} : { maxPartnerDaySeconds: secondsOrNull(partnerDay) }),
  };
}

// Whether a change lets a partner do more than before.

type Rights = Omit<PartnerSettings, 'name' | keyof PartnerContact>;

/** True when any right grows, even if others shrink. */
export function widensRights(before: Rights, after: Rights): boolean {
  return (
    after.scopes.some((scope) => !before.scopes.includes(scope)) ||
    limit(after.maxCreditSeconds) > limit(before.maxCreditSeconds) ||
    limit(after.maxMemberDaySeconds) > limit(before.maxMemberDaySeconds) ||
    limit(after.maxPartnerDaySeconds) > limit(before.maxPartnerDaySeconds) ||
    limit(after.rateLimitPerMinute || null) > limit(before.rateLimitPerMinute || null) ||
    admitsMore(before.allowedAddresses, after.allowedAddresses)
  );
}

const limit = (value: number | null) => value ?? Number.POSITIVE_INFINITY;

/** An empty list admits every address. */
function admitsMore(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || after.some((range) => !before.some((wider) => contains(wider, range)));
}

function contains(wider: string, range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(wider);
  const [address, length] = ipaddr.parseCIDR(range);
  return network.kind() === address.kind() && length >= bits && address.match(network, bits);
}

export const setPartnerKeysHandler: CommunityHandler<typeof setPartnerKeys> = async (call, deps) => {
  const { keys, keys_only: keysOnly, bound_tokens_only: boundTokensOnly } = call.body;
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const changes = { keys: keys && newKeysOf(keys), keysOnly, boundTokensOnly };
  await changeKeys(deps, { ...actOf(call), partnerId }, changes);
  return { data: await readPartner(deps, call.membership, partnerId) };
};

function newKeysOf({ url, jwks }: { readonly url?: string; readonly jwks?: unknown }): NewKeys {
  if (url !== undefined && jwks === undefined) return { url };
  if (url === undefined && jwks !== undefined) return { jwks };
  throw invalidField('keys', 'required', 'Send either url or jwks; null removes the keys.');
}
