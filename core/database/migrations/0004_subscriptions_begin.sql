-- compatible: a nullable column, which nothing that the release before writes has to fill
-- The number of the transaction that created the subscription, as rows of members, listings and events have theirs. It
-- held the settlement account until its end, so a booking of a higher number has seen the subscription, whatever the
-- clocks say: verify finds the one that was not distributed. Null: created by the release before, which held nothing.
alter table subscriptions add column created_xid xid8;
