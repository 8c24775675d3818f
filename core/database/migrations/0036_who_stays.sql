-- compatible: a new function, which the release before does not call.

-- The entry that is one person's now: of one that was joined to another, and has left, the other, to the end of the row. An
-- entry that is nobody's double is itself. Rounds are bounded, since two may have been joined in both directions.
create function who_stays(community integer, member uuid) returns uuid language sql stable as $$
  with recursive joined as (
    select member as id, 0 as round
    union all
    select p.member_id, j.round + 1
    from joined j
    cross join lateral (
      select m.status from members m where m.community_id = community and m.id = j.id and m.status = 'left' limit 1) m
    cross join lateral (
      select member_id from member_pairs
      where community_id = community and other_id = j.id and decision = 'same'
      order by decided_at desc, member_id limit 1) p
    where j.round < 8
  )
  select id from joined order by round desc limit 1
$$;
