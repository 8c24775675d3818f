/** Reading events as a partner may receive them now. */
import type { EventType } from '@timebank/contract';
import { query } from '../../database/query.ts';
import { ENTITLED } from './entitlement.ts';

const FILTERS = {
  type: 'e.type = $type',
  typeButCredits: `e.type <> 'wallet.credited' and e.type = $typeButCredits`,
  since: 'e.created_at >= $since',
  before: 'e.created_at < $before',
  types: 'array[e.type] <@ $types',
};

/** The filter by type. All types but the one of the flood have an index of their own. */
export const ofType = (type: EventType | undefined) =>
  type === 'wallet.credited' ? { type } : { typeButCredits: type };

const COLUMNS = 'e.id, e.type, e.created_at as "createdAt", e.data';
const SOURCE = `from events e
   join partners p on p.community_id = e.community_id and p.id = $partnerId
   where e.community_id = $communityId`;

/** A page of events that happened at or after `notBefore`, newest first. */
export const selectEventPage = query(
  'select_event_page',
  { filters: FILTERS },
  `select ${COLUMNS} ${SOURCE} and e.id < $beforeId and e.created_at >= $notBefore$filters and ${ENTITLED}
   order by e.id desc
   limit $limit`,
);

/** A page in the order of commit, behind a place; `below`: only transactions below the horizon. */
export const selectEventFeed = query(
  'select_event_feed',
  { filters: { ...FILTERS, below: 'e.xid < $below', notBefore: 'e.created_at >= $notBefore' } },
  `select ${COLUMNS}, e.xid::text as xid ${SOURCE} and (e.xid, e.id) > ($afterXid::xid8, $afterId::uuid)$filters
     and ${ENTITLED}
   order by e.xid, e.id
   limit $limit`,
);
