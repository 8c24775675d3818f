/** The names of categories as a listing or a file has them: found in the list of the community, or added to it. */
import { type Refusal, refusal } from '../../base/refusal.ts';
import type { Change } from '../../change/change.ts';
import type { Queryable } from '../../database/query.ts';
import { insertMissingCategories, type NamedCategory, selectCategoriesByName, shareCategories } from './queries.ts';

/** The names that are not empty, each once. */
const filled = (names: readonly string[]) => [...new Set(names.filter((name) => name !== ''))];

/**
 * What each of the names leads to; those that lead nowhere are left out. A name that was merged or renamed leads to what
 * it is now, and upper and lower case are the same.
 */
export async function findCategories(
  on: Queryable,
  communityId: number,
  names: readonly string[],
): Promise<Map<string, NamedCategory>> {
  const asked = filled(names);
  if (asked.length === 0) return new Map();
  const rows = await selectCategoriesByName(on, { communityId, names: asked });
  return new Map(rows.map((row) => [row.asked, row]));
}

/**
 * Adds those of the names that the list lacks, and holds all to the end of the transaction. To be called before
 * listings are locked.
 * @returns the spelling of the list for each name
 */
export async function ensureCategoriesIn(
  { transaction, at }: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  names: readonly string[],
): Promise<(name: string) => string> {
  const wanted = filled(names);
  if (wanted.length === 0) return (name) => name;
  await insertMissingCategories(transaction, { communityId, names: wanted, createdAt: at });
  // What a name led to may have been renamed or merged before it was held.
  for (let held = new Set<number>(); ; ) {
    const found = await findCategories(transaction, communityId, wanted);
    const ids = [...found.values()].map(({ id }) => id);
    if (ids.every((id) => held.has(id))) return (name) => found.get(name)?.name ?? name;
    await shareCategories(transaction, { communityId, ids });
    held = new Set([...held, ...ids]);
  }
}

/**
 * Adds those of the names that the list lacks.
 * @returns the number for each name; null for the empty one
 */
export async function categoryIdsIn(
  within: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  names: readonly string[],
): Promise<(name: string) => number | null> {
  await ensureCategoriesIn(within, communityId, names);
  const found = await findCategories(within.transaction, communityId, names);
  return (name) => found.get(name)?.id ?? null;
}

/**
 * The name that a person has chosen for a listing.
 * @param keeps the name that the listing has, which may have been closed since
 * @throws refusal validation_failed for a name that the list lacks or no longer offers
 */
export async function chooseCategory(on: Queryable, communityId: number, name: string, keeps = ''): Promise<void> {
  if (name === '') return;
  const found = await findCategories(on, communityId, [name, keeps]);
  const category = found.get(name);
  if (!category) {
    throw invalid('unknown_category', `category "${name}" is not on the list of this community; add it first.`);
  }
  if (category.isClosed && found.get(keeps)?.id !== category.id)
    throw invalid('closed_category', `category "${category.name}" is closed; choose another or reopen it.`);
}

function invalid(code: string, message: string): Refusal {
  return refusal('validation_failed', message, [{ field: 'category', code, message }]);
}
