import { query } from '../../platform/database/query.ts';

type Nullable<T> = readonly (T | null)[];

export const insertAuditRows = query<
  [
    communityIds: Nullable<number>,
    at: readonly Date[],
    actors: readonly string[],
    actions: readonly string[],
    subjects: Nullable<string>,
    addresses: Nullable<string>,
    requestIds: Nullable<string>,
    details: readonly string[],
  ],
  never
>(
  'insert_audit_rows',
  `insert into audit_log (community_id, at, actor, action, subject, address, request_id, details)
   select community_id, at, actor, action, subject, address::inet, request_id, details::jsonb
   from unnest($1::int[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
     as rows (community_id, at, actor, action, subject, address, request_id, details)`,
);

/** Only rows older than a year, whatever is asked for. */
export const deleteOldEmailReads = query<[before: Date, limit: number], { deleted: number }>(
  'delete_old_email_reads',
  'select delete_old_email_reads($1, $2) as deleted',
);
