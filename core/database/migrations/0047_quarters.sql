-- compatible: new columns with a default. The release before shows a field of the new kind as a text and refuses to
-- write its values.

-- A field may have a list of values of which a member has one, such as the quarters of the town.
alter table member_fields
  drop constraint member_fields_kind_check,
  add constraint member_fields_kind_check check (kind in ('text', 'date', 'yes_no', 'choice')),
  add column choices text[] not null default '{}',
  add constraint member_fields_choices_check check (kind = 'choice' or choices = '{}'),
  -- The community says by this that members may read it: beside listings, and to look for those nearby.
  add column is_quarter boolean not null default false,
  add constraint member_fields_quarter_check check (not is_quarter or (kind = 'choice' and removed_at is null));
create unique index member_fields_quarter on member_fields (community_id) where is_quarter;
