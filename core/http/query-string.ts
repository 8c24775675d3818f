/** Query strings: each parameter is read by the contract, and all that fail are named. */

import { type FieldError, MAX_FIELD_ERRORS, nearest, type QueryParameters, quoteName } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import { decodePair } from './body.ts';
import type { RoutedOperation } from './route.ts';

// The way out for a query parameter that an operation does not have. The hint repeats nothing of the request.

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
function queryHint({ id, query }: ParametersOf, name: string): string {
  const ways = OTHER_WAYS[id] ?? {};
  if (Object.hasOwn(ways, name)) return ways[name] ?? '';
  const names = Object.keys(query).filter((known) => !query[known]?.unpublished);
  const others = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  const meant = others?.find((other) => names.includes(other)) ?? nearest(name, names);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  return names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`;
}
/** Never accepted in a URL, which ends up in logs (RFC 6749 section 2.3.1, RFC 9700 section 4.3.2). */
const CREDENTIALS = new Set([
  ...['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'],
  ...['access_token', 'refresh_token', 'token', 'assertion', 'username', 'password'],
]);

/**
 * Reads the query of a request target: the values by the parameters' names. An unknown parameter is refused, since a
 * filter that is ignored answers with a member who was not asked for; the OAuth endpoints must ignore it (RFC 6749
 * section 3.2), and a page for people does: what passes its link on, as a mail program does, adds parameters of its own.
 * @throws Refusal `invalid_request` naming every parameter at fault, `invalid_cursor` if only the cursor is
 */
export function readQuery(operation: RoutedOperation, target: string): Readonly<Record<string, unknown>> {
  const at = target.indexOf('?');
  if (at === -1 || at === target.length - 1) return {};
  const parameters: QueryParameters = operation.query;
  const isPage = operation.authentication.kind === 'member';
  const values: Record<string, unknown> = {};
  const faults = new Map<string, FieldError>();
  const seen = new Set<string>();
  const fault = (field: string, code: string, message: string) => {
    if (!faults.has(field) && faults.size < MAX_FIELD_ERRORS)
      faults.set(field, { field, code, message: `${field} ${message}` });
  };
  for (const part of target.slice(at + 1).split('&')) {
    if (part === '' || (isPage && !Object.hasOwn(parameters, part.split('=', 1)[0] ?? ''))) continue;
    const pair = decodePair(part);
    if (!pair) {
      fault(quoteName(part.split('=', 1)[0] ?? ''), 'invalid_encoding', 'has a broken percent-encoding.');
      continue;
    }
    const [name, text] = pair;
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined && CREDENTIALS.has(name)) {
      fault(name, 'credentials_in_url', 'must never be sent in the URL.');
    } else if (parameter === undefined) {
      if (operation.authentication.kind === 'client') continue;
      fault(
        quoteName(name),
        'unknown_parameter',
        `is not a parameter of this operation. ${queryHint(operation, name)}`,
      );
    } else if (seen.has(name)) {
      fault(name, 'repeated', 'must not be repeated.');
    } else {
      seen.add(name);
      const read = parameter.read(text);
      if ('refusal' in read) fault(name, read.refusal.code, read.refusal.message);
      else values[name] = read.value;
    }
  }
  if (seen.has('per_page') && seen.has('limit')) {
    fault('limit', 'conflict', 'is another name of per_page; send only one of the two.');
  }
  if (faults.size > 0) throw refuseQuery([...faults.values()], Object.hasOwn(parameters, 'cursor'));
  return values;
}

function refuseQuery(faults: readonly FieldError[], takesCursor: boolean) {
  const isCursor = takesCursor && faults.every(({ field }) => field === 'cursor');
  const code = isCursor ? 'invalid_cursor' : 'invalid_request';
  return refusal(code, faults.map(({ message }) => message).join(' '), faults);
}
