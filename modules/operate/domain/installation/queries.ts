import { query, type StatementRow, write } from '../../../../core/database/query.ts';
import { signInAddressOf } from '../../../../core/people/number-in.ts';

/**
 * The moment that the server was restored to, as its settings still say, and never one to come; no row: to none. A text
 * without a time zone was read in the server's, which is at most twelve hours behind.
 */
export const selectRestoredUntil = query(
  'select_restored_until',
  `select least(now(), setting::timestamptz
            + case when setting ~ ':[0-9.]+ *([-+][0-9]|[A-Za-z])' then interval '0' else interval '12 hours' end) as until
   from pg_settings where name = 'recovery_target_time' and setting <> ''`,
);

/** Ends the ways in that began at this moment or before; as `backup/ended.ts` does of a backup. Returns how many. */
export const endAccessBegunUntil = query(
  'end_access_begun_until',
  `with sessions as (
     update member_sessions set ended_at = $at! where ended_at is null and created_at <= $until!::timestamptz returning 1
   ), requests as (
     update sign_in_requests set ended_at = $at, expires_at = least(expires_at, $at)
     where ended_at is null and (way <> 'letter' or key_used_at is null) and expires_at > $at and created_at <= $until
     returning 1
   ), invited as (
     update invitations set expires_at = $at where expires_at > $at and created_at <= $until returning 1
   ), links as (
     delete from setup_links where used_at is null and created_at <= $until returning 1
   ), secrets as (
     update hand_overs set sealed_secret = null where sealed_secret is not null and created_at <= $until returning 1
   )
   select (select count(*)::int from sessions) as sessions, (
       select count(*)::int from (select from requests union all select from invited union all select from links
         union all select from secrets) l) as links`,
);

/** For this transaction: it stays open while something else is at work. */
export const allowIdle = write(
  'allow_idle',
  "select set_config('idle_in_transaction_session_timeout', '0', true) as ok",
);

export const updateKeyCheck = write(
  'update_key_check',
  'update installation set secret_key_check = $after! where secret_key_check is not distinct from $before returning id',
);

export type SecretsRow = StatementRow<'select_subscription_secrets'>;

/** The next subscriptions that have a secret, of all communities. */
export const selectSubscriptionSecrets = write(
  'select_subscription_secrets',
  `select s.community_id as "communityId", s.id, s.secret_encrypted as secret,
     s.previous_secret_encrypted as "previousSecret", c.slug as community, p.client_id as "clientId",
     p.name as partner, s.target_url as "targetUrl"
   from subscriptions s
   join communities c on c.id = s.community_id
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where (s.community_id, s.id) > ($afterCommunityId, $afterId::uuid) and s.secret_encrypted is not null
   order by s.community_id, s.id
   limit $limit
   for update of s`,
);

/** A null `previous` ends the overlap of the subscription's last rotation. */
export const updateSubscriptionSecrets = write(
  'update_subscription_secrets',
  `update subscriptions s set secret_encrypted = n.secret, previous_secret_encrypted = n.previous,
     previous_secret_until = case when n.previous is not null then s.previous_secret_until end
   from unnest($communityIds::int[], $ids::uuid[], $secrets!::bytea[], $previous::bytea[]) as n (community_id, id,
     secret, previous)
   where s.community_id = n.community_id and s.id = n.id`,
);

export const loseSubscriptionSecret = write(
  'lose_subscription_secret',
  `update subscriptions set secret_encrypted = null, previous_secret_encrypted = null, previous_secret_until = null,
     status = 'disabled', disabled_reason = $reason!, updated_at = $at
   where community_id = $communityId and id = $id`,
);

export type TotpRow = StatementRow<'select_totp_secrets'>;

export const selectTotpSecrets = write(
  'select_totp_secrets',
  `select id, email, totp_secret_encrypted as secret, totp_confirmed_at is not null as confirmed from administrators
   where id > $afterId and totp_secret_encrypted is not null
   order by id
   limit $limit
   for update`,
);

/** Unlike `updateTotpSecret` it keeps the proof: a proven secret need not be proven again. */
export const replaceTotpSecrets = write(
  'replace_totp_secrets',
  `update administrators a set totp_secret_encrypted = n.secret
   from unnest($ids::int[], $secrets!::bytea[]) as n (id, secret)
   where a.id = n.id`,
);

/** Returns whose codes were still of use. */
export const deleteAllRecoveryCodes = write(
  'delete_all_recovery_codes',
  `with deleted as (delete from recovery_codes returning administrator_id, used_at)
   select ${signInAddressOf('a')} as email from administrators a
   where a.id in (select administrator_id from deleted where used_at is null)
   order by 1`,
);

export const selectRecoveryCodeOwners = write(
  'select_recovery_code_owners',
  `select ${signInAddressOf('a')} as email from administrators a
   where exists (select from recovery_codes r where r.administrator_id = a.id and r.used_at is null)
   order by 1`,
);

/** `what`: `transfer`, `event`. */
export type NewestRow = StatementRow<'select_newest_rows'>;

/** By the last of each kind in live communities, the newest first; a look-up per community, by index. */
export const selectNewestRows = query(
  'select_newest_rows',
  `with live as (
     select id from communities where kind = 'live'
   ), found as (
     select 'transfer' as what, max(t.created_at) as at from live c
     cross join lateral (select created_at from transfers where community_id = c.id order by id desc limit 1) t
     union all
     select 'event', max(e.created_at) from live c
     cross join lateral (select created_at from events where community_id = c.id order by id desc limit 1) e
     union all
     select 'audit row', max(at) from (select at from audit_log order by id desc limit 1) a
     union all
     select 'final day', max(closed_through + 1)::timestamp at time zone 'UTC' from live c
     join accounts a on a.community_id = c.id and a.kind = 'settlement'
     union all
     select 'sign of life of a node', max(seen_at) from nodes
   )
   select what, at from found where at is not null order by at desc`,
);
