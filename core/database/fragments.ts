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
