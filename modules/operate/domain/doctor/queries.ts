import { keysWaiting } from '../../../../core/database/fragments.ts';
import { query, type RowFrom, type StatementRow } from '../../../../core/database/query.ts';

export const selectVersion = query('select_version', `select current_setting('server_version') as version`);

export const selectClock = query('select_clock', 'select clock_timestamp() as at');

/** Connections to all databases of the server. */
export const selectConnections = query(
  'select_connections',
  `select (select sum(numbackends) from pg_stat_database)::int as "used!",
     current_setting('max_connections')::int as max`,
);

export interface OpenTransaction {
  readonly pid: number;
  readonly name: string;
  readonly seconds: number;
}

/** `maySee`: whether this role is shown those of all roles; else its own only. */
export type OldestTransaction = RowFrom<typeof selectOldestTransaction>;

export const selectOldestTransaction = query<'select_oldest_transaction', { oldest: OpenTransaction | null }>(
  'select_oldest_transaction',
  `select current_user as role, pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "maySee",
     (select json_build_object('pid', pid, 'name', coalesce(nullif(application_name, ''), 'unnamed'),
               'seconds', extract(epoch from clock_timestamp() - xact_start)::int)
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and xact_start is not null
      order by xact_start limit 1) as oldest`,
);

/** `age`: in transactions, since all rows were last frozen. `table`: the table with the most dead rows. */
export type VacuumState = StatementRow<'select_vacuum_state'>;

export const selectVacuumState = query(
  'select_vacuum_state',
  `select age(d.datfrozenxid) as age, t.relname as table, t.n_dead_tup as dead, t.n_live_tup as live
   from pg_database d
   left join lateral (select relname, n_dead_tup, n_live_tup
     from pg_stat_user_tables order by n_dead_tup desc limit 1) t
     on true
   where d.datname = current_database()`,
);

/** `names`: empty: commits wait for no standby. `maySee`: whether this role is shown the standbys. */
export type StandbyState = StatementRow<'select_standby_state'>;

export const selectStandbyState = query(
  'select_standby_state',
  `select current_setting('synchronous_standby_names') as names,
     pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "maySee",
     (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')) as count,
     (select extract(epoch from max(flush_lag))::float from pg_stat_replication
        where sync_state in ('sync', 'quorum')) as "lagSeconds"`,
);

/** The delivery that no worker has taken for the longest time; none if nothing is due. */
export const selectOldestDue = query(
  'select_oldest_due',
  `${keysWaiting('deliveries', ['community_id', 'subscription_id'], `status = 'pending'`)}
   select due.next_attempt_at as "dueAt", p.name as partner, c.slug as community
   from waiting w
   cross join lateral (
     select d.next_attempt_at from deliveries d
     where d.status = 'pending' and d.community_id = w.community_id and d.subscription_id = w.subscription_id
       and d.next_attempt_at <= $now and (d.lease_until is null or d.lease_until <= $now)
     order by d.next_attempt_at limit 1) due
   join subscriptions s on s.community_id = w.community_id and s.id = w.subscription_id
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   join communities c on c.id = w.community_id
   order by due.next_attempt_at limit 1`,
);

export const selectDisabledSubscriptions = query(
  'select_disabled_subscriptions',
  `select p.name as partner, c.slug as community, count(*) as count
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   join communities c on c.id = s.community_id
   where s.status = 'disabled'
   group by p.community_id, p.id, c.slug, p.name order by p.name`,
);

/** The partner whose next day to close is the oldest, with that day. */
export const selectOldestOpenDay = query(
  'select_oldest_open_day',
  `select p.name as partner, c.slug as community, o.day
   from (select community_id, partner_id, closed_through + 1 as "day!"
         from accounts where partner_id is not null and kind = 'settlement' order by 3 limit 1) o
   join partners p on p.community_id = o.community_id and p.id = o.partner_id
   join communities c on c.id = o.community_id`,
);

/** Where the partner API is switched off; null: in the whole installation. */
/** Communities that a move or a put-back has stopped; `move_with` names this installation where it is the latter. */
export const selectStopped = query(
  'select_stopped_communities',
  `select c.slug, coalesce(c.move_with = i.installation_id, false) as "isPutBack!"
   from communities c cross join installation i where c.move_state in ('leaving', 'arriving') order by c.slug`,
);

export const selectSwitchesOff = query(
  'select_switches_off',
  `select null as community, partner_api_disabled_reason as reason from installation
   where partner_api_disabled_reason is not null
   union all
   select slug, partner_api_disabled_reason from communities
   where partner_api_disabled_reason is not null and move_state is null
   order by community nulls first`,
);
