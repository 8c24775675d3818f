/** Reading events as a partner may receive them now. */
import type { EventType } from '@timebank/contract';
import { filteredQuery } from '../../platform/database/filtered.ts';
import { ENTITLED } from './entitlement.ts';

export interface EventRow {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: Date;
  readonly data: Record<string, unknown>;
}

const FILTERS = {
  type: 'e.type = ',
  typeButCredits: `e.type <> 'wallet.credited' and e.type = `,
  since: 'e.created_at >= ',
  before: 'e.created_at < ',
  types: 'array[e.type] <@ ',
} as const;

/** The filter by type. All types but the one of the flood have an index of their own. */
export const ofType = (type: EventType | undefined) =>
  type === 'wallet.credited' ? { type } : { typeButCredits: type };

const COLUMNS = 'e.id, e.type, e.created_at as "createdAt", e.data';
const SOURCE = `from events e
   join partners p on p.community_id = e.community_id and p.id = $2
   where e.community_id = $1`;

/** A page of events that happened at or after `notBefore`, newest first. */
export const selectEventPage = filteredQuery<
  [communityId: number, partnerId: number, beforeId: string, limit: number, notBefore: Date],
  keyof typeof FILTERS,
  EventRow
>(
  FILTERS,
  5,
  (conditions) => `select ${COLUMNS} ${SOURCE} and e.id < $3 and e.created_at >= $5${conditions} and ${ENTITLED}
   order by e.id desc
   limit $4`,
);

/** A page in the order of commit, behind a place; `below`: only transactions below the horizon. */
export const selectEventFeed = filteredQuery<
  [communityId: number, partnerId: number, afterXid: string, afterId: string, limit: number],
  keyof typeof FILTERS | 'below' | 'notBefore',
  EventRow & { readonly xid: string }
>(
  { ...FILTERS, below: 'e.xid < ', notBefore: 'e.created_at >= ' },
  5,
  (
    conditions,
  ) => `select ${COLUMNS}, e.xid::text as xid ${SOURCE} and (e.xid, e.id) > ($3::xid8, $4::uuid)${conditions} and ${ENTITLED}
   order by e.xid, e.id
   limit $5`,
);
