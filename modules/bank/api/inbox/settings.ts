/** GET and PATCH /communities/{slug}/inbox/settings */

import { actOf, type CommunityDeps, type CommunityHandler } from '../../../../console/desk/call.ts';
import { unlessWidening } from '../../../../console/desk/session.ts';
import type { BankHolderAddress, getInboxSettings, InboxSettings, updateInboxSettings } from '../../contract/inbox.ts';
import { type HolderAddress, selectBankAccounts, selectInboxSettings } from '../../domain/inbox/file-queries.ts';
import { changeInboxSettings, type InboxChanges } from '../../domain/inbox/settings.ts';

export const getInboxSettingsHandler: CommunityHandler<typeof getInboxSettings> = async ({ membership }, deps) => ({
  data: await readInboxSettings(deps, membership.communityId),
});

export const updateInboxSettingsHandler: CommunityHandler<typeof updateInboxSettings> = async (call, deps) => {
  const { account, account_holder, holder_address, partner_id, four_eyes, line_open_days } = call.body;
  const changes = {
    ...{ account, accountHolder: account_holder, partnerId: partner_id },
    ...{ fourEyes: four_eyes, lineOpenDays: line_open_days },
    holderAddress: holder_address && addressOf(holder_address),
  };
  await changeInboxSettings(deps, actOf(call), changes, unlessWidening(call, deps, widensInbox));
  return { data: await readInboxSettings(deps, call.membership.communityId) };
};

async function readInboxSettings({ database }: CommunityDeps, communityId: number): Promise<InboxSettings> {
  const [settings] = await selectInboxSettings(database.reads, { communityId });
  if (!settings) throw new Error('a membership without a community');
  const accounts = await selectBankAccounts(database.reads, { communityId });
  return {
    accounts: accounts.map(({ account, holder, holderAddress, partnerId, namedBy }) => ({
      account: account || null,
      holder,
      partner_id: partnerId,
      named_by: namedBy,
      holder_address: holderAddress && presentAddress(holderAddress),
    })),
    four_eyes: settings.fourEyes,
    line_open_days: settings.lineOpenDays,
  };
}

/** Empty parts are none. */
function addressOf({ street, house_number, postcode, town, country }: BankHolderAddress): HolderAddress {
  return {
    street: street?.trim() || null,
    houseNumber: house_number?.trim() || null,
    postcode: postcode.trim(),
    town: town.trim(),
    country,
  };
}

function presentAddress({ houseNumber, ...address }: HolderAddress): BankHolderAddress {
  return { ...address, house_number: houseNumber };
}
/** Whether one person alone may book what they imported, or members' payment slips name another account or holder. */
export function widensInbox(before: InboxChanges, after: InboxChanges): boolean {
  const isOtherAccount = after.account !== undefined || after.accountHolder !== undefined;
  return isOtherAccount || (before.fourEyes === true && after.fourEyes === false);
}
