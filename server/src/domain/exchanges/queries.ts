import { query, write } from '../../platform/database/query.ts';

/** A listing by its id (UUID) or external id, held until the exchange is booked. */
export const lockListingId = write<[communityId: number, id: string | null, externalId: string], { id: string }>(
  'lock_listing_id',
  `select id from listings where community_id = $1 and (id = $2 or external_id = $3) and undone_at is null for share`,
);

export interface PrintedExchange {
  readonly id: string;
  readonly provider: string;
  readonly receiver: string;
  readonly amountSeconds: number;
  readonly serviceDate: string;
  readonly note: string | null;
  readonly recordedBy: string;
  readonly createdAt: Date;
  readonly correctedAt: Date | null;
}

/** The latest exchanges of a community, newest first, with the names of both sides. */
export const selectLatestExchanges = query<[communityId: number, limit: number], PrintedExchange>(
  'select_latest_exchanges',
  `select t.id, coalesce(pm.name, p.name, 'chest') as provider, coalesce(qm.name, q.name, 'chest') as receiver,
     t.amount_seconds as "amountSeconds", t.service_date as "serviceDate", t.note, t.recorded_by as "recordedBy",
     t.created_at as "createdAt", r.created_at as "correctedAt"
   from transfers t
   join accounts p on p.community_id = t.community_id and p.id = t.credit_account_id
   left join members pm on pm.community_id = p.community_id and pm.id = p.member_id
   join accounts q on q.community_id = t.community_id and q.id = t.debit_account_id
   left join members qm on qm.community_id = q.community_id and qm.id = q.member_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id
   where t.community_id = $1 and t.kind = 'exchange'
   order by t.id desc limit $2`,
);
