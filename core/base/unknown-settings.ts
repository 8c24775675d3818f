/** Names that look like a setting and that nobody reads: a mistyped one would be taken in silence. */
import { distance } from '@timebank/contract/near';
import { GONE_SETTINGS, SETTINGS } from './settings.ts';

const NAMES: readonly string[] = SETTINGS.map(({ name }) => name);
/** Those that are refused by name, with what to do instead, and what one command reads. */
const READ_ELSEWHERE: readonly string[] = [...GONE_SETTINGS, 'MOVE_TO_URL', 'MOVE_TO_OWNER_URL'];
const READ = new Set([...NAMES, ...READ_ELSEWHERE]);

/** What Node, PostgreSQL's driver, the system, systemd, Compose and shells read or leave in a file of settings. */
const OF_OTHERS =
  /^(?:(?:TIMEBANK_TEST|NODE|LC|XDG|SYSTEMD|LISTEN|WATCHDOG|MEMORY_PRESSURE|CREDENTIALS|COMPOSE|DOCKER|BUILDKIT|MALLOC|LD|UV|SSL)_.+|PG[A-Z]+)$/;
const NAMES_OF_OTHERS = new Set([
  ...['TZ', 'LANG', 'LANGUAGE', 'PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TMPDIR', 'PWD', 'OLDPWD', 'SHLVL'],
  ...['_', 'HOSTNAME', 'NO_COLOR', 'FORCE_COLOR', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'],
  ...['NOTIFY_SOCKET', 'INVOCATION_ID', 'JOURNAL_STREAM', 'MAINPID', 'PIDFILE', 'TRIGGER_UNIT', 'TRIGGER_PATH'],
  ...['STATE_DIRECTORY', 'RUNTIME_DIRECTORY', 'CACHE_DIRECTORY', 'LOGS_DIRECTORY', 'CONFIGURATION_DIRECTORY'],
  // Of compose.yaml.
  ...['SITE_HOST', 'BACKUPS', 'NETWORK', 'HTTP_PORT', 'HTTPS_PORT', 'SERVICE_PORT', 'STOP_SECONDS'],
  ...[
    'TIMEBANK_IMAGE',
    'CADDY_IMAGE',
    'POSTGRES_IMAGE',
    'POSTGRES_PASSWORD_FILE',
    'OWNER_PASSWORD_FILE',
    'APP_PASSWORD_FILE',
  ],
  // Of the client, its samples and its command, and of our tests.
  ...['TIMEBANK_CLIENT_ID', 'TIMEBANK_CLIENT_SECRET', 'TIMEBANK_ORIGIN', 'TIMEBANK_URL', 'WEBHOOK_SECRET'],
  ...['WEBHOOK_ID', 'WEBHOOK_TIMESTAMP', 'WEBHOOK_SIGNATURE'],
  // Of cron.
  'MAILFROM',
  'MAILTO',
]);
const isOfOthers = (name: string) => OF_OTHERS.test(name) || NAMES_OF_OTHERS.has(name.toUpperCase());

/** Words with which settings of many programs begin: here only a name near to one of ours is meant for us. */
const SHARED_PREFIXES = new Set(['DATABASE', 'LOG', 'OTEL', 'SECRET']);
/** Words with which several of our settings begin: `KEEP`, `MAIL`, `TIMEBANK`. */
const PREFIXES: readonly string[] = [...new Set(NAMES.map(prefixOf))].filter(
  (prefix) => !SHARED_PREFIXES.has(prefix) && NAMES.filter((name) => prefixOf(name) === prefix).length > 1,
);
/** Shorter ones are near to everything: HOST and HOME, MODE and NODE. */
const LENGTH_MIN = 6;
const LETTERS_MAX = 2;
/** In a name of this length two letters are a slip, in a shorter one another word. */
const LONG = 8;

function prefixOf(name: string): string {
  return name.split('_', 1).join();
}

/** A name that no part of the program reads. */
export interface UnknownSetting {
  readonly name: string;
  /** The setting that was probably meant. */
  readonly meant: string | undefined;
}

/** Of a file of settings: every name that is neither one nor another program's. */
export function unknownInFile(names: readonly string[]): UnknownSetting[] {
  return names.filter((name) => !READ.has(name) && !isOfOthers(name)).map(unknown);
}

/** Of an environment, where many programs leave theirs: names near to a setting's, or beginning like several of ours. */
export function unknownInEnvironment(env: Readonly<Record<string, string | undefined>>): UnknownSetting[] {
  const isLink = (name: string) => PREFIXES.some((prefix) => isServiceLink(env, prefix, name));
  return Object.keys(env)
    .filter((name) => env[name] && !READ.has(name) && !isOfOthers(name) && !isLink(name))
    .map(unknown)
    .filter(({ name, meant }) => meant !== undefined || PREFIXES.some((prefix) => name.startsWith(`${prefix}_`)));
}

/** Kubernetes names every service of its namespace in each environment: TIMEBANK_SERVICE_HOST, TIMEBANK_PORT_80_TCP. */
const isServiceLink = (env: Readonly<Record<string, string | undefined>>, prefix: string, name: string) =>
  env[`${prefix}_SERVICE_HOST`] !== undefined && new RegExp(`^${prefix}_(SERVICE_(HOST|PORT)|PORT)(_|$)`).test(name);

function unknown(name: string): UnknownSetting {
  const most = name.length < LENGTH_MIN ? 0 : name.length < LONG ? 1 : LETTERS_MAX;
  const far = NAMES.map((one) => ({ one, letters: distance(name.toUpperCase(), one) }));
  const [nearest] = far.filter(({ letters }) => most > 0 && letters <= most).sort((a, b) => a.letters - b.letters);
  return { name, meant: nearest?.one };
}

/** `PUBLIC_ULR is no setting: did you mean PUBLIC_URL?` */
export const describeUnknown = ({ name, meant }: UnknownSetting): string =>
  `${name} is no setting${meant === undefined ? ', and nobody reads it.' : `: did you mean ${meant}?`}`;
