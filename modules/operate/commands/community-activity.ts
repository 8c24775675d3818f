/** What `timebank community list --activity` prints. */
import { type CommandContext, reportList, table } from '../../../console/desk/commands/context.ts';
import { isoText } from '../../../core/base/time.ts';
import { presentActivity } from '../api/communities.ts';
import type { StuckKind } from '../contract/installation.ts';
import type { CommunityActivity } from '../domain/communities/activity.ts';

/** To the minute, in UTC. */
const shownTime = (at: Date | null) => (at === null ? 'never' : isoText(at).slice(0, 16).replace('T', ' '));

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
    ...[String(row.deliveriesWaiting), row.membersSide ? 'on' : 'off'],
    row.stuck.map((kind) => STUCK_WORDS[kind](row)).join('; ') || '-',
  ];
}

/** Prints the communities in the order they have, and a line more where the partner API is off everywhere. */
export function reportActivity(
  context: CommandContext,
  json: boolean | undefined,
  rows: readonly CommunityActivity[],
): void {
  reportList(context, json, rows.map(presentActivity), () => {
    const off = rows[0]?.installationDisabledReason ?? null;
    return [
      ...table([...HEADER, 'deliveries', 'pages', 'stuck'], rows.map(cellsOf)),
      ...(off === null ? [] : [`The partner API of the whole installation is off: ${off}`]),
    ];
  });
}
