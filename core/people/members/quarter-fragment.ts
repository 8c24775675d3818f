/**
 * SQL: the quarter of a member, as members and the booklet read it. Null where the community marks none of its fields,
 * where it is not known, and of members who are not found by name.
 */
export const quarterSeen = (member: string) =>
  `(select qd.own_values ->> qf.number::text from member_fields qf
     join member_details qd on qd.community_id = qf.community_id and qd.member_id = ${member}.id
     where qf.community_id = ${member}.community_id and qf.is_quarter and ${member}.seen_by_members)`;
