-- compatible: a trigger that fires more.

-- A renewal alone changes nothing that partners read. Whether something else changed is not read from a time: a listing
-- that was closed and opened again within one millisecond was missing in copies (docs/decisions/0032).
create or replace trigger listings_note_change before update on listings for each row
  when (old.ends_on is not distinct from new.ends_on or
    (old.member_id, old.type, old.title, old.description, old.category, old.estimated_seconds, old.status, old.undone_at,
     old.updated_at)
    is distinct from
    (new.member_id, new.type, new.title, new.description, new.category, new.estimated_seconds, new.status, new.undone_at,
     new.updated_at))
  execute function note_change();
