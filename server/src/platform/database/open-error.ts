/** A database that cannot be opened as things are; the message is one sentence for the operator, printed without a stack. */
export class DatabaseOpenError extends Error {}

/** What to do, by SQLSTATE. The server's own words come before it. */
const BY_STATE: Readonly<Record<string, string>> = {
  '28P01': 'correct user and password in DATABASE_URL and MIGRATE_DATABASE_URL',
  '28000': 'correct the user in DATABASE_URL and MIGRATE_DATABASE_URL, and let it in by pg_hba.conf',
  '3D000': 'create it, or correct the name in DATABASE_URL and MIGRATE_DATABASE_URL',
  '42501':
    'name the role that owns the tables in MIGRATE_DATABASE_URL and run "timebank migrate", which gives the other role its rights',
  '25006': 'name the primary in DATABASE_URL, or switch default_transaction_read_only off',
  '53100': 'make room on the disk of the database, then start again',
  '53200': 'give the database more memory, then start again',
  '53300': 'raise max_connections, or end other connections',
  '58030': 'look at the log of the database and at its disk',
};

/** Likewise where no server has answered: codes of the system and of TLS, and words of the driver, which has no codes. */
const BY_TEXT: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /^none of the hosts takes writes/,
    'start the primary or promote a standby, or correct DATABASE_URL and MIGRATE_DATABASE_URL',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)\b/, 'correct the host in DATABASE_URL and MIGRATE_DATABASE_URL'],
  [/^(ECONN|EHOST|ENETUNREACH|ETIMEDOUT|EPIPE)/, 'start it, or correct DATABASE_URL and MIGRATE_DATABASE_URL'],
  [/^(ENOSPC|EDQUOT)\b/, 'make room on the disk, then start again'],
  [
    /^[A-Z_]*(CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL)/,
    'name the authority of its certificate by sslrootcert in DATABASE_URL, and the host as the certificate does',
  ],
  [/does not support SSL/, 'set sslmode in DATABASE_URL to what the server offers'],
  [/SASL|SCRAM/, 'put the password into DATABASE_URL and MIGRATE_DATABASE_URL'],
  [/Connection terminated|timeout expired|timeout exceeded|Query read timeout/, 'look at its log, then start again'],
];

/**
 * The sentence for a failure that the operator can end, with what to do next.
 * @returns undefined for anything else, which is a fault of the program
 */
export function explainDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Several addresses were tried; the first says what happened.
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const { code = '', message } = first as NodeJS.ErrnoException;
  const advice =
    BY_STATE[code] ?? BY_TEXT.find(([pattern]) => pattern.test(code) || pattern.test(message))?.[1] ?? undefined;
  if (advice === undefined) return explainCause(error);
  const words = message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
  const subject = /^(ENOSPC|EDQUOT)$/.test(code) ? 'The disk is full' : 'The database cannot be used';
  return `${subject} (${words}): ${advice}.`;
}

function explainCause({ cause }: Error): string | undefined {
  return cause === undefined ? undefined : explainDatabaseError(cause);
}
