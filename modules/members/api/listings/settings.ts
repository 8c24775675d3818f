/** /communities/{slug}/listing-settings and listing-renewals: how long listings are there. */
import { decodeId } from '@timebank/contract';
import { actOf, type CommunityDeps, type CommunityHandler } from '../../../../console/desk/call.ts';
import { selectListingSettings } from '../../../../core/people/listings/ending-queries.ts';
import { renewListings } from '../../../../core/people/listings/renew.ts';
import type {
  getListingSettings,
  ListingSettings,
  renewCommunityListings,
  updateListingSettings,
} from '../../contract/listings.ts';
import { changeListingSettings } from '../../domain/listings/settings.ts';

export const renewCommunityListingsHandler: CommunityHandler<typeof renewCommunityListings> = async (call, deps) => {
  const ids = call.body.listing_ids.flatMap((id) => decodeId('lst', id) ?? []);
  const { renewed, endsOn } = await renewListings(deps, actOf(call), ids);
  return { data: { renewed, ends_on: endsOn } };
};

export const getListingSettingsHandler: CommunityHandler<typeof getListingSettings> = async ({ membership }, deps) => ({
  data: await present(deps, membership.communityId),
});

export const updateListingSettingsHandler: CommunityHandler<typeof updateListingSettings> = async (call, deps) => {
  const { listing_months, office_contact } = call.body;
  await changeListingSettings(deps, actOf(call), {
    ...(listing_months === undefined ? {} : { listingMonths: listing_months }),
    ...(office_contact === undefined ? {} : { officeContact: office_contact }),
  });
  return { data: await present(deps, call.membership.communityId) };
};

async function present({ database }: CommunityDeps, communityId: number): Promise<ListingSettings> {
  const [row] = await selectListingSettings(database.reads, { communityId });
  if (!row) throw new Error('a membership without a community');
  return { listing_months: row.listingMonths, office_contact: row.officeContact };
}
