/**
 * Within v1 the partner API only grows. Compares openapi.json with the last committed one that differs from it, of HEAD
 * and the commit before, and refuses whatever a partner's code could notice.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { breaks } from './additive/breaks.ts';

/**
 * Breaks that are meant, each with its reason. An entry counts whenever its pattern matches, and one that matches
 * nothing does no harm; after the first release of the service the list begins empty, and lives as long as a release.
 */
const ACCEPTED: readonly { readonly change: RegExp; readonly reason: string }[] = [
  {
    change: /^components\/responses\/\d{3}_[\w-]+ is removed$/,
    reason: 'Before the first release: names that begin with a digit do not compile where generators take them.',
  },
  {
    change: /^components\/schemas\/(Error|Event) is removed$/,
    reason: 'Before the first release: ApiError and AnyEvent, since JavaScript has an Error and an Event of its own.',
  },
  {
    change: /: format changed from none to (int(32|64)|double)$/,
    reason: 'Before the first release: every number says its size, which generators otherwise take for 32 bits.',
  },
  {
    change: /^webhooks\/[\w.]+ post: operationId changed from on\.[\w.]+ to on\w+$/,
    reason: 'Before the first release: no dots in names of operations.',
  },
  {
    change: /^TokenResponse\.expires_in: type changed from number to integer$/,
    reason: 'Before the first release: it was always a whole number.',
  },
  {
    change: /^POST \/oauth\/(token|revoke) 429: header X-RateLimit-\w+ is removed$/,
    reason: 'Before the first release: the two OAuth endpoints never sent them.',
  },
  {
    change: /^GET \/(users|listings) 200\.data\[\] changed from (User|Listing) to one of /,
    reason: 'Before the first release: an answer to a sync token also tells what is gone.',
  },
  {
    change: /^(DELETE|POST) \/webhooks\/subscriptions\/.*: response 422 is removed$/,
    reason: 'Before the first release: a body too many is 400.',
  },
  {
    change: /^GET \/events: query parameter created_(since|before) is removed$/,
    reason: 'Before the first release: the filters are named like the field, timestamp.',
  },
  {
    change: /^GET \/(users|listings): query parameter updated_since is removed$/,
    reason: 'Before the first release: a time misses changes that were under way; sync_token does not.',
  },
  {
    change: /^FieldError\.(limit|remaining) is removed$/,
    reason: 'Before the first release: the names of GET /me, in hours and seconds, or as a count.',
  },
  {
    change:
      /^(components\/schemas\/IgnoredMeta|(Sync)?ListMeta\.ignored_parameters|[A-Z]+ \/.* 20\d\.meta) is removed$/,
    reason: 'Before the first release: every operation refuses an unknown parameter, since an ignored filter misleads.',
  },
  {
    change: /^ApiError\.credit_id: type changed from string to string,null$/,
    reason: 'Before the first release: null where the community has booked the transfer itself.',
  },
];

const FILE = 'openapi.json';

function committed(revision: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['show', `${revision}:${FILE}`], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return status === 0 ? stdout : undefined;
}

const now = readFileSync(FILE, 'utf8');
const head = committed('HEAD');
const before = head === now ? committed('HEAD~1') : head;
if (before === undefined) {
  console.log(`There is no earlier ${FILE} to compare with (no git, or no such commit).`);
} else {
  const found = breaks(JSON.parse(before), JSON.parse(now));
  const refused = found.filter((line) => !ACCEPTED.some(({ change }) => change.test(line)));
  for (const line of refused) console.error(line);
  if (refused.length > 0) {
    console.error(
      `${FILE}: ${refused.length} changes are not additive. If one is meant, name it in tools/additive.ts.`,
    );
    process.exitCode = 1;
  }
}
