-- compatible: one nullable column.

-- Where the holder of an account lives, for Swiss payment slips: street, houseNumber, postcode, town and country.
alter table bank_accounts
  add column holder_address jsonb check (jsonb_typeof(holder_address) = 'object');
