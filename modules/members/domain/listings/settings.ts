/** How long listings of a community are there, and what its booklet says of the office. */
import { COMMUNITY_FIELDS } from '@timebank/contract';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { lockListingSettings, updateListingSettingsRow } from '../../../../core/people/listings/ending-queries.ts';
import { changeListingMonths } from '../../../../core/people/listings/renew.ts';

export interface ListingRules {
  /** Null: listings do not end. */
  readonly listingMonths: number | null;
  readonly officeContact: string | null;
}

/**
 * Changes the given settings.
 * @throws refusal validation_failed naming the field, not_found
 */
export async function changeListingSettings(
  deps: ChangeDeps,
  act: CommunityAct,
  changes: Partial<ListingRules>,
): Promise<void> {
  const { communityId } = act;
  const { officeContact } = readFields(
    { officeContact: changes.officeContact },
    { officeContact: COMMUNITY_FIELDS.office_contact },
  );
  await change(deps, act, async (within) => {
    const { transaction, audit } = within;
    const [before] = await lockListingSettings(transaction, { communityId });
    if (!before) throw refusal('not_found', 'There is no such community.');
    const after = { ...before, ...changes, ...(officeContact === undefined ? {} : { officeContact }) };
    const fields = (['listingMonths', 'officeContact'] as const).filter((key) => before[key] !== after[key]);
    if (fields.length === 0) return;
    if (before.listingMonths !== after.listingMonths)
      await changeListingMonths(within, communityId, after.listingMonths);
    await updateListingSettingsRow(transaction, { communityId, ...after });
    audit('listings.settings_changed', `community:${communityId}`, {
      before: before.listingMonths,
      after: after.listingMonths,
      fields,
    });
  });
}
