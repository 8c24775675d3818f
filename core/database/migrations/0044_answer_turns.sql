-- compatible: a new table, and columns that the release before leaves as they are.

-- The day two members have agreed on, as it was last said; called off, it stays for the calendars that have it.
alter table answers
  add column day date,
  add column day_off boolean not null default false,
  -- Counts the changes, as calendars want it.
  add column day_sequence integer not null default 0 check (day_sequence >= 0),
  add constraint answers_day_check check ((day is null) = (day_sequence = 0) and (day is not null or not day_off));

-- What the two write after the reply: words, a day, or what the other may see now.
create table answer_turns (
  community_id integer not null,
  answer_id uuid not null,
  number smallint not null check (number > 0),
  from_member uuid not null,
  from_deputy uuid,
  -- Null: without words.
  message text check (char_length(message) <= 2000),
  -- The day that this turn names, or calls off; null: it says nothing of it.
  day date,
  day_off boolean not null default false check (day is not null or not day_off),
  -- Made by the page: sent twice, it is one turn.
  form uuid not null,
  created_at timestamptz not null,
  foreign key (community_id, answer_id) references answers (community_id, id) on delete cascade,
  foreign key (community_id, from_member) references members (community_id, id),
  foreign key (community_id, from_deputy) references deputies (community_id, id),
  unique (community_id, from_member, form)
);
create index answer_turns_by_deputy on answer_turns (community_id, from_deputy) where from_deputy is not null;
alter table answer_turns add primary key (community_id, answer_id, number);
