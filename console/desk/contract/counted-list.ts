/** Lists of the console that say how many rows there are. */
import { type Static, type TSchema, Type } from 'typebox';
import {
  closedObject,
  component,
  hoursOut,
  ListMeta,
  nullable,
  PER_PAGE_MAX,
  ref,
} from '../../../contract/src/values.ts';

/** `meta` of a list whose rows are counted. */
export const CountedListMeta = component('CountedListMeta', 'Paging information, and how many rows there are.', {
  ...ListMeta.properties,
  count: nullable(
    closedObject({
      rows: Type.Integer({
        minimum: 0,
        description:
          'Rows that fit the filters, up to 10,000; listings that a search finds, up to 1,000; exchanges of some days or of all, every one.',
      }),
      more: Type.Boolean({ description: 'Whether there are more than were counted.' }),
      reversed: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Of exchanges: how many of those counted were reversed.' }),
      ),
      reversed_hours: Type.Optional(hoursOut('Of exchanges: the hours of those that were reversed.', 2)),
      gifts: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Of exchanges: how many of those counted are gifts that count.' }),
      ),
      gift_hours: Type.Optional(hoursOut('Of exchanges: the hours of those gifts.', 3)),
      hours: Type.Optional(hoursOut('Of exchanges: the hours of the help that was not reversed.', 12)),
    }),
    { description: 'On the first page only, and not where a search ranks its hits.' },
  ),
});
export type CountedListMeta = Static<typeof CountedListMeta>;

/** Body of a list whose rows are counted. */
export function countedListOf<S extends TSchema>(schema: S) {
  const data = Type.Array(ref(schema), { maxItems: PER_PAGE_MAX });
  return closedObject({ data, meta: ref(CountedListMeta) });
}
