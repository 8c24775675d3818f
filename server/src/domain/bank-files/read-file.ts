/** From the bytes of a file to the statements in it, whatever its container, encoding and format. */
import type { BankFileFaultCode } from '@timebank/contract/console';
import { isZip, namesInZip, unpack } from '../workbooks/archive.ts';
import { isWorkbook } from '../workbooks/workbook.ts';
import { assembleStatements } from './assemble.ts';
import { readCamt } from './camt.ts';
import { decodeBankText } from './encodings.ts';
import { finishFile } from './finish-file.ts';
import { readMt } from './mt.ts';
import { readOtherFormat } from './other-formats.ts';
import { refuseKnown } from './refusals.ts';
import { sniffFormat } from './sniff.ts';
import type { StatementPage } from './statement.ts';
import { bankFault } from './text-of.ts';
import { type BankAnswers, type BankFile, BankFileFault } from './types.ts';

const BANK_FILE_BYTES_MAX = 32 * 1024 * 1024;
/** An archive may hold an archive for each day. */
const ARCHIVES_MAX = 2;
/** Faults that leave a file of an archive out, with a note, as long as another file is a statement. */
const LEFT_OUT: ReadonlySet<BankFileFaultCode> = new Set(['pdf', 'not_a_statement', 'no_columns', 'web_page', 'empty']);

/**
 * Reads what a bank hands its customer.
 * @param _name of the file; null where it has none: what the bytes are, they show themselves
 * @param chunks the file's bytes
 * @param answers to the questions of an earlier reading
 * @throws BankFileFault
 */
export async function readBankFile(
  _name: string | null,
  chunks: AsyncIterable<Buffer> | Buffer,
  answers: BankAnswers,
): Promise<BankFile> {
  const found: Found = { pages: [], files: [], notes: [] };
  await readBytes(await collect(chunks), answers, 0, found).catch((error: unknown) => {
    throw bankFault(error);
  });
  const ofPages = found.pages.length > 0 ? [assembleStatements(found.pages, [])] : [];
  const file = finishFile([...ofPages, ...found.files]);
  return { ...file, notes: [...found.notes, ...file.notes] };
}

interface Found {
  /** Of all messages and documents, also across the files of an archive: a statement may go on in the next file. */
  readonly pages: StatementPage[];
  readonly files: BankFile[];
  readonly notes: string[];
}

async function collect(chunks: AsyncIterable<Buffer> | Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of Buffer.isBuffer(chunks) ? [chunks] : chunks) {
    size += chunk.length;
    if (size > BANK_FILE_BYTES_MAX) throw tooLarge();
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function tooLarge(): BankFileFault {
  const max = BANK_FILE_BYTES_MAX / 1024 / 1024;
  const message = `The file has more than ${max} MiB; choose a shorter period in e-banking.`;
  return new BankFileFault('too_large', message, { max });
}

async function readBytes(bytes: Buffer, answers: BankAnswers, depth: number, found: Found) {
  if (isZip(bytes)) {
    if (isWorkbook(await namesInZip(bytes))) found.files.push(await readOtherFormat('workbook', bytes, answers));
    else await readArchive(bytes, answers, depth, found);
    return;
  }
  const text = decodeBankText(bytes);
  if (text.trim() === '') throw new BankFileFault('empty', 'The file is empty.');
  const format = sniffFormat(text);
  // A statement may name the orders that it answers.
  if (format !== 'camt') refuseKnown(bytes);
  if (format === 'camt' || format === 'xml' || format === 'mt') {
    const { pages, notes } = format === 'mt' ? readMt(text) : readCamt(text);
    found.pages.push(...pages);
    found.notes.push(...notes);
  } else {
    found.files.push(await readOtherFormat(format, bytes, answers));
  }
}

async function readArchive(bytes: Buffer, answers: BankAnswers, depth: number, found: Found): Promise<void> {
  if (depth >= ARCHIVES_MAX) {
    throw new BankFileFault('archive_bounds', 'The archive has archives in archives; unpack it and choose its files.');
  }
  const files = await unpack(bytes);
  if (files.length === 0) throw new BankFileFault('empty', 'The archive is empty.');
  files.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  const faults: BankFileFault[] = [];
  for (const file of files) {
    try {
      await readBytes(file.bytes, answers, depth + 1, found);
    } catch (error) {
      if (!(error instanceof BankFileFault) || !LEFT_OUT.has(error.code)) throw error;
      faults.push(error);
      found.notes.push(`Of the archive, "${shown(file.name)}" was left out: ${error.message}`);
    }
  }
  if (faults[0] && faults.length === files.length) throw faults[0];
}

const shown = (name: string) => name.replaceAll(/\p{C}/gu, '\ufffd').slice(0, 100);
