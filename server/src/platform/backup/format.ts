/**
 * A backup: gzip around lines, as `pg_dump` writes them. `timebank-backup <header>`, then for each table `copy <table>
 * (<columns>)`, its rows as COPY writes them, and `\.`; at the end `end <trailer>`. What has no end is no backup.
 */

import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DatabaseOpenError } from '../database/open-error.ts';

/** What stands in front. */
export interface BackupHeader {
  readonly format: 1;
  /** Version of the service that made it. */
  readonly version: string;
  /** When its snapshot was taken, ISO 8601. */
  readonly created_at: string;
  /** The schema its rows fit. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  /** Digest of the key that the database belongs to, in base64; null: none yet. */
  readonly key_check: string | null;
  /** SECRET_KEY; null: left out. */
  readonly secret_key: string | null;
}

/** What stands at the end, and proves that nothing is missing. */
export interface BackupTrailer {
  /** Rows per table. */
  readonly tables: Readonly<Record<string, number>>;
  /** The last number that each identity column gave out. */
  readonly identities: readonly { readonly table: string; readonly column: string; readonly last: string }[];
}

/** One table of a backup. Its rows are read to the end before the next part is asked for. */
export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** As COPY takes them. */
  readonly rows: AsyncGenerator<Buffer>;
}

export const MAGIC = 'timebank-backup';
const NEWLINE = 0x0a;
/** Longer than any line that is not a row. */
const LINE_BYTES_MAX = 1_000_000;
const END_OF_ROWS = Buffer.from('\\.\n');
const NAME = /^[a-z_][a-z0-9_]*$/;

const damaged = (why: string) => new DatabaseOpenError(`The backup cannot be used: ${why}.`);

/**
 * Reads a backup from its beginning.
 * @throws DatabaseOpenError where it is damaged, ends early, or is none
 */
export async function openBackup(source: Readable): Promise<{
  readonly header: BackupHeader;
  /** The tables in their order; then the trailer. */
  next(): Promise<BackupTable | BackupTrailer>;
}> {
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  const chunks = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);

  /** @returns false at the end */
  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw damaged(error.code?.startsWith('Z_') ? 'it is damaged, incomplete or no backup at all' : error.message);
    });
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  }

  async function line(): Promise<string> {
    for (;;) {
      const end = rest.indexOf(NEWLINE);
      if (end >= 0) {
        const text = rest.toString('utf8', 0, end);
        rest = rest.subarray(end + 1);
        return text;
      }
      if (rest.length > LINE_BYTES_MAX) throw damaged('it is no backup of Timebank');
      if (!(await more())) throw damaged('it ends too early');
    }
  }

  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        rest = rest.subarray(END_OF_ROWS.length);
        return;
      }
      // Whole lines, up to the one that ends the rows.
      const found = rest.indexOf(`\n${END_OF_ROWS}`);
      const last = found >= 0 ? found : rest.lastIndexOf(NEWLINE, rest.length - 1 - END_OF_ROWS.length);
      if (last >= 0) {
        const whole = rest.subarray(0, last + 1);
        rest = rest.subarray(last + 1);
        yield whole;
      } else if (!(await more())) throw damaged('it ends too early');
    }
  }

  const header = readHeader(await line());
  return {
    header,
    async next() {
      const [kind, ...words] = (await line()).split(' ');
      if (kind === 'end') {
        const trailer = JSON.parse(words.join(' ')) as BackupTrailer;
        while (await more());
        return trailer;
      }
      const [table = '', ...columns] = words;
      if (kind !== 'copy' || ![table, ...columns].every((name) => NAME.test(name))) throw damaged('it is damaged');
      return { table, columns, rows: rows() };
    },
  };
}

function readHeader(text: string): BackupHeader {
  if (!text.startsWith(`${MAGIC} {`)) throw damaged('it is no backup of Timebank');
  const header = JSON.parse(text.slice(MAGIC.length)) as BackupHeader;
  if (header.format !== 1) throw damaged(`it has the format ${header.format}, which this version does not know`);
  return header;
}
