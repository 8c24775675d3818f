-- How a bank's statement is compared with a partner's credits: by which of the bank's references, and what a unit of each
-- currency is worth in hours, exactly: {"EUR": "1/20"} is an hour for 20 euros.
alter table partners
  add column match_by text not null default 'entry_reference'
    check (match_by in ('entry_reference', 'end_to_end_id')),
  add column hours_per_unit jsonb not null default '{}' check (jsonb_typeof(hours_per_unit) = 'object');

-- Organisations take part in exchanges by name.
create unique index accounts_organisation_name on accounts (community_id, name) where kind = 'organisation';
