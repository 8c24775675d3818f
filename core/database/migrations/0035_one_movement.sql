-- compatible: columns that may be null or have a default, and a check that allows more.

-- What a movement is, whichever report of the bank tells of it (docs/decisions/0108).
alter table bank_lines
  -- Of the report that brought it first; null: it came before this was kept.
  add column format text check (char_length(format) <= 20),
  -- The payment's own number all over the world (ISO 20022's UETR).
  add column uetr text check (uetr ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  -- The bank's own words of the movement, which change from report to report; `texts` are the payer's.
  add column booking_texts jsonb not null default '[]' check (jsonb_typeof(booking_texts) = 'array'),
  -- The day that its first report gave it, where the bank's statement has another one.
  add column first_booked_on date,
  -- The line that it may be: a person says, and until then nothing is booked for it.
  add column may_be_line_id bigint,
  -- The line that it is, by a person's word: it counts nowhere, and what later reports tell of it is that line's.
  add column same_as_line_id bigint check (same_as_line_id <> id),
  add foreign key (community_id, may_be_line_id) references bank_lines (community_id, id)
    on delete set null (may_be_line_id),
  add foreign key (community_id, same_as_line_id) references bank_lines (community_id, id)
    on delete set null (same_as_line_id),
  -- A batch may lack one of its payments.
  drop constraint bank_lines_missing_details_check,
  add constraint bank_lines_missing_details_check check (missing_details > 0);
create index bank_lines_by_uetr on bank_lines (community_id, uetr) where uetr is not null;
create index bank_lines_by_question on bank_lines (community_id, may_be_line_id) where may_be_line_id is not null;
create index bank_lines_by_same on bank_lines (community_id, same_as_line_id) where same_as_line_id is not null;
