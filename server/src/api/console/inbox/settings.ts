/** GET and PATCH /communities/{slug}/inbox/settings */
import type { getInboxSettings, InboxSettings, updateInboxSettings } from '@timebank/contract/console';
import { selectBankAccounts, selectInboxSettings } from '../../../domain/inbox/file-queries.ts';
import { changeInboxSettings } from '../../../domain/inbox/settings.ts';
import { actOf, type CommunityDeps, type CommunityHandler } from '../access/call.ts';

export const getInboxSettingsHandler: CommunityHandler<typeof getInboxSettings> = async ({ membership }, deps) => ({
  data: await readInboxSettings(deps, membership.communityId),
});

export const updateInboxSettingsHandler: CommunityHandler<typeof updateInboxSettings> = async (call, deps) => {
  const { account, account_holder, partner_id, four_eyes, line_open_days } = call.body;
  await changeInboxSettings(deps, actOf(call), {
    account,
    accountHolder: account_holder,
    partnerId: partner_id,
    fourEyes: four_eyes,
    lineOpenDays: line_open_days,
  });
  return { data: await readInboxSettings(deps, call.membership.communityId) };
};

async function readInboxSettings({ database }: CommunityDeps, communityId: number): Promise<InboxSettings> {
  const [settings] = await selectInboxSettings(database.reads, { communityId });
  if (!settings) throw new Error('a membership without a community');
  const accounts = await selectBankAccounts(database.reads, { communityId });
  return {
    accounts: accounts.map(({ account, holder, partnerId, namedBy }) => ({
      ...{ account: account || null, holder, partner_id: partnerId, named_by: namedBy },
    })),
    four_eyes: settings.fourEyes,
    line_open_days: settings.lineOpenDays,
  };
}
