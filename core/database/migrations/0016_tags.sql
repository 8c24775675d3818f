-- compatible: a column with a default, which the release before need not know.

-- Five base62 characters with which new client ids and tokens of a community begin, so that a proxy in front of several
-- installations knows where they belong. No client id that is there already begins with one that is given out.
create function new_tag() returns text language plpgsql as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  rest bigint;
  made text;
begin
  loop
    -- The digits before the version, which are all random.
    rest := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
    made := '';
    for place in 1..5 loop
      made := made || substr(digits, (rest % 62)::integer + 1, 1);
      rest := rest / 62;
    end loop;
    exit when not exists (select from public.communities where tag = made)
      and not exists (select from public.partners where left(right(client_id, 22), 5) = made);
  end loop;
  return made;
end $$;

alter table communities add column tag text unique check (tag ~ '^[0-9A-Za-z]{5}$');
update communities set tag = new_tag();
-- The release before creates communities without naming it.
alter table communities alter column tag set default new_tag(), alter column tag set not null;
