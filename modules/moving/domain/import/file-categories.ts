/** The categories that a file names: those of the community's list, and those that an import adds to it. */
import { shown } from '@timebank/contract';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import { findCategories } from '../../../../core/people/categories/names.ts';
import type { NamedCategory } from '../../../../core/people/categories/queries.ts';
import type { CategoryChoices, NewCategory, Problem } from '../../../tables/record-types.ts';
import { addProblem } from './problems.ts';

/** The names, as they are shown to a person who decides about them; further ones are added all the same. */
export const NEW_CATEGORIES_MAX = 200;

export interface FileCategories {
  /** What a name of the file leads to: the list's spelling, or the first one of the file. Undefined: it is left out. */
  nameOf(written: string): string | undefined;
  /** The category that is on the list; undefined: none yet. */
  find(written: string): NamedCategory | undefined;
  /** Counts a row that is to be written with the category. */
  count(written: string): void;
  /** Those that the list lacks, in the order of the file. */
  readonly added: () => readonly NewCategory[];
}

/**
 * @param choices what a person takes a name of the file for
 * @throws refusal validation_failed where a choice is no category of the list
 */
export async function fileCategories(
  transaction: Transaction,
  communityId: number,
  written: readonly string[],
  choices: CategoryChoices = {},
): Promise<FileCategories> {
  const chosen = new Map(Object.entries(choices).map(([name, to]) => [name.toLowerCase(), to]));
  const found = await findCategories(transaction, communityId, [...written, ...chosen.values()]);
  for (const name of chosen.values()) {
    if (name === '' || found.has(name)) continue;
    const message = `categories names ${shown(name)}, which is not on the list of this community.`;
    throw refusal('validation_failed', message, [{ field: 'categories', code: 'unknown_category', message }]);
  }
  const spelled = new Map<string, string>();
  const added = new Map<string, number>();
  const taken = (name: string) => chosen.get(name.toLowerCase()) ?? name;
  const nameOf = (name: string) => {
    if (name === '') return '';
    const to = taken(name);
    if (to === '') return undefined;
    const key = to.toLowerCase();
    if (!found.has(to) && !spelled.has(key)) spelled.set(key, to);
    return found.get(to)?.name ?? spelled.get(key) ?? to;
  };
  return {
    nameOf,
    find: (name) => found.get(taken(name)),
    count: (name) => {
      const to = nameOf(name);
      if (to && !found.has(taken(name))) added.set(to, (added.get(to) ?? 0) + 1);
    },
    added: () => [...added].map(([name, rows]) => ({ name, rows })),
  };
}

/** Marks a row whose category a person has chosen to leave out. */
export function checkCategory(
  problems: Parameters<typeof addProblem>[0],
  row: { readonly line: number; bad: boolean; readonly values: { readonly category?: string | undefined } },
  categories: FileCategories,
): void {
  const value = row.values.category;
  if (value === undefined || categories.nameOf(value) !== undefined) return;
  row.bad = true;
  const message = `category is ${shown(value)}, whose rows are not to be imported.`;
  const problem: Problem = { line: row.line, column: 'category', code: 'left_out_category', message, value };
  addProblem(problems, problem);
}
