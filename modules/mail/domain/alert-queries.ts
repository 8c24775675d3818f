import { type AdministratorMailKind, OFFICE_TASKS } from '@timebank/contract';
import { writtenLanguage } from '../../../core/communities/language.ts';
import { query } from '../../../core/database/query.ts';
import { anyTaskCame, countedTask } from './office-tasks.ts';

export const selectDeadWebhook = query(
  'select_dead_webhook',
  `select p.name as partner, s.target_url as "targetUrl", coalesce(s.disabled_reason, '') as reason
   from subscriptions s join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.community_id = $communityId and s.id = $subscriptionId and s.status = 'disabled'`,
);

export const selectPartnerName = query(
  'select_partner_name_of_client',
  'select name as partner from partners where community_id = $communityId and client_id = $clientId',
);

/** Lines of the bank that have been open for longer than the community wants, at most so many. */
export const countWaitingLines = query(
  'count_waiting_lines',
  `select (select count(*)::int from (select from bank_lines l
       where l.community_id = c.id and l.state = 'open'
         and l.created_at < $now::timestamptz - c.line_open_days * interval '1 day' limit $limit) waiting) as lines,
     c.line_open_days as days
   from communities c where c.id = $communityId`,
);

/**
 * SQL: alerts for each administrator who asked for this kind and may see it. The reasons have `community_id` and
 * `reason`, which names the subject and the day.
 */
const alertsFor = (kind: AdministratorMailKind, reasons: string) => `with reasons as (${reasons}), written as (
     insert into mails (community_id, reason_key, administrator_id, language, created_at, next_attempt_at)
     select e.community_id, 'office.alert:${kind}:' || e.reason || ':' || a.id, a.id,
       ${writtenLanguage('a.language', 'c.languages[1]')}, $now!, $now
     from reasons e
     join communities c on c.id = e.community_id and c.move_state is null
     join administrator_roles r on r.community_id = e.community_id and r.role = any($roles::text[])
     join administrators a on a.id = r.administrator_id and '${kind}' = any(a.mail_kinds)
     on conflict (community_id, reason_key) do nothing
     returning 1
   )
   select count(*)::int as written from written`;

/** What waits for the office, once a day, where something came since the day before. */
export const insertTaskAlerts = query(
  'insert_task_alerts',
  alertsFor(
    'tasks',
    `select k.id as community_id, $day::text as reason from communities k
     where ${anyTaskCame('k.id')}`,
  ),
);

/** What waits for the office, of each kind up to `countLimit`. */
export const selectOfficeTasks = query(
  'select_office_tasks',
  OFFICE_TASKS.map((task) => countedTask(task)).join('\n   union all '),
);

/** Webhooks that were given up, once for each time. */
export const insertWebhookAlerts = query(
  'insert_webhook_alerts',
  alertsFor(
    'webhooks',
    `select s.community_id,
       s.id || ':' || (coalesce(s.failing_since, s.updated_at) at time zone 'UTC')::date as reason
     from subscriptions s where s.status = 'disabled'`,
  ),
);

/** Partners whose last secret or key ends within so many days. */
export const insertKeyAlerts = query(
  'insert_key_alerts',
  alertsFor(
    'keys',
    `select c.community_id,
       p.client_id || '/' || (max(c.expires_at) at time zone 'UTC')::date || ':' || $days::int as reason
     from credentials c join partners p on p.community_id = c.community_id and p.id = c.partner_id and p.status = 'active'
     where c.revoked_at is null and (c.expires_at is null or c.expires_at > $now)
     group by c.community_id, p.id, p.client_id
     having bool_and(c.expires_at is not null) and max(c.expires_at) < $until`,
  ),
);

/** Lines of the bank that have waited for longer than the community wants, once a week. */
export const insertBankAlerts = query(
  'insert_bank_alerts',
  alertsFor(
    'bank',
    `select l.community_id, 'lines:' || date_trunc('week', $now at time zone 'UTC')::date as reason
     from communities k cross join lateral (
       select community_id from bank_lines
       where community_id = k.id and state = 'open'
         and created_at < $now::timestamptz - k.line_open_days * interval '1 day' limit 1) l`,
  ),
);

/** Backups are the operator's: to each once a day, in one of the person's communities. */
export const insertBackupAlerts = query(
  'insert_backup_alerts',
  `with written as (
     insert into mails (community_id, reason_key, administrator_id, language, created_at, next_attempt_at)
     select r.community_id,
       'office.alert:backup:' || $lastOn::text || ':' || ($now! at time zone 'UTC')::date || ':' || a.id, a.id,
       ${writtenLanguage('a.language', 'r.language')}, $now, $now
     from administrators a
     cross join lateral (
       select r.community_id, c.languages[1] as language
       from administrator_roles r join communities c on c.id = r.community_id
       where r.administrator_id = a.id and c.move_state is null order by r.community_id limit 1) r
     where a.is_operator and 'backup' = any(a.mail_kinds)
     on conflict (community_id, reason_key) do nothing
     returning 1
   )
   select count(*)::int as written from written`,
);
