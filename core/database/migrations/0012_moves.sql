-- compatible: a new table that the release before does not know.

-- Moves from another system. The rows that a move has created are noted with its imports, so that it is undone with
-- them; the answers to its questions are kept for the next run.
create table moves (
  community_id integer not null references communities (id),
  id bigint generated always as identity,
  system text not null check (system in ('timeoverflow', 'komunitin', 'ces', 'cyclos')),
  file_names text[] not null,
  plan_sha256 bytea not null check (length(plan_sha256) = 32),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  members_import_id bigint,
  listings_import_id bigint,
  exchanges_import_id bigint,
  -- The opening balance of the community fund.
  fund_opening_id uuid,
  moved_by text not null,
  moved_at timestamptz not null,
  undone_by text,
  undone_at timestamptz,
  primary key (community_id, id),
  check ((undone_by is null) = (undone_at is null)),
  foreign key (community_id, members_import_id) references imports (community_id, id),
  foreign key (community_id, listings_import_id) references imports (community_id, id),
  foreign key (community_id, exchanges_import_id) references imports (community_id, id),
  foreign key (community_id, fund_opening_id) references transfers (community_id, id)
);
