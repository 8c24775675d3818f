import { query, write } from '../../../../core/database/query.ts';

/** A listing by its id (UUID) or external id, held until the exchange is booked. */
export const lockListingId = write(
  'lock_listing_id',
  `select id, category from listings
   where community_id = $communityId and (id = $id? or external_id = $externalId) and undone_at is null for share`,
);

/** The minutes that the time of an exchange is a multiple of. */
export const selectExchangeStep = query(
  'select_exchange_step',
  'select exchange_step_minutes as minutes from communities where id = $communityId',
);

/** The exchanges and gifts of the slip that one of them is on, in the order of their recording; one, for most. */
export const selectSlip = query(
  'select_slip',
  `select t.id from transfers t
   where t.community_id = $communityId and t.id = $id and t.slip_id is null and t.kind in ('exchange', 'gift')
   union all
   select s.id from transfers t
   join transfers s on s.community_id = t.community_id and s.slip_id = t.slip_id and s.reverses_id is null
   where t.community_id = $communityId and t.id = $id and t.kind in ('exchange', 'gift')
   order by id`,
);
