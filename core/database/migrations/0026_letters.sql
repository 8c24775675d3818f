-- compatible: a new table.

-- The texts of a community's letters, where it has its own; else those of the console apply.
create table letter_texts (
  community_id integer not null references communities (id),
  kind text not null check (kind in ('welcome', 'balance', 'invitation')),
  language text not null check (language in ('en', 'de')),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) between 1 and 4000),
  changed_at timestamptz not null,
  primary key (community_id, kind, language)
);
