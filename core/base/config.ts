/** The only reader of process.env. Every setting is typed, described, defaulted and checked at start. */

import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { ConfigError, unescaped } from './config-error.ts';
import { splitHosts } from './database-url.ts';
import { type FirstCommunity, readFirstCommunity } from './first-community.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import { type OidcConfig, readOidcConfig } from './oidc-config.ts';
import { readSetting } from './secret-files.ts';

export { ConfigError } from './config-error.ts';

/** `demo` allows test openings; `production` (default of `serve`) demands an https PUBLIC_URL unless bound to loopback. */
export type Mode = 'production' | 'demo' | 'test';

/** The collector of traces, and the share of requests that are traced. */
export interface TraceSettings {
  /** Base URL of the collector, without a trailing slash. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
}

/** Days for which rows are kept before the clean-up deletes them. */
export interface KeptDays {
  /** Details of each partner's call: address, member, hours, reference. */
  readonly calls: number;
  readonly events: number;
  /** Rows of the audit log that say which partner read whose e-mail address. */
  readonly emailReads: number;
  /** Compared bank statements. */
  readonly statementLines: number;
  /** Sessions of administrators, from their beginning. */
  readonly sessions: number;
  /** What mails were sent, to whom and why, and what the office wrote to members. */
  readonly mails: number;
}

/** Answered requests that leave a line in the log: those with an error, all, or none. */
const LOGGED_REQUESTS = ['failed', 'all', 'none'] as const;
export type LoggedRequests = (typeof LOGGED_REQUESTS)[number];

/** All settings of a running process. */
export interface Config {
  readonly mode: Mode;
  readonly host: string;
  readonly port: number;
  /** Origin partners use, without a trailing slash; undefined: the request's own. */
  readonly publicUrl: string | undefined;
  /** Absolute folder of the embedded database, SECRET_KEY and demo.json. */
  readonly dataDir: string;
  /** Absolute folder of the PostgreSQL that runs the embedded database; undefined: the one that npm installed. */
  readonly embeddedPostgresBin: string | undefined;
  /** Absolute folder of the daily backups; undefined: none are made. */
  readonly backupDir: string | undefined;
  /** How many of them are kept. */
  readonly backupKeep: number;
  /** For whom or under what backups are encrypted: absolute paths; both undefined: they are not. */
  readonly backupRecipientsFile: string | undefined;
  readonly backupPassphraseFile: string | undefined;
  /** Whether the operator means them to be readable. */
  readonly backupReadable: boolean;
  /** Connection string of the application's role; undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Connection string of the owner's role, for migrations. */
  readonly migrateDatabaseUrl: string | undefined;
  /** False behind a pooler that breaks named statements. */
  readonly prepareStatements: boolean;
  /** CIDRs of the proxies whose X-Forwarded-* headers count. */
  readonly trustProxy: readonly string[];
  /** 32 bytes, base64; undefined: kept in the data folder. */
  readonly secretKey: string | undefined;
  readonly webhookAllowCidrs: readonly string[];
  readonly webhookCaFile: string | undefined;
  /** Address and port of /metrics; undefined: off. */
  readonly metricsPort: number | undefined;
  /** How long the service goes on answering after SIGTERM, while it says that it is not ready. */
  readonly drainSeconds: number;
  /** Where traces are sent; undefined: nowhere. */
  readonly tracing: TraceSettings | undefined;
  /** URI for reports of security holes; undefined: no security.txt. */
  readonly securityContact: string | undefined;
  /** The identity provider through which administrators sign in; undefined: none. */
  readonly oidc: OidcConfig | undefined;
  /** Whether administrators sign in by password and passkey, too. */
  readonly localAccounts: boolean;
  /** The community and owner of an empty installation; undefined: none. */
  readonly firstCommunity: FirstCommunity | undefined;
  /** The mail server; undefined: nothing is sent. */
  readonly mail: MailConfig | undefined;
  readonly keptDays: KeptDays;
  readonly logLevel: string;
  readonly logRequests: LoggedRequests;
}

const PROJECT_DIR = resolve(import.meta.dirname, '../..');
const BACKUPS_MAX = 1000;
/** Events are kept at least as long as sync tokens (31 days), which find by them the rows that went out of sight. */
const EVENTS_DAYS_MIN = 32;
/** An address is marked bad by what was refused within 14 days. */
const MAILS_DAYS_MIN = 15;
const DRAIN_SECONDS_MAX = 300;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads and checks the settings.
 * @param defaultMode the mode when MODE is unset: the command decides
 * @throws ConfigError naming the setting and the rule
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, defaultMode: Mode): Config {
  const value = (name: string) => readSetting(env, name);
  const mode = value('MODE') ?? defaultMode;
  if (mode !== 'production' && mode !== 'demo' && mode !== 'test') {
    throw new ConfigError(`MODE is "${mode}"; it must be production or demo.`);
  }
  const host = value('HOST') ?? '127.0.0.1';
  const config: Config = {
    mode,
    host,
    port: integer('PORT', value('PORT') ?? '8080', 65535),
    publicUrl: publicUrl(value('PUBLIC_URL')),
    dataDir: resolve(value('DATA_DIR') ?? resolve(PROJECT_DIR, 'data')),
    embeddedPostgresBin: folder(value('EMBEDDED_POSTGRES_BIN')),
    backupDir: absoluteFolder('BACKUP_DIR', value('BACKUP_DIR')),
    backupKeep: integer('BACKUP_KEEP', value('BACKUP_KEEP') ?? '14', BACKUPS_MAX, 1),
    backupRecipientsFile: absoluteFolder('BACKUP_RECIPIENTS_FILE', value('BACKUP_RECIPIENTS_FILE')),
    backupPassphraseFile: absoluteFolder('BACKUP_PASSPHRASE_FILE', value('BACKUP_PASSPHRASE_FILE')),
    backupReadable: readable(value('BACKUP_READABLE')),
    databaseUrl: databaseUrl('DATABASE_URL', value('DATABASE_URL')),
    migrateDatabaseUrl: databaseUrl('MIGRATE_DATABASE_URL', value('MIGRATE_DATABASE_URL')),
    prepareStatements: flag('DATABASE_PREPARE', value('DATABASE_PREPARE') ?? 'on'),
    trustProxy: trusted('TRUST_PROXY', value('TRUST_PROXY')),
    secretKey: secretKey(value('SECRET_KEY')),
    webhookAllowCidrs: cidrs('WEBHOOK_ALLOW_CIDR', value('WEBHOOK_ALLOW_CIDR')),
    webhookCaFile: value('WEBHOOK_CA_FILE'),
    metricsPort:
      value('METRICS_PORT') === undefined ? undefined : integer('METRICS_PORT', value('METRICS_PORT') ?? '', 65535),
    drainSeconds: integer('DRAIN_SECONDS', value('DRAIN_SECONDS') ?? drainDefault(mode, value), DRAIN_SECONDS_MAX),
    tracing: tracing(value),
    securityContact: securityContact(value('SECURITY_CONTACT')),
    oidc: readOidcConfig(value, mode !== 'production'),
    localAccounts: flag('LOCAL_ACCOUNTS', value('LOCAL_ACCOUNTS') ?? 'on'),
    firstCommunity: readFirstCommunity(value),
    mail: readMailConfig(value),
    keptDays: {
      calls: integer('KEEP_CALLS_DAYS', value('KEEP_CALLS_DAYS') ?? '30', 366, 1),
      events: integer('KEEP_EVENTS_DAYS', value('KEEP_EVENTS_DAYS') ?? '32', 92, EVENTS_DAYS_MIN),
      emailReads: integer('KEEP_EMAIL_READS_DAYS', value('KEEP_EMAIL_READS_DAYS') ?? '396', 3660, 366),
      statementLines: integer('KEEP_STATEMENT_LINES_DAYS', value('KEEP_STATEMENT_LINES_DAYS') ?? '1098', 3660, 92),
      sessions: integer('KEEP_SESSIONS_DAYS', value('KEEP_SESSIONS_DAYS') ?? '31', 366, 1),
      mails: integer('KEEP_MAILS_DAYS', value('KEEP_MAILS_DAYS') ?? '31', 366, MAILS_DAYS_MIN),
    },
    logLevel: value('LOG_LEVEL') ?? 'info',
    logRequests: loggedRequests(value('LOG_REQUESTS') ?? 'failed'),
  };
  if (!LOG_LEVELS.includes(config.logLevel)) {
    throw new ConfigError(`LOG_LEVEL is "${config.logLevel}"; it must be one of ${LOG_LEVELS.join(', ')}.`);
  }
  if (value('PROCESSES') !== undefined) {
    throw new ConfigError(
      'PROCESSES is no setting any more: remove it, and run more nodes behind a proxy (docs/operator-guide.md, Several nodes).',
    );
  }
  if (!config.localAccounts && !config.oidc) {
    throw new ConfigError('LOCAL_ACCOUNTS is off without OIDC_ISSUER; nobody could sign in.');
  }
  if (config.metricsPort !== undefined && config.metricsPort === config.port && config.port !== 0) {
    throw new ConfigError(`METRICS_PORT is ${config.metricsPort}, the port of PORT; set another one.`);
  }
  checkOneEncryption(value);
  if (mode === 'production') {
    checkBelonging(value);
    checkProduction(config);
  }
  return config;
}

/** The embedded database serves one node: no other one could answer meanwhile. */
function drainDefault(mode: Mode, value: (name: string) => string | undefined): string {
  return mode === 'production' && value('DATABASE_URL') !== undefined ? '5' : '0';
}

function checkProduction(config: Config): void {
  if (config.webhookAllowCidrs.length > 0) {
    throw new ConfigError('WEBHOOK_ALLOW_CIDR is for demo and tests; MODE=production refuses it.');
  }
  if (config.webhookCaFile !== undefined) {
    throw new ConfigError('WEBHOOK_CA_FILE is for demo and tests; MODE=production refuses it.');
  }
}

/**
 * Checks the requirements of `serve` beyond readable settings; other commands do not listen and have none.
 * @throws ConfigError
 */
export function checkServing(config: Config): void {
  const loopback =
    config.host === 'localhost' || (ipaddr.isValid(config.host) && ipaddr.process(config.host).range() === 'loopback');
  const isHttps = config.publicUrl?.startsWith('https://') === true;
  if (config.mode === 'production' && !loopback && !isHttps) {
    throw new ConfigError(
      'PUBLIC_URL must be the https origin partners use (MODE=production, HOST is not loopback); set it, or bind to 127.0.0.1.',
    );
  }
  if (config.mode === 'production' && config.trustProxy.length > 0 && !isHttps) {
    throw new ConfigError(
      'PUBLIC_URL must be the https origin partners use (MODE=production, TRUST_PROXY is set: a forwarded host is the word of the client); set it, or unset TRUST_PROXY.',
    );
  }
  checkKeyBelongs(config);
  if (config.databaseUrl !== undefined && config.secretKey === undefined && config.mode === 'production') {
    throw new ConfigError('SECRET_KEY is required with DATABASE_URL: 32 bytes in base64, the same on every node.');
  }
}

/** Under systemd the current folder is `/`, and in a shell any. */
function absoluteFolder(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !isAbsolute(text)) {
    throw new ConfigError(`${name} is "${text}"; it must be a whole path, such as /var/backups/timebank.`);
  }
  return folder(text);
}

function trusted(name: string, text: string | undefined): string[] {
  const ranges = cidrs(name, text);
  checkTrusted(name, ranges);
  return ranges;
}

/**
 * A key in the settings is that of a server; the embedded database keeps its own beside it.
 * @throws ConfigError when the server is missing: another, empty database would be used
 */
export function checkKeyBelongs({ mode, secretKey, databaseUrl }: Config): void {
  if (mode !== 'production' || secretKey === undefined || databaseUrl !== undefined) return;
  throw new ConfigError(
    'SECRET_KEY is set without DATABASE_URL; set both, or neither: the embedded database has its key in DATA_DIR/secret.key.',
  );
}

const folder = (text: string | undefined) => (text === undefined ? undefined : resolve(text));

function integer(name: string, text: string, max: number, min = 0): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new ConfigError(`${name} is "${text}"; it must be a whole number from ${min} to ${max}.`);
  }
  return number;
}

function readable(text: string | undefined): boolean {
  if (text === undefined || text === 'yes') return text === 'yes';
  throw new ConfigError(`BACKUP_READABLE is "${text}"; it must be yes, or unset.`);
}

function flag(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} is "${text}"; it must be on or off.`);
  return text === 'on';
}

function loggedRequests(text: string): LoggedRequests {
  const found = LOGGED_REQUESTS.find((each) => each === text);
  if (!found) throw new ConfigError(`LOG_REQUESTS is "${text}"; it must be failed, all or none.`);
  return found;
}

function cidrs(name: string, text: string | undefined): string[] {
  const parts = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.map((part) => {
    const withLength = part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`;
    // ipaddr.js takes 10.0.0 for 10.0.0.0, as inet_aton does.
    if (isIP(withLength.split('/')[0] ?? '') === 0 || !ipaddr.isValidCIDR(withLength)) {
      throw new ConfigError(
        `${name} holds "${part}"; it must be addresses or CIDRs such as 10.0.0.0/8, separated by commas.`,
      );
    }
    return withLength;
  });
}

function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  ) {
    throw new ConfigError(`PUBLIC_URL is "${text}"; it must be an origin such as https://timebank.example.org.`);
  }
  return url.origin;
}

function tracing(value: (name: string) => string | undefined): TraceSettings | undefined {
  const endpoint = value('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is "${endpoint}"; it must be a URL such as http://127.0.0.1:4318.`,
    );
  }
  const share = Number(value('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (!(share >= 0 && share <= 1)) {
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER_ARG is "${value('OTEL_TRACES_SAMPLER_ARG')}"; it must be a number from 0 to 1.`,
    );
  }
  return {
    endpoint: url.href.replace(/\/+$/, ''),
    headers: headerPairs('OTEL_EXPORTER_OTLP_HEADERS', value('OTEL_EXPORTER_OTLP_HEADERS')),
    serviceName: value('OTEL_SERVICE_NAME') ?? 'timebank',
    share,
  };
}

/** Headers as OpenTelemetry writes them. Values may be secrets, so the error does not repeat them. */
function headerPairs(name: string, text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key, encoded] = /^\s*([A-Za-z0-9_-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      const refused = `${name} must be name=value, separated by commas; special characters as %2C.`;
      if (key === undefined || encoded === undefined) throw new ConfigError(refused);
      return [key, unescaped(encoded, refused)];
    }),
  );
}

/** A URI, as RFC 9116 requires; a plain e-mail address, as people write it, becomes one. */
function securityContact(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = text.replace(/^mailto:/, '');
  if (/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(address)) return `mailto:${address}`;
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && !url.username && !/\s/.test(text)) return url.href;
  throw new ConfigError(
    `SECURITY_CONTACT is ${JSON.stringify(text)}; it must be an e-mail address or an https URL such as https://example.org/security.`,
  );
}

/** Whether the text is 32 bytes in base64, in either alphabet, padded or not. */
export function isSecretKey(text: string): boolean {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
}

/** A URL of the driver's, or one with several hosts; the error does not repeat it, since it holds a password. */
function databaseUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const urls = splitHosts(text);
  if (typeof urls === 'string') throw new ConfigError(`${name} ${urls}.`);
  return text;
}

function secretKey(text: string | undefined): string | undefined {
  if (text !== undefined && !isSecretKey(text)) {
    throw new ConfigError(
      'SECRET_KEY must be 32 bytes in base64 (for instance the output of: openssl rand -base64 32).',
    );
  }
  return text;
}

// Checks of settings that are right one by one and wrong together: one needs another, or opens more than intended.

type Value = (name: string) => string | undefined;

/** Pairs of settings, of which the first needs the second: a lost line of a file must not start another kind of service. */
const NEEDS: readonly (readonly [name: string, needed: string])[] = [
  ['MIGRATE_DATABASE_URL', 'DATABASE_URL'],
  ['DATABASE_PREPARE', 'DATABASE_URL'],
  ['BACKUP_KEEP', 'BACKUP_DIR'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OTEL_TRACES_SAMPLER_ARG', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OTEL_SERVICE_NAME', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['MAIL_REPLY_TO', 'SMTP_URL'],
  ['MAIL_BOUNCE_TO', 'SMTP_URL'],
  ['MAIL_PER_MINUTE', 'SMTP_URL'],
];

/** @throws ConfigError naming a setting whose other half is missing */
function checkBelonging(value: Value): void {
  for (const [name, needed] of NEEDS) {
    if (value(name) !== undefined && value(needed) === undefined) {
      throw new ConfigError(`${name} is set without ${needed}; set both, or neither.`);
    }
  }
}

/** @throws ConfigError naming two settings of which each says how backups are encrypted */
function checkOneEncryption(value: Value): void {
  const [first, second] = ENCRYPTION_SETTINGS.filter((name) => value(name) !== undefined);
  if (second !== undefined) throw new ConfigError(`${first} is set beside ${second}; set one of the two.`);
}

/** @throws ConfigError where a new installation would make backups that anybody reads, and nobody has said so */
export function demandEncryption(config: Config): void {
  const isSaid = config.backupRecipientsFile ?? config.backupPassphraseFile ?? (config.backupReadable || undefined);
  if (config.backupDir === undefined || isSaid !== undefined) return;
  throw new ConfigError(
    `BACKUP_DIR is set, and nothing says how backups are encrypted: set ${ENCRYPTION_SETTINGS[0]} or ${ENCRYPTION_SETTINGS[1]}; or ${ENCRYPTION_SETTINGS[2]}=yes, if whoever has a backup may read everything.`,
  );
}

const ENCRYPTION_SETTINGS = ['BACKUP_RECIPIENTS_FILE', 'BACKUP_PASSPHRASE_FILE', 'BACKUP_READABLE'] as const;

/** The largest network of a proxy: the widest private ones. */
const WIDEST_IPV4 = 8;
const WIDEST_IPV6 = 7;
/** `::ffff:0:0/96` is all of IPv4. */
const MAPPED_BITS = 96;

/** A client in these ranges decides which address a request comes from. @throws ConfigError when they hold the internet */
function checkTrusted(name: string, cidrs: readonly string[]): void {
  for (const cidr of cidrs) {
    const [address, length] = ipaddr.parseCIDR(cidr);
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && length >= MAPPED_BITS;
    const [bits, widest] = isMapped
      ? [length - MAPPED_BITS, WIDEST_IPV4]
      : [length, address.kind() === 'ipv4' ? WIDEST_IPV4 : WIDEST_IPV6];
    if (bits < widest) {
      throw new ConfigError(
        `${name} holds "${cidr}"; anybody could forge addresses, so name the proxies alone, in ranges of /${isMapped ? widest + MAPPED_BITS : widest} or smaller.`,
      );
    }
  }
}
