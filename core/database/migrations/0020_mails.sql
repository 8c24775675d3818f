-- compatible: new tables, and columns that are nullable or have a default.

alter table members
  -- The kinds of mail that the member gets. `messages`, `digest` and `alerts` only with consent, which the office or the
  -- member records; what concerns the member's own hours and listings until the member stops it.
  add column mail_kinds text[] not null default '{hours,listings}'
    check (mail_kinds <@ '{hours,listings,messages,digest,alerts}'::text[]),
  -- Ends kinds of mail and nothing else, without a sign-in. Null: no mail has carried it yet.
  add column stop_key bytea check (length(stop_key) = 16),
  -- `bad`: the mail server knows no such mailbox, or refused three mails within 14 days. A new address has none.
  add column email_state text check (email_state = 'bad');
create unique index members_stop_key on members (community_id, stop_key) where stop_key is not null;

alter table administrators
  -- The alerts that the person asked for.
  add column mail_kinds text[] not null default '{}' check (mail_kinds <@ '{webhooks,keys,bank,backup}'::text[]),
  add column stop_key bytea check (length(stop_key) = 16),
  add column email_state text check (email_state = 'bad');
create unique index administrators_stop_key on administrators (stop_key) where stop_key is not null;

alter table invitations
  -- Of the link in the mail, beside that of the link on the screen. Derived from SECRET_KEY, so that a mail that is sent
  -- twice has one link.
  add column mailed_token_hash bytea check (length(mailed_token_hash) = 32);
create unique index invitations_mailed_token_hash on invitations (mailed_token_hash)
  where mailed_token_hash is not null;

-- What the office wrote to members. Deleted with its mails.
create table messages (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  title text not null check (char_length(title) between 1 and 150),
  body text not null check (char_length(body) between 1 and 10000),
  written_by text not null,
  created_at timestamptz not null,
  -- Sent twice by a double press: one message.
  form uuid not null,
  primary key (community_id, id),
  unique (community_id, form)
);

-- Mails that are due, and what became of them. The text is not kept: the worker makes it when it sends.
create table mails (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  -- One mail for each reason: `listing.ending:lst_…:2026-12-01`. The word before the colon is the kind.
  reason_key text not null check (char_length(reason_key) between 3 and 200),
  -- The recipient; all null: an invitation that is gone.
  member_id uuid,
  administrator_id integer references administrators (id),
  invitation_id integer,
  message_id bigint,
  language text not null check (language in ('en', 'de')),
  -- print: cannot be sent, and waits for a letter.
  state text not null default 'due' check (state in ('due', 'sent', 'print', 'printed', 'dropped', 'failed')),
  -- Someone waits for it: it is sent before the others.
  urgent boolean not null default false,
  attempts integer not null default 0 check (attempts >= 0),
  created_at timestamptz not null,
  next_attempt_at timestamptz check ((next_attempt_at is not null) = (state = 'due')),
  lease_until timestamptz check (lease_until is null or state = 'due'),
  last_attempt_at timestamptz,
  -- Why the last attempt failed, or why it is not sent: a word of ours, and what the server said.
  error text check (error in ('unreachable', 'refused', 'no_mailbox', 'not_accepted', 'no_address', 'mail_off', 'sandbox',
    'stopped', 'gone', 'late')),
  answer text check (char_length(answer) <= 500),
  finished_at timestamptz check ((finished_at is not null) = (state in ('sent', 'printed', 'dropped', 'failed'))),
  -- Of the Message-ID, the same at each attempt: a mail that arrives twice is recognised.
  message_uuid uuid not null default gen_random_uuid(),
  primary key (community_id, id),
  unique (community_id, reason_key),
  foreign key (community_id, member_id) references members (community_id, id) on delete cascade,
  foreign key (community_id, invitation_id) references invitations (community_id, id)
    on delete set null (invitation_id),
  foreign key (community_id, message_id) references messages (community_id, id),
  check (num_nonnulls(member_id, administrator_id, invitation_id) <= 1)
);
create index mails_due on mails (urgent desc, next_attempt_at) where state = 'due';
create index mails_attempted on mails (last_attempt_at) where last_attempt_at is not null;
create index mails_to_print on mails (community_id, id) where state = 'print';
create index mails_failed on mails (community_id, id) where error is not null;
create index mails_of_member on mails (community_id, member_id, id) where member_id is not null;
create index mails_refused on mails (community_id, member_id, last_attempt_at) where error = 'refused';
create index mails_of_administrator on mails (administrator_id) where administrator_id is not null;
create index mails_of_invitation on mails (community_id, invitation_id) where invitation_id is not null;
create index mails_of_message on mails (community_id, message_id, state) where message_id is not null;
create index mails_by_age on mails (created_at);

-- Requests for a new password, of known and unknown addresses alike: the worker finds out which. Of no community.
create table password_requests (
  id bigint not null generated always as identity primary key,
  address text not null check (char_length(address) <= 320),
  created_at timestamptz not null,
  handled_at timestamptz
);
create index password_requests_waiting on password_requests (id) where handled_at is null;
create index password_requests_by_address on password_requests (address, created_at);

-- The links that were mailed. They set a password and nothing else.
create table password_links (
  token_hash bytea not null primary key check (length(token_hash) = 32),
  administrator_id integer not null references administrators (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_of_administrator on password_links (administrator_id);
