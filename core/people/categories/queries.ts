/** The categories of a community: what help is called there, as its office keeps the list. */
import { query, type StatementRow, write } from '../../database/query.ts';

/**
 * `formerNames`: names that lead here, of categories that were merged into it or of its own past. `offers`: active
 * listings by type. `exchanges`: recorded with it and not reversed, up to 10,000.
 */
export type CategoryRow = StatementRow<'select_category'>;

/** A category as a name finds it: that of the list, also by a former name. `asked`: as it was asked for. */
export type NamedCategory = StatementRow<'select_categories_by_name'>;

const LISTED = `select $sortKeyc.id, c.name, c.closed_at as "closedAt", c.created_at as "createdAt",
     array(select f.name from categories f where f.community_id = c.community_id and f.merged_into = c.id
       order by lower(f.name) limit 20) as "formerNames",
     coalesce(n.offers, 0)::int as offers, coalesce(n.requests, 0)::int as requests,
     (select count(*) from (
       select from categories k join transfers t on t.community_id = k.community_id and t.category_id = k.id
       where k.community_id = $communityId and (k.id = c.id or k.merged_into = c.id) and t.kind = 'exchange'
         and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
       limit 10000) as recorded)::int as exchanges
   from categories c
   left join lateral (
     select count(*) filter (where l.type = 'service') as offers, count(*) filter (where l.type = 'request') as requests
     from listings l
     where l.community_id = $communityId and l.status = 'active' and lower(l.category) = lower(c.name)
   ) n on true
   where c.community_id = $communityId and c.merged_into is null`;

const FILTERS = {
  isClosed: '(c.closed_at is not null) = $isClosed',
  /** A pattern of LIKE in small letters. */
  search: `(lower(c.name) like $search or exists (select from categories f where f.community_id = $communityId
       and f.merged_into = c.id and lower(f.name) like $search))`,
};

/** A page of the categories of the list, by name. */
export const selectCategoryPage = query(
  'select_category_page',
  {
    filters: FILTERS,
    sort: { orders: { name: { key: 'lower(c.name)', type: 'text' } }, id: 'c.id', idType: 'bigint' },
  },
  `${LISTED.replace('$sortKey', '$sortKey, ')}$filters order by $order limit $limit`,
);

export const countCategories = query(
  'count_categories',
  { filters: FILTERS },
  `select count(*)::int as count from (
     select from categories c where c.community_id = $communityId and c.merged_into is null$filters limit $limit
   ) as counted`,
);

export const selectCategory = query('select_category', `${LISTED.replace('$sortKey', '')} and c.id = $categoryId`);

/** The categories that these names lead to; a name of the list comes before a former one. */
export const selectCategoriesByName = query(
  'select_categories_by_name',
  `select asked.name as asked, found.id, found.name, found.closed_at is not null as "isClosed"
   from unnest($names::text[]) as asked (name)
   cross join lateral (
     select t.id, t.name, t.closed_at
     from categories c
     join categories t on t.community_id = c.community_id and t.id = coalesce(c.merged_into, c.id)
     where c.community_id = $communityId and lower(c.name) = lower(asked.name)
     order by c.merged_into is not null, c.id
     limit 1
   ) found`,
);

/** Adds those of the names that lead nowhere, in one order, so that two that add the same never wait for each other. */
export const insertMissingCategories = write(
  'insert_missing_categories',
  `insert into categories (community_id, name, created_at)
   select $communityId, fresh.name, $createdAt
   from (select distinct on (lower(name)) name from unnest($names::text[]) as named (name) order by lower(name), name) fresh
   where not exists (select from categories c where c.community_id = $communityId and lower(c.name) = lower(fresh.name))
   order by lower(fresh.name)
   on conflict (community_id, lower(name)) where merged_into is null do nothing
   returning id, name`,
);

/** Adds one category; no row where the list has the name. */
export const insertCategory = write(
  'insert_category',
  `insert into categories (community_id, name, created_at) values ($communityId, $name, $createdAt)
   on conflict (community_id, lower(name)) where merged_into is null do nothing
   returning id`,
);

/** Holds the categories, so that none is renamed or merged before a listing with it is there. */
export const shareCategories = write(
  'share_categories',
  'select from categories where community_id = $communityId and id = any($ids::int[]) order by id for share',
);

/** A category of the list, before it is changed. */
export const lockCategories = write(
  'lock_categories',
  `select id, name, closed_at is not null as "isClosed" from categories
   where community_id = $communityId and id = any($ids::int[]) and merged_into is null
   order by id for no key update`,
);

/** @returns no row where another category of the list has the name */
export const updateCategoryName = write(
  'update_category_name',
  `update categories set name = $name
   where community_id = $communityId and id = $categoryId and merged_into is null
     and not exists (select from categories other where other.community_id = $communityId and other.id <> $categoryId
       and other.merged_into is null and lower(other.name) = lower($name))
   returning id`,
);

/** Keeps a name that leads to the category. */
export const insertFormerName = write(
  'insert_former_name',
  `insert into categories (community_id, name, created_at, closed_at, merged_into)
   select $communityId, $name, $createdAt!, $createdAt, $categoryId
   where not exists (select from categories f where f.community_id = $communityId and f.merged_into = $categoryId
     and lower(f.name) = lower($name))`,
);

/** One leads to another from now on, and so does what led to it. */
export const updateCategoryMerged = write(
  'update_category_merged',
  `update categories set merged_into = $intoId!, closed_at = coalesce(closed_at, $at!)
   where community_id = $communityId and (id = $categoryId or merged_into = $categoryId)`,
);

export const updateCategoryClosed = write(
  'update_category_closed',
  'update categories set closed_at = $closedAt where community_id = $communityId and id = $categoryId',
);

/** Gives the next listings of one name another, by id; active or not. */
export const renameListings = write(
  'rename_listings',
  `with page as materialized (
     select id from listings
     where community_id = $communityId and lower(category) = lower($name) and id > $afterId
     order by id limit $limit for no key update
   ), renamed as (
     update listings l set category = $newName, updated_at = $updatedAt
     from page where l.community_id = $communityId and l.id = page.id
     returning l.id, l.member_id as "memberId", l.status = 'active' as "isActive"
   )
   select * from renamed order by id`,
);
