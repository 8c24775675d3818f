/** From the bytes of a file to a bank's statement, whatever its format. */
import { readCamt053 } from './camt.ts';
import { readCsvStatement } from './csv.ts';
import { type BankStatement, STATEMENT_BYTES_MAX, UnusableFile } from './types.ts';

const MARK = '\ufeff';
const SNIFFED_BYTES = 512;
/** A table is read as a whole. */
const CSV_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads a camt.053 document or a CSV table; which of them, its first character tells.
 * @throws UnusableFile
 */
export async function readStatementFile(chunks: AsyncIterable<Buffer>): Promise<BankStatement> {
  const source = bounded(chunks)[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < SNIFFED_BYTES) {
    const { value, done } = await source.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const rest = async function* () {
    yield head;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  };
  if (head.length === 0) throw new UnusableFile('The file is empty.');
  const encoding = encodingOf(head);
  const start = new TextDecoder(encoding).decode(head, { stream: true }).replace(MARK, '').trimStart();
  if (start.startsWith('<')) return await readCamt053(decoded(rest(), encoding));
  if (head.includes(0)) throw new UnusableFile('The file is neither XML nor a table.');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of rest()) {
    size += chunk.length;
    if (size > CSV_BYTES_MAX)
      throw new UnusableFile(`A table may have at most ${CSV_BYTES_MAX / 1024 / 1024} MiB; split it.`);
    parts.push(chunk);
  }
  return await readCsvStatement(Buffer.concat(parts));
}

async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > STATEMENT_BYTES_MAX)
      throw new UnusableFile(`The file has more than ${STATEMENT_BYTES_MAX / 1024 / 1024} MiB; split it.`);
    yield chunk;
  }
}

/** The encoding by the byte order mark, else by the XML declaration, else UTF-8. */
function encodingOf(head: Buffer): string {
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  const declared = /^[^>]{0,20}<\?xml[^>]{1,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(
    head.toString('latin1'),
  );
  const name = declared?.[1]?.toLowerCase() ?? 'utf-8';
  if (['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii'].includes(name)) return name;
  throw new UnusableFile(`The file says it is encoded as ${name}, which is not understood.`);
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnusableFile(`The file is not ${encoding.toUpperCase()}.`);
  }
}
