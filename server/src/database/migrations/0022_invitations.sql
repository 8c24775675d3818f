-- An invitation to administer a community grants nothing until it is accepted, by its own link. Rows go when they are
-- accepted, withdrawn or replaced; the audit log tells of them.
create table invitations (
  community_id integer not null references communities (id),
  id integer generated always as identity,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'administrator', 'coordinator', 'auditor')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (community_id, id),
  unique (community_id, email)
);

-- Set-up links only reset an account. One that a community made works as long as the account is this community's alone.
delete from setup_links where purpose <> 'reset';
alter table setup_links drop column purpose;
alter table setup_links add column by_operator boolean not null default false;
