/** What waits until the office acts: counted on the overview and in the morning's mail alike. */
import { OFFICE_TASKS, type OfficeTask } from '@timebank/contract';
import { ENDING_SOON_DAYS } from '../../../core/people/listings/ending-days.ts';
import { waitsToBeHandedOn } from './fragments.ts';

interface TaskRows {
  /** SQL: the rows that wait, `w`, behind `from`. @param community an expression */
  readonly rows: (community: string) => string;
  /** SQL: when a row came. */
  readonly since: string;
  /** SQL: which of the rows wait at `$now`, where they came by a day that may lie ahead. */
  readonly by?: string;
  /** Fewer say nothing. */
  readonly atLeast?: number;
}

const TASK_ROWS: Readonly<Record<OfficeTask, TaskRows>> = {
  hours_to_settle: {
    rows: (community) => `proposals w where w.community_id = ${community} and w.state = 'office'`,
    since: 'w.changed_at',
  },
  answers_to_hand_on: {
    rows: (community) => `answers w join members t on t.community_id = w.community_id and t.id = w.to_member
       where w.community_id = ${community} and ${waitsToBeHandedOn('w', 't')}`,
    since: 'w.created_at',
  },
  letters_to_print: {
    rows: (community) => `mails w where w.community_id = ${community} and w.state = 'print'`,
    since: 'w.created_at',
  },
  mails_refused: {
    rows: (community) => `mails w where w.community_id = ${community} and w.state = 'due' and w.error = 'not_accepted'
       and not exists (select from mails s where s.community_id = w.community_id and s.state = 'sent'
         and s.last_attempt_at >= w.last_attempt_at)`,
    since: 'w.last_attempt_at',
    atLeast: 3,
  },
  listings_held: {
    rows: (community) => `listings w where w.community_id = ${community} and w.status = 'held' and w.undone_at is null`,
    since: 'w.updated_at',
  },
  listings_ending: {
    rows: (community) =>
      `listings w where w.community_id = ${community} and w.ends_on is not null and w.status <> 'closed'`,
    since: `((w.ends_on - ${ENDING_SOON_DAYS})::timestamp at time zone 'UTC')`,
    by: ` and w.ends_on <= ($now::timestamptz at time zone 'UTC')::date + ${ENDING_SOON_DAYS}`,
  },
  members_pending: {
    rows: (community) =>
      `members w where w.community_id = ${community} and w.status = 'pending' and w.undone_at is null`,
    since: 'w.created_at',
  },
  members_leaving: {
    rows: (community) =>
      `members w where w.community_id = ${community} and w.leave_asked_at is not null and w.status = 'active'`,
    since: 'w.leave_asked_at',
  },
};

/** SQL: whether any of it came to the community of the expression in the span from `$from` to `$to`, and waits. */
export const anyTaskCame = (community: string): string =>
  OFFICE_TASKS.map((task) => {
    const { rows, since } = TASK_ROWS[task];
    return `exists (select from ${rows(community)} and ${since} >= $from and ${since} < $to)`;
  }).join('\n       or ');

/** SQL: how many rows of a task wait in the community `$communityId` at `$now`, up to `$countLimit`; no row: none. */
export const countedTask = (task: OfficeTask): string =>
  `select '${task}' as kind, count(*)::int as count
     from (select from ${TASK_ROWS[task].rows('$communityId')}${TASK_ROWS[task].by ?? ''} limit $countLimit) ${task}
     having count(*) >= ${TASK_ROWS[task].atLeast ?? 1}`;
