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

/** Rows updated since a time that are few enough to be taken from the index of such times. */
const RECENT_MAX = 2000;

/**
 * A page, by id, of what was updated since a time. Recently updated rows were mostly created recently, and so are at the
 * end of the order by id: a walk would pass all others first. Few rows are looked up by their times, for many there is a walk.
 * @param recent from which rows of the table, and which of them: those after the page before that were updated since
 * @param id the column of the id within `page`
 * @param page the select of one row's columns, with a further condition
 * @param after the condition of the walk
 */
export const recentPage = (
  recent: string,
  id: string,
  page: (condition: string) => string,
  after: string,
  limit: string,
) => `with recent as materialized (
     select id from ${recent} order by updated_at desc limit ${RECENT_MAX + 1}
   ), few as (
     select id from recent where (select count(*) from recent) <= ${RECENT_MAX} order by id
   )
   select * from (
     (select page.* from few cross join lateral (${page(`${id} = few.id`)} offset 0) page
      order by few.id limit ${limit})
     union all
     (${page(`${after} and (select count(*) from recent) > ${RECENT_MAX}`)} order by ${id} limit ${limit})
   ) page order by id limit ${limit}`;
