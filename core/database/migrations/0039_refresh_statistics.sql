-- compatible: a function that nobody before calls.

-- After many rows at once: until autovacuum has come by, within a minute, lists would be planned from what was there
-- before (docs/decisions/statements.md). Only an owner may analyse, and the service is none.
create function refresh_statistics() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze members, member_details, member_words, member_grams, accounts, transfers, exchange_days, listings, events;
end $$;
