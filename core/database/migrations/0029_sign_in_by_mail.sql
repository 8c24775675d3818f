-- compatible: columns that are nullable or have a default, and checks that allow more than before.

alter table members
  -- Signs in by a printed letter only: others read the mailbox, too.
  add column letter_only boolean not null default false,
  -- The member wants to leave, and waits for the office.
  add column leave_asked_at timestamptz;
-- What waits for the office.
create index members_leaving on members (community_id, leave_asked_at) where leave_asked_at is not null and status = 'active';

-- A way in by e-mail: requests of known and unknown addresses alike; the mailer finds out which. Key and number are
-- derived from SECRET_KEY when the mail is sent; here are digests alone (I7).
alter table sign_in_requests
  drop constraint sign_in_requests_way_check,
  alter column member_id drop not null,
  alter column key_hash drop not null,
  add column mailbox text check (char_length(mailbox) <= 320),
  -- Of the browser that asked: the number counts there and nowhere else.
  add column cookie_hash bytea check (length(cookie_hash) = 32),
  add column number_hmac bytea check (length(number_hmac) = 32),
  -- Wrong numbers.
  add column tries integer not null default 0 check (tries between 0 and 5),
  -- The page to go on to.
  add column next text check (char_length(next) <= 500),
  add column number_used_at timestamptz,
  -- The mailer has looked for the mailbox.
  add column handled_at timestamptz,
  add constraint sign_in_requests_way_check check (way in ('letter', 'mail')),
  add constraint sign_in_requests_holder_check check (case way
    when 'mail' then member_id is null and mailbox is not null and cookie_hash is not null
    else member_id is not null and key_hash is not null and mailbox is null and cookie_hash is null end);
create index sign_in_requests_waiting on sign_in_requests (id) where way = 'mail' and handled_at is null;
create index sign_in_requests_by_mailbox on sign_in_requests (community_id, mailbox, created_at) where mailbox is not null;
create index sign_in_requests_by_browser on sign_in_requests (community_id, cookie_hash) where cookie_hash is not null;
create index sign_in_requests_by_age on sign_in_requests (created_at) where way = 'mail';

alter table member_sessions
  drop constraint member_sessions_way_check,
  add constraint member_sessions_way_check check (way in ('letter', 'mail', 'number'));
