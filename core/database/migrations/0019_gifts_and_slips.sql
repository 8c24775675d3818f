-- compatible: two more words and two columns, which the release before does not write. Its nightly check may count a gift of the day among the exchanges until it is replaced.

-- A gift gives hours without help: it moves the ledger and counts in no total of exchanges.
alter table transfers drop constraint transfers_kind_check,
  add constraint transfers_kind_check check (kind in ('opening', 'opening_reversal', 'credit', 'credit_reversal',
    'exchange', 'exchange_reversal', 'gift', 'gift_reversal'));

-- What is shown apart from the exchanges that count. Few of all, so that the rest is never read for them.
create index transfers_apart on transfers (community_id, service_date) include (kind, amount_seconds)
  where kind in ('exchange_reversal', 'gift', 'gift_reversal');

-- Transfers of one slip, such as one helper and many who were helped: recorded together and reversed together.
-- Null: the transfer is a slip of its own.
alter table transfers add column slip_id uuid;
create index transfers_by_slip on transfers (community_id, slip_id) where slip_id is not null;

-- The kind of help, also without a listing. A name that is changed or merged later needs no new row: see categories.
alter table transfers add column category_id integer,
  add foreign key (community_id, category_id) references categories (community_id, id);
create index transfers_by_category on transfers (community_id, category_id, id) where category_id is not null;
