-- compatible: a table that only the owner's role fills, a state that the release before takes for a move, and a check less.

-- A community that is put back to an earlier state counts it as a sandbox counts its resets: tokens and places in the feed
-- from before are answered 410.
alter table communities drop constraint communities_check;

-- `copy`: of an earlier state, to compare with. Nothing of it is changed, and nobody is let in but to read it.
alter table communities
  drop constraint communities_move_state_check,
  add constraint communities_move_state_check check (move_state in ('leaving', 'arriving', 'left', 'copy'));

-- The days of a partner that stayed as they were published when its community was put back to an earlier state: their
-- statements count what is booked no more. The day behind the last of them opens with what the ledger holds.
create table restored_days (
  community_id integer not null,
  partner_id integer not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- What the ledger holds through the last day, less what its statement closes with.
  differs_seconds bigint not null,
  restored_at timestamptz not null,
  primary key (community_id, partner_id, last_day),
  foreign key (community_id, partner_id) references partners (community_id, id)
);
