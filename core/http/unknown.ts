/** Requests that no route matches: 405 where the path exists with other methods, else 404. */

import { BASE_PATH, nearest, OPERATIONS } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import { checkMessage, type HttpExchange, respondError } from './http-exchange.ts';
import type { Api } from './route.ts';
import { repairTarget } from './target.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const;

/** Methods that have a route at this request target; empty for an unknown path. */
function methodsOf({ router }: Api, target: string): readonly string[] {
  const repaired = repairTarget(target);
  return METHODS.filter((method) => {
    const found = router.find(method, repaired);
    return found !== null && !hasEmptySegment(found.params);
  });
}

/** A trailing or doubled slash, where the router sees an empty parameter: no path of ours. */
export function hasEmptySegment(params: Readonly<Record<string, string | undefined>>): boolean {
  for (const name in params) if (params[name] === '' && name !== '*') return true;
  return false;
}

/** Answers a request without a route. */
export async function serveUnknown(api: Api, exchange: HttpExchange): Promise<void> {
  try {
    const { req, peer } = exchange;
    checkMessage(req, peer);
    const target = req.url ?? '/';
    const path = pathOf(target);
    for (const check of api.beforeUnknown) await check(path);
    if (methodsOf(api, target).length === 0 && (await isAnswered(api, exchange, path))) return;
    throw refuseRoute(api, target, req.method ?? '');
  } catch (error) {
    respondError(exchange, error);
  }
}

/** Whether one of those who answer where no route is has answered. */
export async function isAnswered({ answerUnknown }: Api, exchange: HttpExchange, path: string): Promise<boolean> {
  for (const answer of answerUnknown) if (await answer(exchange, path)) return true;
  return false;
}

/** The refusal of a method and request target without route. */
export function refuseRoute(api: Api, target: string, method: string) {
  const allowed = methodsOf(api, target);
  if (allowed.length === 0) {
    const hint = pathHint(pathOf(target), api.otherBasePaths) ?? '';
    return refusal('not_found', `There is nothing at this path. ${hint}`.trim());
  }
  // HEAD is GET without the body, and is not worth naming.
  const usable = allowed.filter((name) => name !== 'HEAD').join(' or ');
  return refusal('method_not_allowed', `${method} is not a method of this path. Use ${usable}.`, undefined, {
    Allow: allowed.join(', '),
  });
}

/** The path of a request target, decoded as far as it can be. */
export function pathOf(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

// Finds the path that an unknown path of the partner API probably means. The hint repeats nothing of the request.

const PATH_MAX = 300;
const SEGMENTS_MAX = 8;

/** Names that other APIs use for the same things. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  member: 'users',
  members: 'users',
  user: 'users',
  people: 'users',
  offers: 'listings',
  services: 'listings',
  requests: 'listings',
  account: 'wallet',
  accounts: 'wallet',
  payments: 'credits',
  refund: 'reversal',
  reverse: 'reversal',
  hooks: 'webhooks',
  stats: 'aggregates',
};

const KNOWN = [...new Set(OPERATIONS.map(({ path }) => path))].map((path) => ({
  path,
  parts: path.slice(1).split('/'),
}));
const isOpen = (part: string) => part.startsWith('{');

/**
 * One sentence that shows the way; undefined: nothing is near.
 * @param otherBasePaths those of other APIs, below which there is none
 */
function pathHint(path: string, otherBasePaths: readonly string[]): string | undefined {
  if (path.length > PATH_MAX || otherBasePaths.some((base) => path.startsWith(base))) return undefined;
  const tidy = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const inside = withoutBase(tidy);
  const parts = (inside ?? tidy).split('/').filter((part) => part !== '');
  if (parts.length === 0 || parts.length > SEGMENTS_MAX) return undefined;
  const exact = KNOWN.find((known) => matches(known.parts, parts));
  if (inside === undefined) {
    const end = exact?.path ?? endOf(parts);
    return end && `Paths begin with ${BASE_PATH}. ${asWhole(end)}`;
  }
  if (exact) {
    const isDoubled = tidy.startsWith(BASE_PATH + BASE_PATH);
    return `${isDoubled ? `${BASE_PATH} stands in it twice` : 'It has a slash too many'}. ${asWhole(exact.path)}`;
  }
  return asWhole(nearPath(parts) ?? tailPath(parts));
}

const asWhole = (path: string | undefined) => path && `Did you mean ${BASE_PATH}${path}?`;

/** The path behind the base path, also where that is repeated; undefined: the path does not begin with it. */
function withoutBase(path: string): string | undefined {
  let rest = path;
  while (rest === BASE_PATH || rest.startsWith(`${BASE_PATH}/`)) rest = rest.slice(BASE_PATH.length);
  return rest === path ? undefined : rest;
}

function matches(known: readonly string[], parts: readonly string[]): boolean {
  return known.length === parts.length && known.every((part, at) => isOpen(part) || part === parts[at]);
}

/** The known path that a path outside the base path ends with: `/v1/users`, `/api/users`. */
function endOf(parts: readonly string[]): string | undefined {
  for (let from = 1; from < parts.length; from++) {
    const known = KNOWN.find((one) => !isOpen(one.parts[0] ?? '') && matches(one.parts, parts.slice(from)));
    if (known) return known.path;
  }
  return undefined;
}

/** A known path in which each name equals the written one or is near it. */
function nearPath(parts: readonly string[]): string | undefined {
  const alike = KNOWN.filter((known) => known.parts.length === parts.length);
  for (const same of [true, false]) {
    // Exact names first, so that a name that is right is not taken for a parameter.
    const found = alike.find((known) =>
      known.parts.every((name, at) => {
        const part = (parts[at] ?? '').toLowerCase();
        if (isOpen(name)) return !same;
        return part === name || OTHER_NAMES[part] === name || nearest(part, [name]) === name;
      }),
    );
    if (found) return found.path;
  }
  return undefined;
}

/** A known path whose beginning was left out: `/credit` means `/wallet/credit`. */
function tailPath(parts: readonly string[]): string | undefined {
  return KNOWN.find((known) => {
    const tail = known.parts.slice(-parts.length);
    return known.parts.length > parts.length && !isOpen(tail[0] ?? '') && matches(tail, parts);
  })?.path;
}
