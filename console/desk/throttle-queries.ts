import { deletesRows } from '../../core/database/fragments.ts';
import { query, write } from '../../core/database/query.ts';
import { signInAddressOf } from '../../core/people/number-in.ts';

/** The counters under these keys, made when missing, locked in one order: parallel attempts stand in line. */
export const lockAttempts = write(
  'lock_sign_in_attempts',
  `insert into sign_in_attempts as a (key, failures, last_at)
   select key, 0, $now from unnest($keys::bytea[]) as asked (key) order by key
   on conflict (key) do update set last_at = a.last_at
   returning key, failures, last_at as "lastAt", blocked_until as "blockedUntil"`,
);

export const updateAttempts = write(
  'update_sign_in_attempts',
  `update sign_in_attempts a set failures = n.failures, blocked_until = n.blocked_until, last_at = $now
   from unnest($keys::bytea[], $failures::int[], $blockedUntil::timestamptz[]) as n (key, failures, blocked_until)
   where a.key = n.key`,
);

export const deleteAttempts = query(
  'delete_sign_in_attempts',
  `delete from sign_in_attempts a
   using (select key from sign_in_attempts where key = any($keys::bytea[]) order by key for update) locked
   where a.key = locked.key`,
);

/**
 * Takes one attempt's own count back, and the wait that it began. What others have done to the same count stays.
 * @param blockedUntil per key, as the attempt has set it
 */
export const uncountAttempt = query(
  'uncount_sign_in_attempt',
  `update sign_in_attempts a set failures = greatest(a.failures - 1, 0),
     blocked_until = case when a.blocked_until is distinct from n.blocked_until then a.blocked_until end
   from unnest($keys::bytea[], $blockedUntil::timestamptz[]) as n (key, blocked_until)
   join (select key from sign_in_attempts where key = any($keys::bytea[]) order by key for update) locked using (key)
   where a.key = n.key`,
);

/** The network addresses from which the accounts of an e-mail address were used in the last 30 days. */
export const selectSignInAddresses = query(
  'select_sign_in_addresses',
  `select distinct host(s.address) as address
   from administrators a join sessions s on s.administrator_id = a.id
   where ${signInAddressOf('a')} = $email and s.address is not null
     and s.created_at > $now::timestamptz - interval '30 days' limit $limit`,
);

export const deleteOldAttempts = query(
  'delete_old_sign_in_attempts',
  deletesRows('sign_in_attempts', ['key'], `last_at < $before order by last_at`),
);
