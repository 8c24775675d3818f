-- How a partner's last comparison with a bank's statement went, for the overview.
create table statement_checks (
  community_id integer not null,
  partner_id integer not null,
  checked_at timestamptz not null,
  last_day date not null,
  differences integer not null check (differences >= 0),
  primary key (community_id, partner_id),
  foreign key (community_id, partner_id) references partners (community_id, id)
);

-- Exchanges over time are read from the index alone.
drop index transfers_by_service_date;
create index transfers_by_service_date on transfers (community_id, service_date)
  include (kind, amount_seconds, debit_account_id, credit_account_id)
  where service_date is not null;
create index subscriptions_in_trouble on subscriptions (community_id) where status = 'disabled' or failing_since is not null;
create index listings_held on listings (community_id) where status = 'held';
-- The chest and the organisations among a hundred thousand members.
create index accounts_shared on accounts (community_id, id) where kind in ('chest', 'organisation');
