/** /communities/{slug}/categories: what help is called in the community. */

import { actOf, type CommunityHandler } from '../../../console/desk/call.ts';
import { readNumber } from '../../../console/desk/numbers.ts';
import { COUNT_LIMIT, containing, counted, sortedBy, sortedPageOf } from '../../../console/desk/sorted.ts';
import type { Queryable } from '../../../core/database/query.ts';
import { openPage } from '../../../core/http/paging.ts';
import {
  type CategoryRow,
  countCategories,
  selectCategory,
  selectCategoryPage,
} from '../../../core/people/categories/queries.ts';
import {
  type Category,
  type createCategory,
  listCategories,
  type mergeCategory,
  type renameCategory,
  type setCategoryStatus,
} from '../contract/categories.ts';
import {
  addCategory,
  changeCategoryName,
  changeCategoryStatus,
  mergeCategories,
  noSuchCategory,
} from '../domain/change-category.ts';

export const listCategoriesHandler: CommunityHandler<typeof listCategories> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listCategories);
  const { search, status } = call.query;
  const filters = {
    search: search === undefined ? undefined : containing(search),
    isClosed: status === undefined ? undefined : status === 'closed',
  };
  const { heavy } = deps.database;
  const [rows, counts] = await Promise.all([
    selectCategoryPage(heavy, { communityId, ...sortedBy('name', page), ...filters }),
    page.after === undefined ? countCategories(heavy, { communityId, limit: COUNT_LIMIT, ...filters }) : [],
  ]);
  const known = rows.map((row) => ({ ...row, id: String(row.id), category: row }));
  return counted(
    sortedPageOf(page, known, ({ category }) => present(category)),
    counts[0]?.count,
  );
};

export const createCategoryHandler: CommunityHandler<typeof createCategory> = async (call, deps) => {
  const id = await addCategory(deps, actOf(call), call.body);
  return { data: await read(deps.database.reads, call.membership.communityId, id) };
};

export const renameCategoryHandler: CommunityHandler<typeof renameCategory> = async (call, deps) => {
  const categoryId = numberOf(call.params.categoryId);
  await changeCategoryName(deps, { ...actOf(call), categoryId }, call.body);
  return { data: await read(deps.database.reads, call.membership.communityId, categoryId) };
};

export const mergeCategoryHandler: CommunityHandler<typeof mergeCategory> = async (call, deps) => {
  const { into_id } = call.body;
  await mergeCategories(deps, { ...actOf(call), categoryId: numberOf(call.params.categoryId) }, into_id);
  return { data: await read(deps.database.reads, call.membership.communityId, into_id) };
};

export const setCategoryStatusHandler: CommunityHandler<typeof setCategoryStatus> = async (call, deps) => {
  const categoryId = numberOf(call.params.categoryId);
  await changeCategoryStatus(deps, { ...actOf(call), categoryId }, call.body.status === 'closed');
  return { data: await read(deps.database.reads, call.membership.communityId, categoryId) };
};

/** @throws refusal category_not_found */
async function read(on: Queryable, communityId: number, categoryId: number): Promise<Category> {
  const [row] = await selectCategory(on, { communityId, categoryId });
  if (!row) throw noSuchCategory();
  return present(row);
}

/** @throws refusal category_not_found */
function numberOf(text: string): number {
  const id = readNumber(text);
  if (id === undefined) throw noSuchCategory();
  return id;
}

function present({ id, name, closedAt, formerNames, offers, requests, exchanges, createdAt }: CategoryRow): Category {
  return {
    id,
    name,
    status: closedAt === null ? 'open' : 'closed',
    former_names: formerNames.filter((former) => former.toLowerCase() !== name.toLowerCase()),
    offers,
    requests,
    exchanges,
    created_at: createdAt.toISOString(),
  };
}
