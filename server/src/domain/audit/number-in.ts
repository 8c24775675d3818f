/** SQL: what an administrator is called. */
export const calledAdministrator = (alias: string) => `coalesce(nullif(${alias}.name, ''), ${alias}.email)`;

/** SQL: the number in an actor or subject of this kind, such as `administrator:3`; else null. */
export const numberIn = (column: string, kind: string) =>
  `case when ${column} ~ '^${kind}:[0-9]{1,9}$' then split_part(${column}, ':', 2)::int end`;
