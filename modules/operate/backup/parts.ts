/** Reads a backup part by part, and proves at its end that it is what was written. */
import { createHash, createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Opening, openEncrypted } from './encryption.ts';
import { type BackupHeader, type BackupTrailer, NAME, readHeader, readTrailer, unusable } from './format.ts';

/** One table of a backup. Its rows are read to the end before the next part is asked for. */
export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** As COPY takes them. */
  readonly rows: AsyncGenerator<Buffer>;
}

export interface OpenBackup {
  readonly header: BackupHeader;
  /**
   * Authenticates the whole file by this key: call it before the first part is read. The last `next()` then fails where
   * another key made the end.
   */
  authenticate(key: Buffer): void;
  /** The tables in their order; then the trailer, when nothing is left to read. */
  next(): Promise<BackupTable | BackupTrailer>;
  /** SHA-256 of the file, in hexadecimal, as `sha256sum` prints it; once the trailer was read. */
  digest(): Promise<string>;
}

/** What was decrypted is not what was encrypted. */
class DamagedError extends Error {}

const NEWLINE = 0x0a;
/** Longer than any line that is not a row. */
const LINE_BYTES_MAX = 1_000_000;
const END_OF_ROWS = Buffer.from('\\.\n');

/**
 * Reads a backup from its beginning.
 * @param opening what opens it, where it is encrypted
 * @throws ConfigError where it is encrypted, and nothing given opens it
 * @throws DatabaseOpenError where it is damaged, ends early, or is none
 */
export async function openBackup(source: Readable, opening: Opening = {}): Promise<OpenBackup> {
  const file = createHash('sha256');
  source.on('data', (chunk: Buffer) => file.update(chunk));
  const asWritten = source.pipe(new PassThrough());
  source.on('error', (error) => asWritten.destroy(error));
  const opened = await openEncrypted(asWritten, opening);
  const plain = opened.pipe(createGunzip());
  opened.on('error', (error) => plain.destroy(opened === asWritten ? error : new DamagedError()));
  const chunks = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  let hmac: Hmac | undefined;
  let digest: string | undefined;

  /** @returns false at the end */
  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      const isDamaged = error instanceof DamagedError || error.code?.startsWith('Z_');
      throw unusable(isDamaged ? 'it is damaged, incomplete or no backup at all' : error.message);
    });
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  }

  function take(length: number): Buffer {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    hmac?.update(taken);
    return taken;
  }

  async function line(): Promise<Buffer> {
    for (;;) {
      const end = rest.indexOf(NEWLINE);
      if (end >= 0) return take(end + 1);
      if (rest.length > LINE_BYTES_MAX) throw unusable('it is no backup of Timebank');
      if (!(await more())) throw unusable('it ends too early');
    }
  }

  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        take(END_OF_ROWS.length);
        return;
      }
      // Whole lines, up to the one that ends the rows.
      const found = rest.indexOf(`\n${END_OF_ROWS}`);
      const last = found >= 0 ? found : rest.lastIndexOf(NEWLINE, rest.length - 1 - END_OF_ROWS.length);
      if (last >= 0) yield take(last + 1);
      else if (!(await more())) throw unusable('it ends too early');
    }
  }

  const head = await line();
  const header = readHeader(textOf(head));

  /** The trailer counts once nothing is behind it but what proves it. */
  async function end(trailer: BackupTrailer): Promise<BackupTrailer> {
    const expected = hmac?.digest();
    hmac = undefined;
    if (header.mac !== null) {
      const [kind, mac = ''] = textOf(await line()).split(' ');
      const given = Buffer.from(mac, 'base64');
      if (kind !== 'mac') throw unusable('it ends too early');
      if (expected && !(given.length === expected.length && timingSafeEqual(given, expected))) {
        throw unusable('it was altered since it was made, or made under another key (its HMAC is wrong)');
      }
    } else if (expected) throw unusable('it has no HMAC');
    while (rest.length === 0 && (await more()));
    if (rest.length > 0) throw unusable('something stands behind its end');
    return trailer;
  }

  return {
    header,
    authenticate(key) {
      hmac = createHmac('sha256', key).update(head);
    },
    async next() {
      const [kind, ...words] = textOf(await line()).split(' ');
      if (kind === 'end') return await end(readTrailer(words.join(' ')));
      const [table = '', ...columns] = words;
      if (kind !== 'copy' || ![table, ...columns].every((name) => NAME.test(name))) throw unusable('it is damaged');
      return { table, columns, rows: rows() };
    },
    async digest() {
      if (!source.readableEnded) await once(source, 'end');
      digest ??= file.digest('hex');
      return digest;
    },
  };
}

const textOf = (line: Buffer) => line.toString('utf8', 0, line.length - 1);
