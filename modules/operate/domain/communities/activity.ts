/** Many communities at a glance: which are at work, which are not, and where something is stuck. */
import type { Clock } from '../../../../core/base/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../../core/base/time.ts';
import type { Database } from '../../../../core/database/query.ts';
import { ACTIVITY_STATES, type ActivityState, STUCK_KINDS, type StuckKind } from '../../contract/installation.ts';
import { OPEN_DAY_PROBLEM_MS, WAITING_PROBLEM_MS } from '../late.ts';
import { type ActivityFigures, selectActivityFigures } from './activity-queries.ts';

/** A community with its figures, and what follows from them. */
export interface CommunityActivity extends ActivityFigures {
  readonly state: ActivityState;
  readonly stuck: readonly StuckKind[];
}

const IDLE_MS = 60 * DAY_MS;
/** A mail is tried again after 1, 6 and 36 minutes: what is not sent by then has more than a busy server against it. */
const TRIED_MS = HOUR_MS;
/** Thousands of mails wait for their turn for hours, and not for a day. */
const UNTRIED_MS = DAY_MS;
const REFUSED_MS = 7 * DAY_MS;

/**
 * All communities that are here: first where most is stuck, then those at rest, then those at work; of these the one
 * that has booked nothing for the longest time first.
 */
export async function readActivity(database: Pick<Database, 'heavy'>, clock: Clock): Promise<CommunityActivity[]> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const rows = await selectActivityFigures(database.heavy, {
    now,
    triedSince: before(TRIED_MS),
    untriedSince: before(UNTRIED_MS),
    refusedSince: before(REFUSED_MS),
    dueSince: before(WAITING_PROBLEM_MS),
    openSince: before(OPEN_DAY_PROBLEM_MS),
  });
  return rows
    .map((row) => activityOf(row, before(IDLE_MS)))
    .sort(
      (a, b) =>
        b.stuck.length - a.stuck.length ||
        ACTIVITY_STATES.indexOf(a.state) - ACTIVITY_STATES.indexOf(b.state) ||
        lastSign(a).getTime() - lastSign(b).getTime(),
    );
}

/** How many communities are in each state. */
export async function countStates(
  database: Pick<Database, 'heavy'>,
  clock: Clock,
): Promise<Record<ActivityState, number>> {
  const counts = { stuck: 0, idle: 0, active: 0 };
  for (const { state } of await readActivity(database, clock)) counts[state]++;
  return counts;
}

/** What moves, or is a copy, has no jobs and a switch that is off by purpose: only the move itself can be stuck. */
function stuckIn(row: ActivityFigures): readonly StuckKind[] {
  if (row.moveState !== null) return row.moveState === 'copy' ? [] : ['move'];
  const found: Record<StuckKind, boolean> = {
    days: row.openDay !== null,
    deliveries: row.deliveriesLate > 0,
    mails: row.mailsLate > 0,
    subscriptions: row.subscriptionsDisabled > 0,
    partner_api: row.disabledReason !== null,
    move: false,
  };
  return STUCK_KINDS.filter((kind) => found[kind]);
}

const lastSign = ({ lastBookedAt, createdAt }: ActivityFigures) => lastBookedAt ?? createdAt;

function activityOf(row: ActivityFigures, idleSince: Date): CommunityActivity {
  const stuck = stuckIn(row);
  const quiet = lastSign(row) < idleSince ? 'idle' : 'active';
  return { ...row, stuck, state: stuck.length > 0 ? 'stuck' : quiet };
}
