-- compatible: rows in a spelling that nodes of the release before read and mail as well

-- A domain with letters beyond ASCII is kept in the spelling that people read, which is what it is compared in. Rows that
-- a browser has sent have its A-labels (RFC 3492): these are decoded. A label that cannot be decoded stays.
create function pg_temp.read_label(label text) returns text language plpgsql immutable as $$
declare
  rest text := substr(label, 5);
  basic integer := greatest(length(rest) - position('-' in reverse(rest)), 0);
  out integer[] := '{}';
  n integer := 128; i integer := 0; bias integer := 72;
  before integer; weight integer; k integer; t integer; digit integer; at integer; delta integer;
begin
  if left(label, 4) <> 'xn--' then return label; end if;
  if position('-' in rest) = 0 then basic := 0; end if;
  for at in 1..basic loop out := out || ascii(substr(rest, at, 1)); end loop;
  at := case when basic > 0 then basic + 2 else 1 end;
  while at <= length(rest) loop
    before := i; weight := 1; k := 36;
    loop
      digit := position(substr(rest, at, 1) in 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
      if digit < 0 or at > length(rest) then return label; end if;
      at := at + 1;
      i := i + digit * weight;
      t := least(greatest(k - bias, 1), 26);
      exit when digit < t;
      weight := weight * (36 - t);
      k := k + 36;
    end loop;
    delta := case when before = 0 then (i - before) / 700 else (i - before) / 2 end;
    delta := delta + delta / (cardinality(out) + 1);
    k := 0;
    while delta > 455 loop delta := delta / 35; k := k + 36; end loop;
    bias := k + 36 * delta / (delta + 38);
    n := n + i / (cardinality(out) + 1);
    i := i % (cardinality(out) + 1);
    -- A control character: no domain has one.
    if n <= 160 then return label; end if;
    out := out[1:i] || n || out[i + 1:];
    i := i + 1;
  end loop;
  return coalesce((select string_agg(chr(code), '' order by place) from unnest(out) with ordinality as l (code, place)), label);
exception when others then
  return label;
end $$;

create function pg_temp.read_address(address text) returns text language sql immutable as $$
  select left(address, length(address) - position('@' in reverse(address)) + 1)
    || string_agg(pg_temp.read_label(label), '.' order by place)
  from unnest(string_to_array(lower(right(address, position('@' in reverse(address)) - 1)), '.')) with ordinality as l (label, place)
$$;

update members set email = pg_temp.read_address(email) where email ilike '%@%xn--%';
update deputies set email = pg_temp.read_address(email) where email ilike '%@%xn--%';
update invitations i set email = pg_temp.read_address(email)
where email ilike '%@%xn--%' and not exists (select from invitations o
  where o.community_id = i.community_id and o.email = pg_temp.read_address(i.email));
-- `email` is the one handle of an account: where both spellings have one, they stay two accounts.
update administrators a set email = pg_temp.read_address(email)
where email ilike '%@%xn--%' and address is null
  and not exists (select from administrators o where o.email = pg_temp.read_address(a.email));
update administrators set address = pg_temp.read_address(address) where address ilike '%@%xn--%';
