/** GET /installation/communities */
import type { ConsoleHandler } from '../../../console/desk/call.ts';
import { consoleRefusal } from '../../../console/desk/refusal.ts';
import { isoText } from '../../../core/base/time.ts';
import type { CommunityOverview, listInstallationCommunities } from '../contract/installation.ts';
import { type CommunityActivity, readActivity } from '../domain/communities/activity.ts';

export const listInstallationCommunitiesHandler: ConsoleHandler<typeof listInstallationCommunities> = async (
  { session },
  { database, clock },
) => {
  if (!session.isOperator) throw consoleRefusal('not_permitted', 'Only an operator of the installation may read this.');
  return { data: (await readActivity(database, clock)).map(presentActivity) };
};

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const timeOf = (at: Date | null) => (at === null ? null : isoText(at));

/** One community as the console and `--json` have it: counts, RFC 3339 times, `on` or `off`. */
export function presentActivity(row: CommunityActivity): CommunityOverview {
  const disabledReason = row.installationDisabledReason ?? row.disabledReason;
  return {
    ...{ id: row.id, slug: row.slug, name: row.name, kind: row.kind, state: row.state, stuck: [...row.stuck] },
    ...{ members: row.members, administrators: row.administrators },
    ...{ last_booked_at: timeOf(row.lastBookedAt), last_sign_in_at: timeOf(row.lastSignInAt) },
    mails: { waiting: row.mailsWaiting, overdue: row.mailsLate, refused: row.mailsRefused },
    deliveries: { waiting: row.deliveriesWaiting, overdue: row.deliveriesLate },
    subscriptions_disabled: row.subscriptionsDisabled,
    day_not_final: row.openDay,
    ...{ partner_api: onOff(disabledReason === null), partner_api_disabled_reason: disabledReason },
    members_side: onOff(row.membersSide),
    move_state: row.moveState,
  };
}
