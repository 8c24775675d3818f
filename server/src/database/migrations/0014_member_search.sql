-- Members are found by the beginnings of the words that name them, in capitals or not, with accents or not: the words
-- are folded by the application (members/search-words.ts). An index by prefix answers the first page at once whatever the
-- community's size, needs no extension, and is led by community_id as everything else.
alter table members add column search_name text collate "C" not null default '';
alter table members add column erased_at timestamptz;
create table member_words (
  community_id integer not null,
  word text collate "C" not null,
  member_id uuid not null,
  primary key (community_id, word, member_id),
  foreign key (community_id, member_id) references members (community_id, id)
);
create index member_words_by_member on member_words (community_id, member_id, word);
create index members_by_name on members (community_id, search_name, id);

-- What is there already, folded as far as SQL can.
update members set search_name = lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'));
insert into member_words (community_id, word, member_id)
select distinct m.community_id, left(word, 60), m.id
from members m, regexp_split_to_table(
  m.search_name || ' ' || lower(coalesce(m.email, '') || ' ' || coalesce(m.external_id, '') || ' ' || m.payment_reference),
  '[^[:alnum:]]+') as word
where word <> '';

-- Who read a member's address: audit rows by what they are about.
create index audit_log_by_subject on audit_log (community_id, subject, id) where subject is not null;
