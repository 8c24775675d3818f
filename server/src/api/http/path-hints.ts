/** Finds the path that an unknown path of the partner API probably means. The hint repeats nothing of the request. */
import { BASE_PATH, nearest, OPERATIONS } from '@timebank/contract';
import { CONSOLE_BASE_PATH } from '@timebank/contract/console';

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

/** One sentence that shows the way; undefined: nothing is near. */
export function pathHint(path: string): string | undefined {
  if (path.length > PATH_MAX || path.startsWith(CONSOLE_BASE_PATH)) return undefined;
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
