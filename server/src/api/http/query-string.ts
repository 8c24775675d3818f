/** Query strings: each parameter is read by the contract, and all that fail are named. */
import { type FieldError, MAX_FIELD_ERRORS, type QueryParameters, quoteName } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import { decodePair } from './body.ts';
import { queryHint } from './query-hints.ts';
import type { RoutedOperation } from './route.ts';

/** Never accepted in a URL, which ends up in logs (RFC 6749 section 2.3.1, RFC 9700 section 4.3.2). */
const CREDENTIALS = new Set([
  ...['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'],
  ...['access_token', 'refresh_token', 'token', 'assertion', 'username', 'password'],
]);

/**
 * Reads the query of a request target: the values by the parameters' names. An unknown parameter is refused, since a
 * filter that is ignored answers with a member who was not asked for; the OAuth endpoints must ignore it (RFC 6749
 * section 3.2).
 * @throws Refusal `invalid_request` naming every parameter at fault, `invalid_cursor` if only the cursor is
 */
export function readQuery(operation: RoutedOperation, target: string): Readonly<Record<string, unknown>> {
  const at = target.indexOf('?');
  if (at === -1 || at === target.length - 1) return {};
  const parameters: QueryParameters = operation.query;
  const values: Record<string, unknown> = {};
  const faults = new Map<string, FieldError>();
  const seen = new Set<string>();
  const fault = (field: string, code: string, message: string) => {
    if (!faults.has(field) && faults.size < MAX_FIELD_ERRORS)
      faults.set(field, { field, code, message: `${field} ${message}` });
  };
  for (const part of target.slice(at + 1).split('&')) {
    if (part === '') continue;
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
