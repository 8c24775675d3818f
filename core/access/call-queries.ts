import { deletesRows } from '../database/fragments.ts';
import { query, type StatementRow } from '../database/query.ts';

/**
 * Writes calls to the log. A call that was refused before its partner was known is put down to the partner whose client
 * id or token it carried, with what was behind the refusal; one that carried neither is left out. Calls known by their
 * token only are counted here, the others by `addCallCounts`.
 */
export const insertCalls = query(
  'insert_calls',
  {
    rows: {
      communityId: 'int',
      partnerId: 'int',
      clientId: 'text null',
      tokenHash: 'bytea',
      at: 'timestamptz',
      operation: 'text',
      status: 'int',
      error: 'text null',
      description: 'text',
      latencyUs: 'int',
      requestId: 'text',
      address: 'text',
      memberId: 'uuid',
      amountSeconds: 'bigint',
      reference: 'text',
      itemCount: 'int',
    },
  },
  `with resolved as materialized (
     select coalesce(e.community_id, p.community_id, t.community_id) as community_id,
       coalesce(e.partner_id, p.id, t.partner_id) as partner_id, e.token_hash is not null as by_token,
       e.position, e.at, e.operation, e.status, e.error, e.description, e.latency_us, e.request_id, e.address,
       e.member_id, e.amount_seconds, e.reference, e.item_count,
       case when e.error = 'invalid_client' then
              case p.status when 'pending' then 'partner_pending' when 'suspended' then 'partner_suspended'
                            else 'wrong_secret' end
            when e.error = 'invalid_token' then
              case when t.revoked_at is not null then 'token_revoked'
                   when c.revoked_at is not null then 'secret_revoked'
                   when o.status = 'suspended' then 'partner_suspended'
                   when o.status = 'pending' then 'partner_pending'
                   when t.expires_at <= e.at then 'token_expired' end
            when e.operation = 'lookupUser' and e.reference is not null then 'payment_reference'
       end as cause
     from unnest($rows) with ordinality as e ($columns, position)
     left join partners p on p.client_id = e.client_id
     left join access_tokens t on t.token_hash = e.token_hash
     left join partners o on o.community_id = t.community_id and o.id = t.partner_id
     left join credentials c on c.community_id = t.community_id and c.id = t.credential_id
     where coalesce(e.partner_id, p.id, t.partner_id) is not null
   ), logged as (
     insert into call_log (community_id, partner_id, at, operation, status, error, error_description, cause, latency_us,
       request_id, address, member_id, amount_seconds, reference, item_count)
     select community_id, partner_id, at, operation, status, error, description, cause, latency_us, request_id,
       address::inet, member_id, amount_seconds, reference, item_count
     from resolved order by position
   )
   insert into call_counts as n
     (community_id, hour, partner_id, calls, client_errors, server_errors, latency_us)
   select community_id, date_trunc('hour', at at time zone 'UTC') at time zone 'UTC', partner_id, count(*),
     count(*) filter (where status between 400 and 499), count(*) filter (where status >= 500), sum(latency_us)
   from resolved where by_token
   group by 1, 2, 3 order by 1, 2, 3
   on conflict (community_id, hour, partner_id) do update set
     calls = n.calls + excluded.calls, client_errors = n.client_errors + excluded.client_errors,
     server_errors = n.server_errors + excluded.server_errors, latency_us = n.latency_us + excluded.latency_us`,
);

/** Adds to the hourly counts; a partner may be named by its client id. In one order, so that nodes do not block. */
export const addCallCounts = query(
  'add_call_counts',
  {
    rows: {
      communityId: 'int',
      partnerId: 'int',
      clientId: 'text null',
      hour: 'timestamptz',
      calls: 'int',
      clientErrors: 'int',
      serverErrors: 'int',
      latencyUs: 'bigint',
    },
  },
  `insert into call_counts as n
     (community_id, hour, partner_id, calls, client_errors, server_errors, latency_us)
   select coalesce(e.community_id, p.community_id), e.hour, coalesce(e.partner_id, p.id), sum(e.calls),
     sum(e.client_errors), sum(e.server_errors), sum(e.latency_us)
   from unnest($rows) as e ($columns)
   left join partners p on p.client_id = e.client_id
   where coalesce(e.partner_id, p.id) is not null
   group by 1, 2, 3 order by 1, 2, 3
   on conflict (community_id, hour, partner_id) do update set
     calls = n.calls + excluded.calls, client_errors = n.client_errors + excluded.client_errors,
     server_errors = n.server_errors + excluded.server_errors, latency_us = n.latency_us + excluded.latency_us`,
);

/** `memberId`: UUID; null also of one that is nobody's here. */
export type CallRow = StatementRow<'select_call_page'>;

const FILTERS = {
  partnerId: 'l.partner_id = $partnerId',
  operation: 'l.operation = $operation',
  success: 'l.status / 100 = $success',
  // Said in the words of the index of errors.
  errorClass: 'l.status >= 400 and l.status / 100 = $errorClass',
  anyError: 'l.status >= 400 and l.status >= $anyError',
  error: 'l.status >= 400 and l.error = $error',
  cause: 'l.status >= 400 and l.cause = $cause',
  requestId: 'l.request_id = $requestId',
  memberId: 'l.member_id = $memberId',
  reference: 'starts_with(l.reference, $reference)',
  since: 'l.at >= $since',
  before: 'l.at < $before',
};

/** By time, unless the longest are asked for: then all of them are sorted, in the heavy lane. */
export const selectCallPage = query(
  'select_call_page',
  {
    filters: FILTERS,
    sort: {
      orders: { time: { key: 'l.at', type: 'timestamptz' }, duration: { key: 'l.latency_us', type: 'int' } },
      id: 'l.id',
      idType: 'bigint',
    },
  },
  `select l.id::text, l.at, l.partner_id as "partnerId", p.name as "partnerName", l.operation, l.status,
     l.error, l.error_description as "errorDescription", l.cause, l.latency_us as "latencyUs",
     l.request_id as "requestId", host(l.address) as address, m.id as "memberId", m.name as "memberName",
     l.amount_seconds as "amountSeconds", l.reference, l.item_count as "itemCount", $sortKey
   from call_log l
   join partners p on p.community_id = l.community_id and p.id = l.partner_id
   left join members m on m.community_id = l.community_id and m.id = l.member_id
   where l.community_id = $communityId$filters
   order by $order limit $limit`,
);

export const countCalls = query(
  'count_calls',
  { filters: FILTERS },
  `select count(*)::int as count from (
     select from call_log l where l.community_id = $communityId$filters limit $limit) as counted`,
);

/** `step` is hour or day; `partnerId` null is all partners. */
export const selectCallCounts = query(
  'select_call_counts',
  `select date_trunc($step, hour at time zone 'UTC') at time zone 'UTC' as at, partner_id as "partnerId",
     sum(calls)::int as calls, sum(client_errors)::int as "clientErrors", sum(server_errors)::int as "serverErrors",
     sum(latency_us)::bigint as "latencyUs"
   from call_counts
   where community_id = $communityId and hour >= $since and hour < $before and ($partnerId::int is null
     or partner_id = $partnerId::int)
   group by 1, 2 order by 1, 2 limit $limit`,
);

/** Removes calls past their time, and the oldest ones beyond the number of rows to be kept. */
export const deleteOldCalls = query(
  'delete_old_calls',
  deletesRows(
    'call_log',
    ['id'],
    `id <= greatest((select max(id) from call_log) - $rowsKept::bigint,
                    coalesce((select max(id) from (select id, at from call_log order by id limit $limit) b
                              where b.at < $before), 0))
     order by id`,
  ),
);

export const deleteOldCallCounts = query(
  'delete_old_call_counts',
  `with deleted as (delete from call_counts where hour < $before returning 1)
   select count(*)::int as deleted from deleted`,
);
