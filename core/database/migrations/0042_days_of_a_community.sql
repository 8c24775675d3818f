-- compatible: a column and functions that the release before does not ask for; its search of listings finds an index less.

-- Of the IANA; null: as the community's main language says.
alter table communities
  add column time_zone text check (char_length(time_zone) between 1 and 64);

-- The time zone in which a community's days begin. A language that is spoken on several continents says nothing.
create function zone_of(time_zone text, languages text[]) returns text
  language sql immutable parallel safe
  return coalesce(time_zone, case coalesce(
      upper(substring(languages[1] from '-([A-Za-z]{2})$')),
      case lower(split_part(languages[1], '-', 1))
        when 'de' then 'DE' when 'it' then 'IT' when 'fr' then 'FR' when 'nl' then 'NL' when 'pl' then 'PL' when 'cs' then 'CZ'
        when 'da' then 'DK' when 'sv' then 'SE' when 'fi' then 'FI' when 'ca' then 'ES' when 'ja' then 'JP'
      end)
    when 'DE' then 'Europe/Berlin' when 'AT' then 'Europe/Vienna' when 'CH' then 'Europe/Zurich'
    when 'LI' then 'Europe/Vaduz' when 'LU' then 'Europe/Luxembourg' when 'IT' then 'Europe/Rome'
    when 'FR' then 'Europe/Paris' when 'BE' then 'Europe/Brussels' when 'NL' then 'Europe/Amsterdam'
    when 'GB' then 'Europe/London' when 'IE' then 'Europe/Dublin' when 'PL' then 'Europe/Warsaw'
    when 'CZ' then 'Europe/Prague' when 'DK' then 'Europe/Copenhagen' when 'SE' then 'Europe/Stockholm'
    when 'FI' then 'Europe/Helsinki' when 'ES' then 'Europe/Madrid' when 'JP' then 'Asia/Tokyo'
    when 'NZ' then 'Pacific/Auckland'
  end, 'UTC');

-- What is searched, without accents, as `foldText` writes it.
create function folded(words text) returns text
  language sql immutable parallel safe strict
  return translate(replace(lower(words), 'ß', 'ss'),
    'äöüáàâãåāçćčďéèêëēęěğíìîïīłñńňóòôõøőŕřśšşťúùûūůűýÿźžż', 'aouaaaaaacccdeeeeeeegiiiiilnnnoooooorrssstuuuuuuyyzzz');

drop index listings_by_part;
create index listings_by_part on listings
  using gin (text_parts(community_id, folded(title || ' ' || category))) with (gin_pending_list_limit = 256)
  where undone_at is null;
