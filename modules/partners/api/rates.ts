/** /communities/{slug}/exchange-rates and /communities/{slug}/partners/{partnerId}/exchange-rates */

import { actOf, type CommunityDeps, type CommunityHandler } from '../../../console/desk/call.ts';
import { findPartner } from '../../../console/desk/named-partner.ts';
import { unlessWidening } from '../../../console/desk/session.ts';
import { widensRate } from '../../../console/desk/widens.ts';
import { dayOf } from '../../../core/base/time.ts';
import { presentRate } from '../../../core/partners/api/present/rates.ts';
import { ratesFrom, writeRate } from '../../../core/partners/rates/rate.ts';
import { changeRates, ratesOf } from '../../../core/partners/rates/rates.ts';
import type {
  AgreedExchangeRate,
  listCommunityRates,
  listPartnerRates,
  updateCommunityRates,
  updatePartnerRates,
} from '../contract/rates.ts';

export const listCommunityRatesHandler: CommunityHandler<typeof listCommunityRates> = async ({ membership }, deps) => ({
  data: await readRates(deps, membership.communityId, null),
});

export const updateCommunityRatesHandler: CommunityHandler<typeof updateCommunityRates> = async (call, deps) => {
  const { hours_per_unit: hoursPerUnit, from = null } = call.body;
  await changeRates(
    deps,
    { ...actOf(call), partnerId: null },
    { hoursPerUnit, from },
    unlessWidening(call, deps, widensRate),
  );
  return { data: await readRates(deps, call.membership.communityId, null) };
};

export const listPartnerRatesHandler: CommunityHandler<typeof listPartnerRates> = async (call, deps) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  return { data: await readRates(deps, communityId, id) };
};

export const updatePartnerRatesHandler: CommunityHandler<typeof updatePartnerRates> = async (call, deps) => {
  const { id: partnerId, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const { hours_per_unit: hoursPerUnit, from = null } = call.body;
  await changeRates(
    deps,
    { ...actOf(call), partnerId },
    { hoursPerUnit, from },
    unlessWidening(call, deps, widensRate),
  );
  return { data: await readRates(deps, communityId, partnerId) };
};

async function readRates(
  { database, clock }: CommunityDeps,
  communityId: number,
  partnerId: number | null,
): Promise<AgreedExchangeRate[]> {
  const rates = await ratesOf(database.reads, communityId, partnerId);
  return ratesFrom(rates, dayOf(clock.now())).map((rate) => ({
    ...presentRate(rate),
    hours_per_unit: writeRate(rate),
    agreed_by: rate.own ? 'partner' : 'community',
  }));
}
