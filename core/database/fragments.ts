/** Pieces of SQL that several statements need. */

/** A UUIDv7 of a time, in SQL that PostgreSQL 15 understands. */
export const uuidV7At = (time: string) =>
  `(lpad(to_hex((extract(epoch from ${time}::timestamptz) * 1000)::bigint), 12, '0') || '7'
    || substr(gen_random_uuid()::text, 16))::uuid`;

/**
 * Begins a statement with the CTE `waiting`: the different keys of a table's rows, in order. Steps from one to the next
 * over an index that begins with the keys, so that it costs what there are keys, not rows.
 * @param where which rows count
 * @param first which of them are not too early to be the first
 */
export const keysWaiting = (table: string, keys: readonly string[], where = 'true', first = 'true') =>
  `with recursive ${keysWaitingAs('waiting', table, keys, where, first)}`;

/** The same as one CTE of several, by its name. */
export const keysWaitingAs = (
  name: string,
  table: string,
  keys: readonly string[],
  where = 'true',
  first = 'true',
) => `${name} as (
     (select ${keys.join(', ')} from ${table} where ${where} and ${first} order by ${keys.join(', ')} limit 1)
     union all
     select next.* from ${name} cross join lateral (
       select ${keys.join(', ')} from ${table}
       where ${where} and (${keys.join(', ')}) > (${keys.map((key) => `${name}.${key}`).join(', ')})
       order by ${keys.join(', ')} limit 1) next
   )`;

/**
 * A statement that deletes `$limit` rows at most, and says how many. Rows that another transaction has are left to it.
 * @param keys the primary key
 * @param which the condition of the rows, and their order
 */
export const deletesRows = (table: string, keys: readonly string[], which: string) =>
  `with old as (
     select ${keys.join(', ')} from ${table} where ${which} limit $limit for update skip locked
   ), deleted as (
     delete from ${table} d using old where ${keys.map((key) => `d.${key} = old.${key}`).join(' and ')} returning 1
   )
   select count(*)::int as deleted from deleted`;
