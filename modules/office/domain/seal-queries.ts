import { query } from '../../../core/database/query.ts';

/**
 * A row a of the audit log as it is hashed: an array of JSON as PostgreSQL writes it, alike on every version, with the
 * time in UTC and to the microsecond.
 */
const HASHED_ROW = `convert_to(jsonb_build_array(a.id, a.at at time zone 'UTC', a.actor, a.action, a.subject, a.address,
       a.request_id, a.details)::text || E'\\n', 'UTF8')`;

/** SHA-256 over the hash before and rows a, in the order of their ids. */
export const sealOver = (previousHash: string) =>
  `sha256(${previousHash} || string_agg(${HASHED_ROW}, ''::bytea order by a.id))`;

/** Rows that are kept for ever. */
export const KEPT = `a.action <> 'email.read'`;

/** Before the first seal. */
export const NO_SEAL = `decode(repeat('00', 32), 'hex')`;

export const selectLastAuditId = query(
  'select_last_audit_id',
  'select coalesce(max(id), 0) as "lastId" from audit_log',
);

/** Transactions that may have an id of the audit log: each writer holds this lock before the id is given out. */
export const selectAuditWriters = query(
  'select_audit_writers',
  `select distinct virtualtransaction as "writer!" from pg_locks
   where database = (select oid from pg_database where datname = current_database())
     and relation = 'public.audit_log'::regclass and mode = 'RowExclusiveLock' and granted`,
);

/** Communities with acts behind their last seal, which is not of that day; null is the installation. */
export const selectUnsealed = query(
  'select_unsealed',
  `select c.id as "communityId"
   from communities c
   left join lateral (
     select through_id, day from audit_seals where community_id = c.id order by through_id desc limit 1) s on true
   where coalesce(s.day, '-infinity') < $day::date and exists (
     select from audit_log a
       where a.community_id = c.id and ${KEPT} and a.id > coalesce(s.through_id, 0) and a.id <= $throughId)
   union all
   select null::int
   from (select max(through_id) as through_id, max(day) as day from audit_seals where community_id is null) s
   where coalesce(s.day, '-infinity') < $day::date and exists (
     select from audit_log a
       where a.community_id is null and ${KEPT} and a.id > coalesce(s.through_id, 0) and a.id <= $throughId)`,
);

/** Seals the next rows of those that `of` names; of two nodes that do so at once one finds the other's seal. */
const sealing = (of: string) => `with last as materialized (
     select through_id, hash from audit_seals where ${of} order by through_id desc limit 1
   ), before as materialized (
     select coalesce((select through_id from last), 0) as id, coalesce((select hash from last), ${NO_SEAL}) as hash
   ), a as materialized (
     select * from audit_log a
     where ${of} and ${KEPT} and a.id > (select id from before) and a.id <= $throughId
     order by a.id limit $rowsMax
   )
   insert into audit_seals (community_id, through_id, day, row_count, previous_hash, hash, sealed_at)
   select $communityId, max(a.id), $day::date, count(*), b.hash, ${sealOver('b.hash')}, $sealedAt
   from before b, a group by b.hash
   on conflict do nothing
   returning row_count as "rowCount"`;

/** `communityId`: null: the installation. */
export const insertCommunitySeal = query('insert_community_seal', sealing('community_id = $communityId?'));

export const insertInstallationSeal = query('insert_installation_seal', sealing('community_id is null'));
