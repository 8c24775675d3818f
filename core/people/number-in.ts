/** SQL: the address under which an administrator signs in. Several accounts may have one. */
export const signInAddressOf = (alias: string) => `coalesce(${alias}.address, ${alias}.email)`;

/** SQL: the address as people are shown it; empty where the identity provider vouches for another account's right to it. */
export const shownAddressOf = (alias: string) =>
  `case when ${alias}.address_lost_at is null then ${signInAddressOf(alias)} else '' end`;

/** SQL: what an administrator is called. */
export const calledAdministrator = (alias: string) => `coalesce(nullif(${alias}.name, ''), ${shownAddressOf(alias)})`;

/** SQL: the number in an actor or subject of this kind, such as `administrator:3`; else null. */
export const numberIn = (column: string, kind: string) =>
  `case when ${column} ~ '^${kind}:[0-9]{1,9}$' then split_part(${column}, ':', 2)::int end`;
