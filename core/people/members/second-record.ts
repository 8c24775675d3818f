/**
 * SQL: whether a member is the second record of a person, whom the office named as the same. One that came back takes
 * part by itself again.
 */
export const isSecondRecord = (member: string) =>
  `(${member}.status = 'left' and exists (select from member_pairs q
     where q.community_id = $communityId and q.other_id = ${member}.id and q.decision = 'same'))`;
