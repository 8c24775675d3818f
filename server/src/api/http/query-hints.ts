/** The way out for a query parameter that an operation does not have. The hint repeats nothing of the request. */
import { nearest } from '@timebank/contract';
import type { RoutedOperation } from './route.ts';

type ParametersOf = Pick<RoutedOperation, 'id' | 'query'>;

const IN_STEP = 'To get what has changed, send meta.sync_token of the last page as sync_token.';
const LOOKUP = 'To find a member, use GET /users/lookup?payment_reference=.';
const NO_SEARCH = 'There is no search in the text of listings; filter by type, user_id or category.';

/** What partners look for in a list that has no such filter. */
const OTHER_WAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listUsers: {
    ...{ payment_reference: LOOKUP, reference: LOOKUP, email: LOOKUP, name: LOOKUP, q: LOOKUP, search: LOOKUP },
    ...{ id: 'To fetch one member, use GET /users/{id}.', user_id: 'To fetch one member, use GET /users/{id}.' },
    ...{ status: 'The list has active members only.', updated_since: IN_STEP, since: IN_STEP },
  },
  listListings: {
    ...{ q: NO_SEARCH, search: NO_SEARCH, query: NO_SEARCH, title: NO_SEARCH },
    ...{ id: 'To fetch one listing, use GET /listings/{id}.', status: 'The list has active listings only.' },
    ...{ updated_since: IN_STEP, since: IN_STEP },
  },
  listEvents: { updated_since: 'To get what was committed since, send meta.sync_token of the last page of order=asc.' },
};

/** Names that other APIs use for the same parameters; the first that the operation has is meant. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  page_size: ['per_page'],
  size: ['per_page'],
  count: ['per_page'],
  after: ['cursor'],
  starting_after: ['cursor'],
  page_token: ['cursor'],
  next_cursor: ['cursor'],
  since: ['timestamp_since', 'created_since'],
  created_since: ['timestamp_since'],
  before: ['timestamp_before', 'created_before'],
  created_before: ['timestamp_before'],
  sort: ['order'],
  date: ['booked_on'],
  day: ['booked_on'],
  member_id: ['user_id'],
};

/** One sentence that follows the refusal of an unknown parameter. */
export function queryHint({ id, query }: ParametersOf, name: string): string {
  const ways = OTHER_WAYS[id] ?? {};
  if (Object.hasOwn(ways, name)) return ways[name] ?? '';
  const names = Object.keys(query).filter((known) => !query[known]?.unpublished);
  const others = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  const meant = others?.find((other) => names.includes(other)) ?? nearest(name, names);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  return names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`;
}
