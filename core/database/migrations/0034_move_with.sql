-- compatible: two empty columns.

-- The installation that a community leaves for, or comes from, while it moves: addresses do not tell installations apart, and
-- what is not found in one proves nothing about another. Rows that are being deleted cannot be taken back.
alter table communities add column move_with uuid;
alter table communities add column move_emptied_at timestamptz;
