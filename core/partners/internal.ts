/**
 * The community's own bookings from its bank's files are credits of an internal partner, which has no credentials: only
 * the books know it. What people read leaves it out, or calls it as the community is called.
 */

/** SQL: whether a row of partners is one that people know as a partner. */
export const isOutside = (partner: string) => `not ${partner}.is_internal`;

/** SQL: whether a community has a partner that people know as one. */
export const hasOutside = (communityId: string) =>
  `exists (select from partners outside where outside.community_id = ${communityId} and ${isOutside('outside')})`;

/** SQL: the name of a partner; of the internal one, that of the community. Null where there is no partner. */
export const calledPartner = (partner: string) =>
  `case when ${partner}.is_internal then (select own.name from communities own where own.id = ${partner}.community_id)
     else ${partner}.name end`;
