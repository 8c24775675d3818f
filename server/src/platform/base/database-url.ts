/** The address of a database server: the driver's URL, or libpq's with several hosts, which the driver does not know. */

const SCHEMES = ['postgres:', 'postgresql:'];
const HOSTS_MAX = 16;
/** Scheme, user and password (up to the last @), hosts, and the rest from the database on. */
const PARTS = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is;
/** Values of `target_session_attrs` that fit a service that writes. */
const SESSIONS = [null, 'read-write', 'primary'];
const EXAMPLE = 'postgresql://user:password@db.example.org:5432/timebank';
const EXAMPLE_OF_SEVERAL = 'postgresql://user:password@db1:5432,db2:5432/timebank?target_session_attrs=read-write';

/**
 * Splits a URL into one for each of its hosts, in their order.
 * @returns a text where it cannot be used: the end of a sentence that does not repeat the URL, since it holds a password
 */
export function splitHosts(url: string): readonly string[] | string {
  const unescaped = unescapedIn(url);
  if (unescaped !== undefined) return unescaped;
  const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  const names = hosts.split(',');
  const isSeveral = names.length > 1;
  if (isSeveral && names.some((name) => /^(:|$)/.test(name))) return 'has a comma with no host beside it';
  const urls = names.map((name) => `${scheme}${user}${name}${rest}`);
  const parsed = urls.map((one) => URL.parse(one));
  if (parsed.some((one) => one === null || !SCHEMES.includes(one.protocol))) {
    return `must be a URL such as ${isSeveral ? EXAMPLE_OF_SEVERAL : EXAMPLE}`;
  }
  if (urls.length > HOSTS_MAX) return `has ${urls.length} hosts; it may have ${HOSTS_MAX}`;
  const query = parsed[0]?.searchParams;
  if (/,/.test(`${query?.get('host')}${query?.get('port')}`)) {
    return `has several hosts or ports after its question mark; write them as in ${EXAMPLE_OF_SEVERAL}`;
  }
  if (!SESSIONS.includes(query?.get('target_session_attrs') ?? null)) {
    return 'has a target_session_attrs other than read-write; the service needs the server that takes writes';
  }
  return urls;
}

/** Characters that a password must have escaped: they end its part of the URL, or begin an escape. */
function unescapedIn(url: string): string | undefined {
  const advice = (letter: string, escaped: string) =>
    `has a ${letter} that is not escaped; in a password write it as ${escaped}`;
  if (url.includes('#')) return advice('#', '%23');
  const [, written = ''] = /^[a-z]+:\/\/(.*)@/is.exec(url) ?? [];
  const [, user = ''] = /^[a-z]+:\/\/([^/?]*)@/is.exec(url) ?? [];
  if (/%(?![0-9a-f]{2})/i.test(user || written)) return advice('%', '%25');
  // With a user before them, what follows is the database's name and parameters, which may have an @.
  if (user !== '' || !/^[^/?]+:/.test(written)) return undefined;
  if (/^[^?]*\//.test(written)) return written.includes('?') ? undefined : advice('/', '%2F');
  return written.includes('?') ? advice('?', '%3F') : undefined;
}
