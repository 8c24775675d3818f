-- compatible: it adds a table, which the version before neither reads nor has to write.

-- What money is worth: hours per unit of a currency, exactly, as agreed with a partner, or by the community for every
-- partner that has agreed on nothing else. A row holds from its day on until the next one of its currency begins.
-- It takes the place of partners.hours_per_unit, which stays for nodes of the release before: this version and later ones
-- do not read it. A rate that such a node sets during the upgrade is set again.
create table exchange_rates (
  community_id integer not null references communities (id),
  -- Null: the community's own.
  partner_id integer,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- 1 / 20 is an hour for 20 units.
  numerator numeric not null check (numerator > 0 and numerator = trunc(numerator)),
  denominator numeric not null check (denominator > 0 and denominator = trunc(denominator)),
  -- The first day, as the bank books, for which it holds; null: every day.
  valid_from date,
  created_at timestamptz not null,
  -- Who agreed, as in the audit log.
  recorded_by text not null,
  unique nulls not distinct (community_id, partner_id, currency, valid_from),
  foreign key (community_id, partner_id) references partners (community_id, id)
);

insert into exchange_rates (community_id, partner_id, currency, numerator, denominator, created_at, recorded_by)
select p.community_id, p.id, r.key, split_part(r.value, '/', 1)::numeric, split_part(r.value, '/', 2)::numeric,
  p.updated_at, 'upgrade'
from partners p cross join lateral jsonb_each_text(p.hours_per_unit) r
where r.key ~ '^[A-Z]{3}$' and r.value ~ '^[1-9][0-9]*/[1-9][0-9]*$';
