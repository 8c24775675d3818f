/**
 * A backup: gzip around lines, as `pg_dump` writes them. `timebank-backup <header>`, then for each table `copy <table>
 * (<columns>)`, its rows as COPY writes them, and `\.`; then `end <trailer>`, and `mac <HMAC-SHA-256 of all before>`. A file
 * without an end is no backup. Header and trailer are checked here for their shape, since anyone can write one.
 */
import { instantOf } from '@timebank/contract';
import { isSecretKey } from '../../../core/base/config.ts';
import { DatabaseOpenError } from '../../../core/database/open-error.ts';

/** A table as it was when the backup was made. */
export interface DescribedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** The community that a file is the export of. */
export interface ExportedCommunity {
  readonly slug: string;
  readonly name: string;
  readonly kind: string;
  /** With which its client ids and tokens begin. */
  readonly tag: string;
  /** Its number where it was exported. */
  readonly id: number;
  /** The smallest and the greatest number in each column that is numbered, by `table/column`. */
  readonly numbers: Readonly<Record<string, readonly [least: number, greatest: number]>>;
  /** In hexadecimal, 16 random bytes: with the passphrase they make the key of the file. */
  readonly salt: string;
}

/** The content of the first line. */
export interface BackupHeader {
  readonly format: 1 | 2;
  /** The program that made it, such as 0.1.0+f844f4bd; of format 1 the version alone. */
  readonly build: string;
  /** When its snapshot was taken, ISO 8601. */
  readonly created_at: string;
  /** The installation it is of; null: from a release before installations had an id. */
  readonly installation: string | null;
  /** The schema its rows fit. */
  readonly migrations: readonly {
    readonly name: string;
    readonly sha256: string;
    /** The build that applied it; null or absent: unknown. */
    readonly build?: string | null;
  }[];
  /** The tables of that schema; null: format 1 does not say. */
  readonly tables: readonly DescribedTable[] | null;
  /** Digest of the key that the database belongs to, in base64; null: none yet. */
  readonly key_check: string | null;
  /** SECRET_KEY; null: left out. */
  readonly secret_key: string | null;
  /** The method that authenticates it at the end; null: none. */
  readonly mac: 'HMAC-SHA-256' | null;
  /** The community whose rows are all that it has; null: everything. */
  readonly community: ExportedCommunity | null;
}

/** The content of the last lines, which proves that nothing is missing. */
export interface BackupTrailer {
  /** Rows per table. */
  readonly tables: Readonly<Record<string, number>>;
  /** The last number that each identity column gave out. */
  readonly identities: readonly { readonly table: string; readonly column: string; readonly last: string }[];
}

export const MAGIC = 'timebank-backup';
export const NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const BUILD = /^[0-9A-Za-z.+-]{1,100}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const MIGRATION = /^\d{4}_[a-z0-9_]{1,100}\.sql$/;
const SHA256 = /^[0-9a-f]{64}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;
const TAG = /^[0-9A-Za-z]{5}$/;
const SALT = /^[0-9a-f]{32}$/;
const NUMBERED = /^[a-z_]{1,63}\/[a-z_]{1,63}$/;
const DIGEST = /^[A-Za-z0-9+/]{43}=$/;
const TYPE = /^[a-z0-9_ ,()[\]"]{1,100}$/;
/** More than any schema has, and few enough to read quickly. */
const LIST_MAX = 10_000;

/** The error of a file that is refused. */
export const unusable = (why: string) => new DatabaseOpenError(`The backup cannot be used: ${why}.`);

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value);
const isList = (value: unknown, isItem: (item: unknown) => boolean): value is readonly Fields[] =>
  Array.isArray(value) && value.length <= LIST_MAX && value.every(isItem);

/** @throws DatabaseOpenError where it is no header, or one of a later format */
export function readHeader(line: string): BackupHeader {
  if (!line.startsWith(`${MAGIC} {`)) throw unusable('it is no backup of Timebank');
  const header = fieldsOf(line.slice(MAGIC.length), 'header');
  const { format } = header;
  const build = format === 1 ? header.version : header.build;
  if (format !== 1 && format !== 2) {
    const known = isText(build, BUILD) ? `timebank ${build}, which made it, or a newer one` : 'a newer version';
    throw unusable(
      `it has the format ${Number.isInteger(format) ? format : 'of another program'}, which this version does not know; ${known} restores it`,
    );
  }
  const read: BackupHeader = {
    ...{ format, build: build as string, created_at: header.created_at as string },
    ...{ migrations: header.migrations as BackupHeader['migrations'] },
    ...{ key_check: header.key_check as string | null, secret_key: header.secret_key as string | null },
    ...(format === 1
      ? { installation: null, tables: null, mac: null, community: null }
      : {
          installation: header.installation as string | null,
          tables: header.tables as DescribedTable[],
          mac: header.mac as BackupHeader['mac'],
          // Releases before 0.2 did not say so.
          community: (header.community ?? null) as BackupHeader['community'],
        }),
  };
  const wrong = faultOf(read);
  if (wrong !== undefined) throw unusable(`its header is not one that a backup has (${wrong})`);
  return read;
}

/** The first field with an impossible value. */
function faultOf(header: BackupHeader): keyof BackupHeader | undefined {
  const isMigration = (item: unknown) =>
    isObject(item) &&
    isText(item.name, MIGRATION) &&
    isText(item.sha256, SHA256) &&
    (item.build === undefined || item.build === null || isText(item.build, BUILD));
  const holds: Readonly<Record<keyof BackupHeader, boolean>> = {
    format: true,
    build: isText(header.build, BUILD),
    created_at: isText(header.created_at, TIME) && instantOf(header.created_at) !== undefined,
    installation: header.installation === null || isText(header.installation, UUID),
    migrations: isList(header.migrations, isMigration) && header.migrations.length > 0,
    tables: header.format === 1 || isList(header.tables, isDescribedTable),
    key_check: header.key_check === null || isText(header.key_check, DIGEST),
    secret_key: header.secret_key === null || (typeof header.secret_key === 'string' && isSecretKey(header.secret_key)),
    mac: header.mac === null || header.mac === 'HMAC-SHA-256',
    community: header.community === null || isExported(header.community),
  };
  return (Object.keys(holds) as (keyof BackupHeader)[]).find((field) => !holds[field]);
}

function isExported(item: unknown): boolean {
  const isRange = (range: unknown) =>
    Array.isArray(range) && range.length === 2 && range.every((number) => Number.isSafeInteger(number) && number >= 0);
  return (
    isObject(item) &&
    isText(item.slug, SLUG) &&
    typeof item.name === 'string' &&
    (item.kind === 'live' || item.kind === 'sandbox') &&
    isText(item.tag, TAG) &&
    Number.isSafeInteger(item.id) &&
    isText(item.salt, SALT) &&
    isObject(item.numbers) &&
    Object.keys(item.numbers).every((name) => NUMBERED.test(name)) &&
    Object.values(item.numbers).every(isRange)
  );
}

function isDescribedTable(item: unknown): boolean {
  const isColumn = (one: unknown) => isObject(one) && isText(one.name, NAME) && isText(one.type, TYPE);
  return isObject(item) && isText(item.name, NAME) && isList(item.columns, isColumn);
}

/** @throws DatabaseOpenError where it is none */
export function readTrailer(text: string): BackupTrailer {
  const { tables, identities } = fieldsOf(text, 'end');
  const isCount = (count: unknown) => Number.isSafeInteger(count) && (count as number) >= 0;
  const isIdentity = (item: unknown) =>
    isObject(item) && isText(item.table, NAME) && isText(item.column, NAME) && isText(item.last, /^[1-9]\d{0,18}$/);
  if (!isObject(tables) || !Object.values(tables).every(isCount) || !isList(identities, isIdentity)) {
    throw unusable('its end is not one that a backup has');
  }
  return { tables, identities } as unknown as BackupTrailer;
}

function fieldsOf(json: string, what: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = undefined;
  }
  if (isObject(value)) return value;
  throw unusable(`its ${what} cannot be read`);
}
