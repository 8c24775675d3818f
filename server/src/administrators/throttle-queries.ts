import { query, write } from '../database/query.ts';

export interface AttemptRow {
  readonly key: Buffer;
  readonly failures: number;
  readonly lastAt: Date;
  readonly blockedUntil: Date | null;
}

/** The counters under these keys, made when missing, locked in one order: parallel attempts stand in line. */
export const lockAttempts = write<[keys: readonly Buffer[], now: Date], AttemptRow>(
  'lock_sign_in_attempts',
  `insert into sign_in_attempts as a (key, failures, last_at)
   select key, 0, $2 from unnest($1::bytea[]) as asked (key) order by key
   on conflict (key) do update set last_at = a.last_at
   returning key, failures, last_at as "lastAt", blocked_until as "blockedUntil"`,
);

export const updateAttempts = write<
  [keys: readonly Buffer[], failures: readonly number[], blockedUntil: readonly (Date | null)[], now: Date]
>(
  'update_sign_in_attempts',
  `update sign_in_attempts a set failures = n.failures, blocked_until = n.blocked_until, last_at = $4
   from unnest($1::bytea[], $2::int[], $3::timestamptz[]) as n (key, failures, blocked_until)
   where a.key = n.key`,
);

export const deleteAttempts = query<[keys: readonly Buffer[]], never>(
  'delete_sign_in_attempts',
  'delete from sign_in_attempts where key = any($1::bytea[])',
);

/** A success takes its own count back and clears nothing else: others fail from the same address. */
export const uncountAttempt = query<[key: Buffer], never>(
  'uncount_sign_in_attempt',
  'update sign_in_attempts set failures = greatest(failures - 1, 0), blocked_until = null where key = $1',
);

/** Whether the account was used from exactly this address in the last 30 days. */
export const hasSignedInFrom = query<[email: string, address: string, now: Date], { known: boolean }>(
  'has_signed_in_from',
  `select exists (
     select from administrators a join sessions s on s.administrator_id = a.id
     where a.email = $1 and host(s.address) = $2::text and s.created_at > $3::timestamptz - interval '30 days') as known`,
);

export const deleteOldAttempts = query<[before: Date, limit: number], { deleted: number }>(
  'delete_old_sign_in_attempts',
  `with old as (
     select key from sign_in_attempts where last_at < $1 order by last_at limit $2 for update skip locked
   ), deleted as (
     delete from sign_in_attempts a using old where a.key = old.key returning 1
   )
   select count(*)::int as deleted from deleted`,
);
