-- Requests of a partner in this minute and the last, where several nodes share the database. Unlogged: what a crash of
-- the server forgets is a minute's count. minute: minutes since 1970, UTC.
create unlogged table request_windows (
  community_id integer not null,
  partner_id integer not null,
  minute bigint not null,
  count integer not null,
  previous integer not null,
  primary key (community_id, partner_id),
  foreign key (community_id, partner_id) references partners (community_id, id)
) with (fillfactor = 50);
