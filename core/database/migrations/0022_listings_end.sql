-- compatible: nullable columns, an index, and a trigger that fires less. The release before adds listings that do not
-- end, and communities whose listings do not.

-- The last day on which a listing is there; null: it does not end. One that was closed by a person has none, so a closed
-- one with a day has ended by itself.
alter table listings add column ends_on date;
create index listings_ending on listings (community_id, ends_on, id) where ends_on is not null and status <> 'closed';
create index listings_by_end on listings (community_id, coalesce(ends_on, 'infinity'::date), id) where undone_at is null;

-- After how many months the listings of a community end, unless they are renewed; null: never.
alter table communities add column listing_months integer check (listing_months between 1 and 60);
-- How members reach the office, as the booklet of offers and requests says it.
alter table communities add column office_contact text check (char_length(office_contact) <= 500);

-- What the member allows to be printed beside the name in that booklet; null: nothing, it says "through the office".
alter table members add column booklet_contact text check (booklet_contact in ('phone', 'email', 'both'));

-- A renewal changes nothing that partners read: copies in step need not read the listing again.
create or replace trigger listings_note_change before update on listings for each row
  when (old.updated_at is distinct from new.updated_at or old.ends_on is not distinct from new.ends_on)
  execute function note_change();
