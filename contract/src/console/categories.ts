/** The categories of a community: what help is called there, for its listings and exchanges. */
import { type Static, Type } from 'typebox';
import { CATEGORY_FIELDS, fieldSchema } from '../fields.ts';
import { oneOf, PAGING, text } from '../query.ts';
import { dataOf, timeValue, wordValue } from '../values.ts';
import { CATEGORY_STATUSES } from '../words.ts';
import { countedListOf } from './counted-list.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const Category = Type.Object(
  {
    id: Type.Integer({ description: 'Its number; listings have the name, exchanges refer to the number.' }),
    name: Type.String(),
    status: wordValue(CATEGORY_STATUSES, '`closed`: no longer offered where one is chosen; what has it keeps it.'),
    former_names: Type.Array(Type.String(), {
      maxItems: 20,
      description: 'Names that lead here: of categories that were merged into it, or its own before.',
    }),
    offers: Type.Integer({ minimum: 0, description: 'Active listings of type `service`.' }),
    requests: Type.Integer({ minimum: 0, description: 'Active listings of type `request`.' }),
    exchanges: Type.Integer({ minimum: 0, description: 'Exchanges with it that were not reversed, up to 10,000.' }),
    created_at: timeValue('When it was added.'),
  },
  { $id: 'Category', ...closed, description: 'A category of the list that the community keeps.' },
);
export type Category = Static<typeof Category>;

const name = fieldSchema(CATEGORY_FIELDS.name, 'Unique in the community; upper and lower case are the same.');

const one = (description: string, status: 200 | 201 = 200) =>
  ({ status, description, schema: dataOf(Category) }) as const;

export const listCategories = consoleOperation({
  id: 'listCategories',
  tag: 'Listings',
  summary: 'Categories, by name.',
  access: 'listings.read',
  query: {
    search: text('Part of the name or of a former one; case is ignored.', 100),
    status: oneOf(CATEGORY_STATUSES, 'Open ones, which are offered where one is chosen, or closed ones.'),
    per_page: PAGING.per_page,
    cursor: PAGING.cursor,
  },
  body: undefined,
  success: { status: 200, description: 'A page.', schema: countedListOf(Category) },
  errors: ['invalid_cursor'],
});

export const createCategory = consoleOperation({
  id: 'createCategory',
  tag: 'Listings',
  summary: 'Add a category.',
  access: 'listings.write',
  query: {},
  body: Type.Object({ name }, { $id: 'CategoryCreate', ...closed, description: 'A new category.' }),
  success: one('The new category.', 201),
  errors: ['validation_failed'],
  example: { name: 'Garden' },
});

export const renameCategory = consoleOperation({
  id: 'renameCategory',
  tag: 'Listings',
  summary: 'Give a category another name; its listings follow, and partners hear of the active ones.',
  access: 'listings.write',
  query: {},
  body: Type.Object({ name }, { $id: 'CategoryUpdate', ...closed, description: 'The new name.' }),
  success: one('As it is now.'),
  errors: ['validation_failed', 'category_not_found'],
  example: { name: 'House and garden' },
});

export const mergeCategory = consoleOperation({
  id: 'mergeCategory',
  tag: 'Listings',
  summary: 'Merge a category into another; its listings and exchanges are counted there. It cannot be taken back.',
  access: 'listings.write',
  query: {},
  body: Type.Object(
    { into_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The category that is to stay.' }) },
    { $id: 'CategoryMerge', ...closed, description: 'Where to.' },
  ),
  success: one('The category that stays.'),
  errors: ['validation_failed', 'category_not_found'],
  example: { into_id: 2 },
});

export const setCategoryStatus = consoleOperation({
  id: 'setCategoryStatus',
  tag: 'Listings',
  summary: 'Close a category, or offer it again.',
  access: 'listings.write',
  query: {},
  body: Type.Object(
    { status: wordValue(CATEGORY_STATUSES, 'The new status.') },
    { $id: 'CategoryStatusChange', ...closed, description: 'A new status.' },
  ),
  success: one('As it is now.'),
  errors: ['validation_failed', 'category_not_found'],
  example: { status: 'closed' },
});
