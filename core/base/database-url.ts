/** The address of a database server: the driver's URL, or libpq's with several hosts, which the driver does not know. */

const SCHEMES = ['postgres:', 'postgresql:'];
const HOSTS_MAX = 16;
/** Scheme, user and password (up to the last @), hosts, and the rest from the database on. */
const PARTS = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is;
/** What is read after the question mark, each with its values where they are words. The driver ignores what it does not know. */
const PARAMETERS: Readonly<Record<string, readonly string[] | undefined>> = {
  ...{ host: undefined, port: undefined, user: undefined, password: undefined, application_name: undefined },
  ...{ options: undefined, sslrootcert: undefined, sslcert: undefined, sslkey: undefined, client_encoding: undefined },
  target_session_attrs: ['read-write', 'primary'],
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslnegotiation: ['postgres', 'direct'],
  channel_binding: ['disable', 'prefer', 'require'],
};
const EXAMPLE = 'postgresql://user:password@db.example.org:5432/timebank';
const EXAMPLE_OF_SOCKET = 'postgresql://user@/timebank?host=/run/postgresql';
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
  const urls = names.map((name) => withSocket(scheme, user, name, rest));
  const parsed = urls.map((one) => URL.parse(one));
  if (parsed.some((one) => one === null || !SCHEMES.includes(one.protocol))) {
    return `must be a URL such as ${isSeveral ? EXAMPLE_OF_SEVERAL : `${EXAMPLE}, or ${EXAMPLE_OF_SOCKET} for a socket`}`;
  }
  if (urls.length > HOSTS_MAX) return `has ${urls.length} hosts; it may have ${HOSTS_MAX}`;
  const query = parsed[0]?.searchParams;
  if (/,/.test(`${query?.get('host')}${query?.get('port')}`)) {
    return `has several hosts or ports after its question mark; write them as in ${EXAMPLE_OF_SEVERAL}`;
  }
  return parameterFault(query ?? new URLSearchParams()) ?? urls;
}

/**
 * PostgreSQL's own form for a local socket, `user@/db?host=/run/postgresql`, has a user and no host, which is no URL. The
 * driver's form has the folder in the place of the host.
 */
function withSocket(scheme: string, user: string, host: string, rest: string): string {
  if (host !== '' || user === '') return `${scheme}${user}${host}${rest}`;
  const url = URL.parse(`${scheme}${user}socket${rest}`);
  const folder = url?.searchParams.get('host');
  if (!url || !folder?.startsWith('/')) return `${scheme}${user}${rest}`;
  const [place = '', query = ''] = [url.pathname, url.search.slice(1)];
  const others = query.split('&').filter((part) => !part.startsWith('host=') && !part.startsWith('port='));
  const port = url.searchParams.get('port');
  const left = others.length > 0 ? `?${others.join('&')}` : '';
  return `${scheme}${user}${encodeURIComponent(folder)}${port === null ? '' : `:${port}`}${place}${left}`;
}

function parameterFault(query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    if (!Object.hasOwn(PARAMETERS, name))
      return `has the parameter ${name}, which the service does not read: leave it out`;
    const values = PARAMETERS[name];
    if (values === undefined || values.includes(value)) continue;
    if (name === 'target_session_attrs') {
      return 'has a target_session_attrs other than read-write; the service needs the server that takes writes';
    }
    return `has ${name} other than ${values.join(', ')}`;
  }
  const [mode, authority] = [query.get('sslmode') ?? '', query.get('sslrootcert')];
  if (authority === 'system' && !['', 'verify-full'].includes(mode)) {
    return `has sslrootcert=system with sslmode=${mode}; only verify-full fits it`;
  }
  if (query.get('channel_binding') === 'require' && mode === 'disable') {
    return 'has channel_binding=require with sslmode=disable; it binds the sign-in to TLS';
  }
  return undefined;
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
