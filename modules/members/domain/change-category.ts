/** Keeping the list of categories: adding, renaming, merging, closing. Listings have the name as a text and follow. */
import { CATEGORY_FIELDS } from '@timebank/contract';
import { readFields } from '../../../core/base/fields/fields.ts';
import { invalidField, type Refusal, refusal } from '../../../core/base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../core/change/change.ts';
import { sqlState } from '../../../core/database/connection.ts';
import { FIRST_ID } from '../../../core/database/keyset.ts';
import {
  insertCategory,
  insertFormerName,
  lockCategories,
  renameListings,
  updateCategoryClosed,
  updateCategoryMerged,
  updateCategoryName,
} from '../../../core/people/categories/queries.ts';
import { listingEvent } from '../../../core/people/members/events.ts';
import { lockCommunityShared, selectSeers } from '../../../core/people/members/queries.ts';
import { isSeen } from '../../../core/people/members/seers.ts';

/** Which category (its number), and who acts. */
export interface CategoryAct extends CommunityAct {
  readonly categoryId: number;
}

/** Listings of one statement: it stays far below the time limit, and what it returns in memory. */
const LISTINGS_AT_ONCE = 2000;
const RULES = { name: CATEGORY_FIELDS.name } as const;

/**
 * Adds a category.
 * @returns its number
 * @throws refusal validation_failed, also where the list has the name
 */
export async function addCategory(deps: ChangeDeps, act: CommunityAct, input: { name: string }): Promise<number> {
  const { communityId } = act;
  const { name = '' } = readFields(input, RULES);
  return await change(deps, act, async ({ transaction, at, audit }) => {
    const [row] = await insertCategory(transaction, { communityId, name, createdAt: at });
    if (!row) throw taken(name);
    audit('category.created', `category:${row.id}`, { name });
    return row.id;
  });
}

/**
 * Gives a category another name, and its listings with it; partners hear of the active ones. The earlier name goes on
 * leading to it.
 * @throws refusal category_not_found, validation_failed where another category has the name
 */
export async function changeCategoryName(deps: ChangeDeps, act: CategoryAct, input: { name: string }): Promise<void> {
  const { communityId, categoryId } = act;
  const { name = '' } = readFields(input, RULES);
  await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    await lockCommunityShared(transaction, { communityId });
    const [before] = await lockCategories(transaction, { communityId, ids: [categoryId] });
    if (!before) throw noSuchCategory();
    if (before.name === name) return;
    const [renamed] = await updateCategoryName(transaction, { communityId, categoryId, name }).catch((error) => {
      throw sqlState(error) === '23505' ? taken(name) : error;
    });
    if (!renamed) throw taken(name);
    if (before.name.toLowerCase() !== name.toLowerCase())
      await insertFormerName(transaction, { communityId, categoryId, name: before.name, createdAt: at });
    const listings = await renameListingsIn(within, communityId, before.name, name);
    audit('category.renamed', `category:${categoryId}`, { before: before.name, after: name, listings });
  });
}

/**
 * Merges a category into another: its listings get the other's name, its exchanges count with the other's, and its name
 * leads there. It cannot be taken back.
 * @throws refusal category_not_found, validation_failed where both are one
 */
export async function mergeCategories(deps: ChangeDeps, act: CategoryAct, intoId: number): Promise<void> {
  const { communityId, categoryId } = act;
  if (intoId === categoryId) throw invalidField('into_id', 'same_category', 'into_id is the category itself.');
  await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    await lockCommunityShared(transaction, { communityId });
    const rows = await lockCategories(transaction, { communityId, ids: [categoryId, intoId] });
    const from = rows.find(({ id }) => id === categoryId);
    const into = rows.find(({ id }) => id === intoId);
    if (!from) throw noSuchCategory();
    if (!into) throw invalidField('into_id', 'unknown_category', 'into_id is no category of this community.');
    await updateCategoryMerged(transaction, { communityId, categoryId, intoId, at });
    const listings = await renameListingsIn(within, communityId, from.name, into.name);
    audit('category.merged', `category:${categoryId}`, { name: from.name, into: into.name, listings });
  });
}

/**
 * Closes a category, which is then no longer offered, or offers it again. What has it keeps it.
 * @throws refusal category_not_found
 */
export async function changeCategoryStatus(deps: ChangeDeps, act: CategoryAct, isClosed: boolean): Promise<void> {
  const { communityId, categoryId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [before] = await lockCategories(transaction, { communityId, ids: [categoryId] });
    if (!before) throw noSuchCategory();
    if (before.isClosed === isClosed) return;
    await updateCategoryClosed(transaction, { communityId, categoryId, closedAt: isClosed ? at : null });
    audit(isClosed ? 'category.closed' : 'category.reopened', `category:${categoryId}`, { name: before.name });
  });
}

/** Returns how many listings there were. */
async function renameListingsIn(
  { transaction, at, emit, flush }: Change,
  communityId: number,
  name: string,
  newName: string,
): Promise<number> {
  let count = 0;
  for (let afterId = FIRST_ID; ; await flush()) {
    const page = { communityId, name, newName, afterId, limit: LISTINGS_AT_ONCE, updatedAt: at };
    const listings = await renameListings(transaction, page);
    const active = listings.filter(({ isActive }) => isActive);
    const memberIds = [...new Set(active.map(({ memberId }) => memberId))];
    const seers = active.length === 0 ? [] : await selectSeers(transaction, { communityId, memberIds });
    const seen = new Set(seers.filter(isSeen).map(({ memberId }) => memberId));
    for (const { id, memberId } of active) {
      if (seen.has(memberId)) emit(listingEvent(id, memberId, 'listing.updated'));
    }
    count += listings.length;
    const last = listings.at(-1);
    if (!last || listings.length < LISTINGS_AT_ONCE) return count;
    afterId = last.id;
  }
}

export function noSuchCategory(): Refusal {
  return refusal('category_not_found', 'This community has no such category.');
}

const taken = (name: string) => invalidField('name', 'taken', `A category named "${name}" is on the list already.`);
