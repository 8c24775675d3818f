import { query } from '../../platform/database/query.ts';

export const selectDeadWebhook = query<
  { communityId: number; subscriptionId: string },
  { partner: string; targetUrl: string; reason: string }
>(
  'select_dead_webhook',
  `select p.name as partner, s.target_url as "targetUrl", coalesce(s.disabled_reason, '') as reason
   from subscriptions s join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.community_id = $communityId and s.id = $subscriptionId and s.status = 'disabled'`,
);

export const selectPartnerName = query<{ communityId: number; clientId: string }, { partner: string }>(
  'select_partner_name_of_client',
  'select name as partner from partners where community_id = $communityId and client_id = $clientId',
);

/** Lines of the bank that have been open for longer than the community wants, at most so many. */
export const countWaitingLines = query<
  { communityId: number; now: Date; limit: number },
  { lines: number; days: number }
>(
  'count_waiting_lines',
  `select (select count(*)::int from (select from bank_lines l
       where l.community_id = c.id and l.state = 'open'
         and l.created_at < $now::timestamptz - c.line_open_days * interval '1 day' limit $limit) waiting) as lines,
     c.line_open_days as days
   from communities c where c.id = $communityId`,
);
