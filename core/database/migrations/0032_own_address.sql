-- compatible: the release before writes neither kind of request nor of alert, and deletes fewer requests.

-- A member's wish for another e-mail address: it counts once the new mailbox has answered.
alter table sign_in_requests
  -- The address before, until the mail to it is sent.
  add column former text check (char_length(former) <= 320),
  drop constraint sign_in_requests_way_check,
  add constraint sign_in_requests_way_check check (way in ('letter', 'mail', 'address')),
  drop constraint sign_in_requests_holder_check,
  add constraint sign_in_requests_holder_check check (case way
    when 'mail' then member_id is null and mailbox is not null and cookie_hash is not null
    when 'address' then member_id is not null and deputy_id is null and mailbox is not null and cookie_hash is not null
    else member_id is not null and key_hash is not null and mailbox is null and cookie_hash is null end),
  add constraint sign_in_requests_former_way_check check (former is null or way = 'address');
drop index sign_in_requests_by_age;
create index sign_in_requests_by_age on sign_in_requests (created_at) where way <> 'letter';

-- What waits for the office, in the morning.
alter table administrators
  drop constraint administrators_mail_kinds_check,
  add constraint administrators_mail_kinds_check check (mail_kinds <@ '{tasks,webhooks,keys,bank,backup}'::text[]);
-- What the office hands on is counted on each look at the overview, and the owner's first page names what waits.
create index answers_open on answers (community_id, to_member, id) where state = 'open';
