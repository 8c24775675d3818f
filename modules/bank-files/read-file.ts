/** From the bytes of a file to the statements in it, whatever its container, encoding and format. */

import { isZip, namesInZip, unpack } from '../tables/archive.ts';
import { isWorkbook } from '../tables/workbook.ts';
import { assembleStatements } from './assemble.ts';
import { readCamt } from './camt.ts';
import { readCfonb120 } from './cfonb120.ts';
import { decodeBankText } from './encodings.ts';
import type { BankFileFaultCode } from './faults.ts';
import { readMt } from './mt.ts';
import { isMt } from './mt-message.ts';
import { readNorma43 } from './norma43.ts';
import { readOfx } from './ofx.ts';
import { readQif } from './qif.ts';
import type { StatementPage } from './statement.ts';
import { readTable } from './table.ts';
import { bankFault } from './text-of.ts';
import { type BankAnswers, type BankFile, BankFileFault, type BankLine, type BankStatement } from './types.ts';
import { readWebPage, readWorkbook } from './workbook.ts';

// Which format a text is of, by its beginning: names of files say nothing.

export type SniffedFormat = 'camt' | 'mt' | 'ofx' | 'qif' | 'norma43' | 'cfonb120' | 'web_page' | 'xml' | 'table';

const HEAD = 4000;
const CAMT = /<(?:[\w.-]{1,40}:)?(?:BkToCstmrStmt|BkToCstmrAcctRpt|BkToCstmrDbtCdtNtfctn)[\s>/]/;

/** @param text without a byte order mark */
function sniffFormat(text: string): SniffedFormat {
  const start = text.slice(0, HEAD).trimStart();
  if (start.startsWith('<')) {
    if (CAMT.test(text)) return 'camt';
    if (/<\?OFX\s|<OFX>/i.test(start)) return 'ofx';
    if (start.includes('urn:schemas-microsoft-com:office:spreadsheet')) return 'web_page';
    if (/<(?:!doctype\s+html|html|table|body|head)[\s>]/i.test(start)) return 'web_page';
    return 'xml';
  }
  if (/^OFXHEADER\s*:/i.test(start) || /<OFX>/i.test(start)) return 'ofx';
  if (/^!(?:Type|Account|Option|Clear)\b/i.test(start)) return 'qif';
  if (isMt(text)) return 'mt';
  if (/^(?:00.{4,78}\r?\n)?11\d{18}\d{12}[12]\d{14}\d{3}/.test(start)) return 'norma43';
  if (/^01\d{5}.{4}\d{5}[A-Z]{3}\d/.test(start)) return 'cfonb120';
  return 'table';
}

// Files that are known and not read: each with what it is, and what to choose in e-banking instead.

const HEAD_BYTES = 8192;
const INSTEAD = 'choose camt.053, MT940, OFX or CSV in e-banking instead.';
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

interface KnownFormat {
  readonly code: BankFileFaultCode;
  readonly is: (head: string, bytes: Buffer) => boolean;
  readonly message: string;
}

const KNOWN: readonly KnownFormat[] = [
  {
    code: 'pdf',
    is: (head) => /^[\s\S]{0,1024}?%PDF-\d/.test(head),
    message: `The file is a PDF, which is made to be looked at; ${INSTEAD}`,
  },
  {
    code: 'protected_workbook',
    is: (_, bytes) =>
      bytes.subarray(0, OLE.length).equals(OLE) && bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')),
    message: `The file is a workbook with a password; save it without one, or ${INSTEAD}`,
  },
  {
    code: 'not_a_statement',
    is: (_, bytes) => bytes.subarray(0, OLE.length).equals(OLE),
    message: `The file is a workbook of the old kind (.xls); save it as .xlsx or CSV, or ${INSTEAD}`,
  },
  {
    code: 'orders_not_statements',
    is: (head) =>
      /pain\.00[18]\.|<(?:\w+:)?(?:CstmrCdtTrfInitn|CstmrDrctDbtInitn)[\s>]/.test(head.replaceAll('\0', '')),
    message: `The file has orders to the bank (pain), not what the bank has booked; ${INSTEAD}`,
  },
  {
    code: 'coda',
    // The head of 128 characters: date, bank, application 05.
    is: (head) => /^0{5}\d{6}\d{3}05[^\n]{112}/.test(head),
    message: `The file is CODA, the statement of Belgian banks, which is not read; choose camt.053 or CSV in e-banking instead.`,
  },
  {
    code: 'bai2',
    is: (head) => /^01,[^,\n]*,[^,\n]*,\d{6},\d{0,4},[^\n]*\/?\s*\n02,/.test(head),
    message: `The file is BAI2, a report of American banks, which is not read; choose OFX or CSV in e-banking instead.`,
  },
];

/**
 * Refuses what is known and not read.
 * @throws BankFileFault
 */
export function refuseKnown(bytes: Buffer): void {
  const head = bytes
    .subarray(0, HEAD_BYTES)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const known = KNOWN.find(({ is }) => is(head, bytes));
  if (known) throw new BankFileFault(known.code, known.message);
}

// The readers of formats that come as a whole file: tables, workbooks, fixed columns, OFX, QIF.

export type OtherFormat = Exclude<SniffedFormat, 'camt' | 'mt' | 'xml'> | 'workbook';
type Reader = (bytes: Buffer, answers: BankAnswers) => BankFile | Promise<BankFile>;

const READERS: Readonly<Record<OtherFormat, Reader>> = {
  ofx: readOfx,
  qif: readQif,
  norma43: readNorma43,
  cfonb120: readCfonb120,
  web_page: readWebPage,
  table: readTable,
  workbook: readWorkbook,
};

/**
 * @param bytes the whole file
 * @throws BankFileFault
 */
async function readOtherFormat(format: OtherFormat, bytes: Buffer, answers: BankAnswers): Promise<BankFile> {
  return await READERS[format](bytes, answers);
}

// What only shows when all statements of a file are there: places, shared references, own accounts, returns.

/** Of fewer characters, a reference may be a word or a house number in another text. */
const RELATED_MIN = 6;

/** Joins what was found in one file or in the files of an archive. */
function finishFile(files: readonly BankFile[]): BankFile {
  const statements = files.flatMap((file) => file.statements);
  const accounts = new Set(statements.flatMap(({ account }) => account ?? []));
  const known = referencesOf(statements);
  return {
    statements: statements.map((statement, at) => ({
      ...statement,
      lines: statement.lines.map((line) => {
        const placed = statements.length > 1 ? { ...line, place: placeIn(at + 1, line.place) } : line;
        return relate(markOwn(withUsableReference(placed, statement, known), statement, accounts), known);
      }),
    })),
    questions: files.flatMap((file) => file.questions),
    notes: files.flatMap((file) => file.notes),
  };
}

const placeIn = (number: number, place: string) => `statement ${number}, ${place.replace(/^statement \d+, /, '')}`;

interface KnownReferences {
  /** How many payments of one kind of report have the reference. */
  readonly counts: ReadonlyMap<string, number>;
  readonly ofPayments: ReadonlyMap<string, BankLine>;
}

function referencesOf(statements: readonly BankStatement[]): KnownReferences {
  const counts = new Map<string, number>();
  const ofPayments = new Map<string, BankLine>();
  for (const statement of statements) {
    for (const line of statement.lines) {
      const { reference, kind } = line;
      if (reference === null || kind === 'return') continue;
      const key = countKey(statement, reference);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (kind === 'payment') ofPayments.set(reference, line);
    }
  }
  return { counts, ofPayments };
}

/** A report of the day and the statement behind it name one movement: only one of its kind gives a reference twice. */
const countKey = ({ kind }: BankStatement, reference: string) => `${kind} ${reference}`;

/** A reference that several entries of a file have identifies none of them in the bank. */
function withUsableReference(line: BankLine, statement: BankStatement, { counts }: KnownReferences): BankLine {
  if (line.reference === null || line.kind === 'return') return line;
  if ((counts.get(countKey(statement, line.reference)) ?? 0) < 2) return line;
  return line.isBankWide ? { ...line, isBankWide: false } : { ...line, reference: null };
}

/** Money between two accounts of one file is the holder's own. */
function markOwn(line: BankLine, { account }: BankStatement, accounts: ReadonlySet<string>): BankLine {
  const isOwn =
    line.kind === 'payment' &&
    line.payerAccount !== null &&
    (line.payerAccount === account || accounts.has(line.payerAccount));
  return isOwn ? { ...line, kind: 'own' } : line;
}

/** A bank may write into a return's text which movement goes back; the other party is then that one's. */
function relate(line: BankLine, { ofPayments }: KnownReferences): BankLine {
  if (line.kind !== 'return' || line.relatedReference !== null) return line;
  // A reversal may have the very reference of what it takes back.
  const own = line.reference === null ? undefined : ofPayments.get(line.reference);
  if (own) return { ...line, relatedReference: own.reference };
  const words = line.texts.flatMap((text) => text.split(/[\s,;:()]+/));
  const found = words.find((word) => word.length >= RELATED_MIN && /\d/.test(word) && ofPayments.has(word));
  const payment = ofPayments.get(found ?? '');
  return payment ? { ...line, relatedReference: payment.reference, payer: line.payer ?? payment.payer } : line;
}
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
  const found: ReadDocuments = { documents: 0, pages: [], files: [], notes: [] };
  await readBytes(await collect(chunks), answers, 0, found).catch((error: unknown) => {
    throw bankFault(error);
  });
  const ofPages = found.pages.length > 0 ? [assembleStatements(found.pages, [])] : [];
  const file = finishFile([...ofPages, ...found.files]);
  return { ...file, notes: [...found.notes, ...file.notes] };
}

interface ReadDocuments {
  /** Read so far, with this one. */
  documents: number;
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

async function readBytes(bytes: Buffer, answers: BankAnswers, depth: number, found: ReadDocuments) {
  if (isZip(bytes)) {
    if (isWorkbook(await namesInZip(bytes)))
      found.files.push(ofDocument(await readOtherFormat('workbook', bytes, answers), found.documents++));
    else await readArchive(bytes, answers, depth, found);
    return;
  }
  const document = found.documents++;
  const text = decodeBankText(bytes);
  if (text.trim() === '') throw new BankFileFault('empty', 'The file is empty.');
  const format = sniffFormat(text);
  // A statement may name the orders that it answers.
  if (format !== 'camt') refuseKnown(bytes);
  if (format === 'camt' || format === 'xml' || format === 'mt') {
    const { pages, notes } = format === 'mt' ? readMt(text) : readCamt(text);
    found.pages.push(...pages.map((page) => ({ ...page, document })));
    found.notes.push(...notes);
  } else {
    found.files.push(ofDocument(await readOtherFormat(format, bytes, answers), document));
  }
}

const ofDocument = (file: BankFile, document: number): BankFile => ({
  ...file,
  statements: file.statements.map((statement) => ({ ...statement, document })),
});

async function readArchive(bytes: Buffer, answers: BankAnswers, depth: number, found: ReadDocuments): Promise<void> {
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
