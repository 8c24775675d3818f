-- Services that run on this database, so that a schema is not changed under one that does not know it. The times are the
-- database's own, the one exception: whether a node is alive must not depend on its clock, nor on the asker's.
create table nodes (
  id uuid primary key,
  -- Host and process.
  name text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
