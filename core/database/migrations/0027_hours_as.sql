-- compatible: a column with a default, which the release before neither reads nor writes.

-- How the office reads hours: 1.33, or 1:20 as clocks show it.
alter table communities add column hours_as text not null default 'decimal' check (hours_as in ('decimal', 'clock'));
