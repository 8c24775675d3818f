/**
 * What a backup holds and must not bring back to life: a session, a letter or a link may have been used, ended or replaced
 * since (docs/decisions/backups.md). The statements fit every schema that a backup may have, so that they run before its
 * rows are committed.
 */
import type pg from 'pg';
import type { DescribedTable } from './format.ts';

/** A person who acts for a member, as the backup has it. */
export interface RestoredDeputy {
  readonly community: string;
  readonly member: string;
  readonly deputy: string;
  /** The day, as `2026-11-29`. */
  readonly agreedOn: string;
}

/** What was ended, by its kind: how many. */
export interface EndedCounts {
  readonly memberSessions: number;
  /** Those in which a deputy acts for a member. */
  readonly deputySessions: number;
  readonly letters: number;
  /** With them a member signs in, or proves an address. */
  readonly mailedLinks: number;
  /** Of administrators: they are in the list still, and are to be invited again. */
  readonly invitations: number;
  /** Ways back into an administrator's account. */
  readonly setupLinks: number;
  /** To a partner's secret. */
  readonly secretLinks: number;
}

/** What a restore found alive in a backup. */
export interface EndedAccess {
  readonly ended: EndedCounts;
  /** Those who act for members again, also where that was ended since: an office looks through them. */
  readonly deputies: readonly RestoredDeputy[];
  readonly mails: {
    /** How many were due. */
    readonly waiting: number;
    /** Whether they will never be sent; else they are sent when the service starts. */
    readonly dropped: boolean;
  };
}

type Ending = readonly [table: string, sql: string];

/** Each returns a row for each thing that is ended. `$1`: now. */
const ENDINGS = {
  memberSessions: [
    'member_sessions',
    `update member_sessions s set ended_at = $1 where ended_at is null and to_jsonb(s) ->> 'deputy_id' is null`,
  ],
  deputySessions: ['member_sessions', 'update member_sessions set ended_at = $1 where ended_at is null'],
  letters: [
    'sign_in_requests',
    `update sign_in_requests set ended_at = $1
     where way = 'letter' and key_used_at is null and ended_at is null and expires_at > $1`,
  ],
  mailedLinks: [
    'sign_in_requests',
    `update sign_in_requests set expires_at = $1 where way <> 'letter' and expires_at > $1`,
  ],
  invitations: ['invitations', 'update invitations set expires_at = $1 where expires_at > $1'],
  setupLinks: ['setup_links', 'delete from setup_links where used_at is null and expires_at > $1'],
  secretLinks: [
    'hand_overs',
    `update hand_overs set sealed_secret = null, expires_at = least(expires_at, $1)
     where sealed_secret is not null and expires_at > $1`,
  ],
} as const satisfies Record<keyof EndedCounts, Ending>;

/**
 * Ends all ways in, in the transaction that fills the database.
 * @param tables those of the schema that was filled
 * @param dropMails whether what waits to be sent is dropped
 */
export async function endAccess(
  client: pg.Client,
  tables: readonly DescribedTable[],
  { at, dropMails }: { readonly at: Date; readonly dropMails: boolean },
): Promise<EndedAccess> {
  const has = (table: string) => tables.some(({ name }) => name === table);
  const counts: Partial<Record<keyof EndedCounts, number>> = {};
  for (const [what, [table, sql]] of Object.entries(ENDINGS)) {
    const ended = has(table) ? (await client.query(sql, [at])).rowCount : 0;
    counts[what as keyof EndedCounts] = ended ?? 0;
  }
  return {
    ended: counts as EndedCounts,
    deputies: has('deputies') ? await readDeputies(client) : [],
    mails: { waiting: has('mails') ? await settleMails(client, at, dropMails) : 0, dropped: dropMails },
  };
}

async function readDeputies(client: pg.Client): Promise<RestoredDeputy[]> {
  const { rows } = await client.query<RestoredDeputy>(
    `select c.slug as community, m.name as member, coalesce(o.name, d.name) as deputy, d.agreed_on::text as "agreedOn"
     from deputies d
     join communities c on c.id = d.community_id
     join members m on m.community_id = d.community_id and m.id = d.member_id
     left join members o on o.community_id = d.community_id and o.id = d.deputy_member_id
     where d.ended_at is null order by c.slug, m.name, d.id`,
  );
  return rows;
}

/** @returns how many waited */
async function settleMails(client: pg.Client, at: Date, drop: boolean): Promise<number> {
  const sql = drop
    ? `update mails set state = 'dropped', error = 'late', next_attempt_at = null, lease_until = null, finished_at = $1
       where state = 'due'`
    : `select from mails where state = 'due' and created_at <= $1`;
  return (await client.query(sql, [at])).rowCount ?? 0;
}
