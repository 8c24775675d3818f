/** What `timebank community list --activity` prints. */
import { type CommandContext, reportList, table } from '../../../console/desk/commands/context.ts';
import { isoText } from '../../../core/base/time.ts';
import type { CommunityActivity, StuckKind } from '../domain/communities/activity.ts';

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const timeOf = (at: Date | null) => (at === null ? null : isoText(at));
/** To the minute, in UTC. */
const shownTime = (at: Date | null) => (at === null ? 'never' : isoText(at).slice(0, 16).replace('T', ' '));

/** One community as `--json` has it: counts, RFC 3339 times, `on` or `off`. */
function shownActivity(row: CommunityActivity) {
  const disabledReason = row.installationDisabledReason ?? row.disabledReason;
  return {
    ...{ id: row.id, slug: row.slug, name: row.name, kind: row.kind, state: row.state, stuck: row.stuck },
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

/** What is stuck, in words. */
const STUCK_WORDS: Record<StuckKind, (row: CommunityActivity) => string> = {
  days: ({ openDay }) => `${openDay} is not final`,
  deliveries: ({ deliveriesLate }) => `deliveries overdue: ${deliveriesLate}`,
  mails: ({ mailsLate }) => `mails overdue: ${mailsLate}`,
  subscriptions: ({ subscriptionsDisabled }) => `webhooks disabled: ${subscriptionsDisabled}`,
  partner_api: ({ disabledReason }) => `partner API off (${disabledReason})`,
  move: ({ moveState }) => `a move is under way (${moveState})`,
};

const HEADER = ['slug', 'state', 'members', 'office', 'last booking', 'last sign-in', 'mails', 'refused'];

function cellsOf(row: CommunityActivity): string[] {
  return [
    ...[row.slug, row.state, String(row.members), String(row.administrators)],
    ...[shownTime(row.lastBookedAt), shownTime(row.lastSignInAt), String(row.mailsWaiting), String(row.mailsRefused)],
    ...[String(row.deliveriesWaiting), onOff(row.membersSide)],
    row.stuck.map((kind) => STUCK_WORDS[kind](row)).join('; ') || '-',
  ];
}

/** Prints the communities in the order they have, and a line more where the partner API is off everywhere. */
export function reportActivity(
  context: CommandContext,
  json: boolean | undefined,
  rows: readonly CommunityActivity[],
): void {
  reportList(context, json, rows.map(shownActivity), () => {
    const off = rows[0]?.installationDisabledReason ?? null;
    return [
      ...table([...HEADER, 'deliveries', 'pages', 'stuck'], rows.map(cellsOf)),
      ...(off === null ? [] : [`The partner API of the whole installation is off: ${off}`]),
    ];
  });
}
