/** GET /communities/{slug}/overview and /series, POST …/first-steps/end */

import { encodeId, hoursFromSeconds, OFFICE_TASKS } from '@timebank/contract';
import { listBackups } from '../../../../console/desk/backup-folder.ts';
import {
  actOf,
  type CommunityDeps,
  type CommunityHandler,
  type ConsoleHandler,
} from '../../../../console/desk/call.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { DAY_MS, dayOf } from '../../../../core/base/time.ts';
import { readSeries, yearBefore } from '../../../members/domain/activity-series.ts';
import type { endFirstSteps, getCommunitySeries, getOverview, Overview } from '../../contract/overview.ts';
import { endFirstStepsOf } from '../../domain/communities/first-steps.ts';
import { type AttentionRow, selectAttention, selectCounts } from '../../domain/communities/overview-queries.ts';
import { isPowerful } from '../session/present.ts';

const RECENT_DAYS = 7;
const EXPIRY_NOTICE_DAYS = 30;
const ATTENTION_MAX = 100;
/** Of what waits in any number, so many are counted; beyond them the answer only says that there are more. */
const WAITING_MAX = 1000;
const WAITING: ReadonlySet<AttentionRow['kind']> = new Set([...OFFICE_TASKS, 'bank_lines_open']);
/** Charts of less say nothing. */
const MONTH_DAYS = 30;
const POINTS_MAX = 400;
const UNIT_DAYS = { day: 1, week: 7, month: 28 } as const;

export const getOverviewHandler: CommunityHandler<typeof getOverview> = async (call, deps) => ({
  data: await readOverview(call, deps),
});

export const endFirstStepsHandler: CommunityHandler<typeof endFirstSteps> = async (call, deps) => {
  const { counts } = await readOverview(call, deps);
  if (!counts.steps_ended) await endFirstStepsOf(deps, actOf(call));
  return { data: await readOverview(call, deps) };
};

type Reader = Pick<Parameters<typeof getOverviewHandler>[0], 'membership' | 'session'>;

async function readOverview({ membership, session }: Reader, deps: CommunityDeps): Promise<Overview> {
  const { communityId, role } = membership;
  const now = deps.clock.now();
  const { heavy } = deps.database;
  const away = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const [counts] = await selectCounts(heavy, { communityId, monthAgo: dayOf(away(-MONTH_DAYS)) });
  if (!counts) throw new Error('a membership without a community');
  const found = await selectAttention(heavy, {
    communityId,
    now,
    recently: away(-RECENT_DAYS),
    soon: away(EXPIRY_NOTICE_DAYS),
    limit: ATTENTION_MAX,
    countLimit: WAITING_MAX + 1,
  });
  const attention = found.map(presentAttention);
  if (counts.disabled) attention.unshift(API_OFF);
  return {
    attention: attention.slice(0, ATTENTION_MAX),
    counts: {
      active_members: counts.activeMembers,
      listings: counts.hasListings,
      exchanges: counts.hasExchanges,
      exchanges_for_a_month: counts.hasMonth,
      settings_changed: counts.settingsChanged,
      steps_ended: counts.stepsEnded,
      webhooks: counts.hasSubscriptions,
      begins: counts.begins,
    },
    backup: session?.isOperator || isPowerful({ role }) ? await readBackup(deps) : null,
  };
}

async function readBackup({ config: { backupDir } }: CommunityDeps): Promise<Overview['backup']> {
  const [newest] = backupDir === undefined ? [] : await listBackups(backupDir);
  return { is_scheduled: backupDir !== undefined, last_at: newest?.at.toISOString() ?? null };
}

const API_OFF: Overview['attention'][number] = {
  kind: 'api_off',
  count: 1,
  more: false,
  partner_id: null,
  partner_name: null,
  subscription_id: null,
  endpoint: null,
  day: null,
};

function presentAttention(row: AttentionRow): Overview['attention'][number] {
  const more = WAITING.has(row.kind) && row.count > WAITING_MAX;
  return {
    kind: row.kind,
    count: more ? WAITING_MAX : row.count,
    more,
    partner_id: row.partnerId,
    partner_name: row.partnerName,
    subscription_id: row.subscriptionId === null ? null : encodeId('whs', row.subscriptionId),
    endpoint: row.targetUrl === null ? null : row.description || new URL(row.targetUrl).host,
    day: row.day,
  };
}

export const getCommunitySeriesHandler: ConsoleHandler<typeof getCommunitySeries> = async (call, deps) => {
  const now = deps.clock.now();
  const { unit = 'month', to = dayOf(now) } = call.query;
  const from = call.query.from ?? yearBefore(to);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0 || days / UNIT_DAYS[unit] > POINTS_MAX) {
    const message =
      days < 0 ? 'from must not be after to.' : `from to to must be at most ${POINTS_MAX} points; take a larger unit.`;
    throw refusal('invalid_request', message, [{ field: 'from', code: 'out_of_range', message }]);
  }
  const { communityId } = call.membership;
  const points = await readSeries(deps.database, now, communityId, { unit, first: from, last: to });
  return {
    data: {
      unit,
      from,
      to,
      points: points.map((row) => ({
        from: row.from,
        exchanged_hours: hoursFromSeconds(row.exchangedSeconds),
        credited_hours: hoursFromSeconds(row.creditedSeconds),
        active_members: row.activeMembers,
        new_listings: row.newListings,
      })),
    },
  };
};
