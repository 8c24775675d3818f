import { write } from '../database/query.ts';

type Nullable<T> = readonly (T | null)[];

export const insertEvents = write<
  [
    communityIds: readonly number[],
    ids: readonly string[],
    types: readonly string[],
    partnerIds: Nullable<number>,
    memberIds: Nullable<string>,
    listingIds: Nullable<string>,
    transferIds: Nullable<string>,
    data: readonly string[],
    createdAt: readonly Date[],
  ]
>(
  'insert_events',
  `insert into events
     (community_id, id, type, partner_id, member_id, listing_id, transfer_id, data, created_at)
   select * from unnest($1::int[], $2::uuid[], $3::text[], $4::int[], $5::uuid[], $6::uuid[], $7::uuid[],
     $8::jsonb[], $9::timestamptz[])`,
);
