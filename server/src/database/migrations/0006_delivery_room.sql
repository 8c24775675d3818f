-- A claim is the first of a delivery's two updates and touches nothing that an index holds. Deliveries are claimed in the
-- order in which they lie, a page of them at a time: only with room for each of them does a claim cost no index entries.
alter table deliveries set (fillfactor = 45);
