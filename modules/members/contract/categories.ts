/** The categories of a community: what help is called there, for its listings and exchanges. */
import { type Static, Type } from 'typebox';
import { countedListOf } from '../../../console/desk/contract/counted-list.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { CATEGORY_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { oneOf, PAGED, text } from '../../../contract/src/query.ts';
import { component, dataOf, timeValue, wordValue } from '../../../contract/src/values.ts';
import { CATEGORY_STATUSES } from '../../../contract/src/words.ts';

export const Category = component('Category', 'A category of the list that the community keeps.', {
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
});
export type Category = Static<typeof Category>;

const name = fieldSchema(CATEGORY_FIELDS.name, 'Unique in the community; upper and lower case are the same.');

const one = dataOf(Category);

export const listCategories = consoleOperation('listCategories', {
  route: 'GET /communities/{slug}/categories',
  access: 'listings.read',
  query: {
    search: text('Part of the name or of a former one; case is ignored.', 100),
    status: oneOf(CATEGORY_STATUSES, 'Open ones, which are offered where one is chosen, or closed ones.'),
    ...PAGED,
  },
  answer: countedListOf(Category),
});

export const createCategory = consoleOperation('createCategory', {
  route: 'POST /communities/{slug}/categories',
  access: 'listings.write',
  body: component('CategoryCreate', 'A new category.', { name }),
  status: 201,
  answer: one,
  example: { name: 'Garden' },
});

export const renameCategory = consoleOperation('renameCategory', {
  route: 'PATCH /communities/{slug}/categories/{categoryId}',
  access: 'listings.write',
  body: component('CategoryUpdate', 'The new name.', { name }),
  answer: one,
  example: { name: 'House and garden' },
});

export const mergeCategory = consoleOperation('mergeCategory', {
  route: 'POST /communities/{slug}/categories/{categoryId}/merge',
  access: 'listings.write',
  body: component('CategoryMerge', 'Where to.', {
    into_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The category that is to stay.' }),
  }),
  answer: one,
  example: { into_id: 2 },
});

export const setCategoryStatus = consoleOperation('setCategoryStatus', {
  route: 'POST /communities/{slug}/categories/{categoryId}/status',
  access: 'listings.write',
  body: component('CategoryStatusChange', 'A new status.', { status: wordValue(CATEGORY_STATUSES, 'The new status.') }),
  answer: one,
  example: { status: 'closed' },
});
