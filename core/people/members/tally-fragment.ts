/**
 * SQL: how many members of a community are active, or have no visibility of their own: the sum of what each statement
 * changed. @param community an expression for its id
 */
export const tallied = (column: 'active' | 'on_default', community: string) =>
  `coalesce((select sum(${column}) from member_tallies where community_id = ${community}), 0)::int`;
