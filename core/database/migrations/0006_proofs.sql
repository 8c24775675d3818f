-- compatible: it adds a column and two tables, which the version before neither reads nor has to write.

-- A settlement account's last day that was closed before statements had hashes; every later one gets its hash, also one
-- that is closed by a node which knows of none.
alter table accounts add column unhashed_through date;
update accounts set unhashed_through = closed_through where closed_through is not null;

-- The hashes of statements: over the day's lines and the hash of the day before (contract/src/statement-hash.ts). A table
-- of their own, since statements are never changed. A sandbox that is reset by a node that does not know the table deletes
-- the statements only.
create table statement_hashes (
  community_id integer not null,
  partner_id integer not null,
  day date not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  -- Whether statement.ready carried it: not where a node that knows of no hashes closed the day.
  in_event boolean not null,
  primary key (community_id, partner_id, day),
  foreign key (community_id, partner_id, day) references statements (community_id, partner_id, day) on delete cascade
);
create trigger statement_hashes_append_only before update or delete on statement_hashes
  for each row execute function refuse_change();
create trigger statement_hashes_never_truncated before truncate on statement_hashes
  for each statement execute function refuse_change();

-- The audit rows of a community that are kept for ever, hashed into a chain: each seal covers those behind the one before,
-- up to and including through_id. Without a community: those of the installation.
create table audit_seals (
  community_id integer references communities (id),
  through_id bigint not null,
  -- The day that was final when it was made.
  day date not null,
  row_count integer not null check (row_count > 0),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  -- One seal follows another: of two that are made at once, one fails.
  unique nulls not distinct (community_id, through_id),
  unique nulls not distinct (community_id, previous_hash)
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_never_truncated before truncate on audit_seals
  for each statement execute function refuse_change();
