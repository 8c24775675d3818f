import { ConnectionLost, isAway, SignInImpossible, sqlState } from './connection.ts';

/** A database that cannot be opened as things are; the message is one sentence for the operator, printed without a stack. */
export class DatabaseOpenError extends Error {}

/** The advice, by SQLSTATE. The server's own words precede it. */
const BY_STATE: Readonly<Record<string, string>> = {
  '28P01': 'correct user and password in DATABASE_URL and MIGRATE_DATABASE_URL',
  '28000': 'correct the user in DATABASE_URL and MIGRATE_DATABASE_URL, and let it in by pg_hba.conf',
  '3D000': 'create it, or correct the name in DATABASE_URL and MIGRATE_DATABASE_URL',
  '42501':
    'name the role that owns the tables in MIGRATE_DATABASE_URL and run "timebank migrate" ("timebank init" for a new installation), which gives the other role its rights',
  '25006': 'name the primary in DATABASE_URL, or switch default_transaction_read_only off',
  '53100': 'make room on the disk of the database, then start again',
  '53200': 'give the database more memory, then start again',
  '53300': 'raise max_connections, or end other connections',
  '58030': 'look at the log of the database and at its disk',
};

/** The advice where no server answered, by codes of the system and of TLS, and by words of the driver, which has no codes. */
const BY_TEXT: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /^(none of the hosts|the host) takes (no )?writes/,
    'start the primary or promote a standby, or correct DATABASE_URL and MIGRATE_DATABASE_URL',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)\b/, 'correct the host in DATABASE_URL and MIGRATE_DATABASE_URL'],
  [/^(ECONN|EHOST|ENETUNREACH|ETIMEDOUT|EPIPE)/, 'start it, or correct DATABASE_URL and MIGRATE_DATABASE_URL'],
  [/^CERT_HAS_EXPIRED/, 'renew its certificate, or set the clock of this machine right'],
  [
    /^[A-Z_]*(CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL)/,
    'name the authority of its certificate by sslrootcert in DATABASE_URL, and the host as the certificate does',
  ],
  [/does not support SSL/, 'set sslmode in DATABASE_URL to what the server offers'],
  [/channel binding/, 'let it offer TLS and scram-sha-256, or leave channel_binding out of DATABASE_URL'],
  [/SASL|SCRAM/, 'put the password into DATABASE_URL and MIGRATE_DATABASE_URL'],
];
const LOOK = 'look at its log, then start again';

/**
 * The sentence for a refusal of the server that the operator can end, with the advice. Only errors of the server, and of
 * the driver while the server is away, are explained: the same words elsewhere mean something else.
 * @returns undefined for anything else
 */
export function explainDatabaseError(error: unknown): string | undefined {
  if (isAway(error) && (error as Error).cause !== undefined) return explainConnecting((error as Error).cause);
  const advice = BY_STATE[sqlState(error) ?? ''];
  if (advice !== undefined) return sentence(error as Error, advice);
  return error instanceof Error && error.cause !== undefined ? explainDatabaseError(error.cause) : undefined;
}

/** The sentence for a connection that could not be made, or broke. */
export function explainConnecting(error: unknown): string {
  const isOurs = error instanceof ConnectionLost || error instanceof SignInImpossible;
  if (isOurs && error.cause !== undefined) return explainConnecting(error.cause);
  // Several addresses were tried; the error of the first is shown.
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const { code = '', message } = first as NodeJS.ErrnoException;
  const found = BY_TEXT.find(([pattern]) => pattern.test(code) || pattern.test(message));
  return sentence(first as Error, BY_STATE[code] ?? found?.[1] ?? LOOK);
}

function sentence({ message }: Error, advice: string): string {
  const words = message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
  return `The database cannot be used (${words}): ${advice}.`;
}
