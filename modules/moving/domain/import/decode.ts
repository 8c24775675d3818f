/** From the bytes of a file to text with `\n` as its only line break. */
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { FileFault } from '../../../tables/record-types.ts';
import { CODE_PAGES, type CodePage, guessCodePage } from './code-pages.ts';

export const FILE_BYTES_MAX = 50_000_000;
const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: Buffer.from([0xef, 0xbb, 0xbf]) },
  { encoding: 'utf-16le', bytes: Buffer.from([0xff, 0xfe]) },
  { encoding: 'utf-16be', bytes: Buffer.from([0xfe, 0xff]) },
];
const ZIP = Buffer.from('PK\x03\x04', 'latin1');

/**
 * Decodes a file: by its byte order mark, else as UTF-16 or UTF-8 if it is that, else as Windows-1252 or Windows-1250,
 * which is what spreadsheets in Western and in Central Europe write; what does not show which of the two is refused.
 * @param encoding a name iconv knows, when the guess would be wrong
 * @throws FileFault
 */
export function decodeText(bytes: Buffer, encoding?: string): { text: string; encoding: string } {
  if (bytes.length > FILE_BYTES_MAX) {
    const max = FILE_BYTES_MAX / 1e6;
    throw new FileFault('file_too_large', 1, `The file is larger than ${max} MB. Split it.`, { max });
  }
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) {
    throw new FileFault('not_text', 1, 'The file is a workbook or an archive, not CSV; save the sheet as CSV.');
  }
  const known = encoding ?? (isInCodePage(bytes) ? codePageOf(bytes) : guessEncoding(bytes));
  if (!iconv.encodingExists(known)) {
    const message = `The encoding ${known} is not known; try utf-8 or windows-1252.`;
    throw new FileFault('unknown_encoding', 1, message, { encoding: known });
  }
  if (/^utf-?8$/i.test(known) && !isUtf8(bytes)) {
    throw new FileFault('wrong_encoding', 1, 'The file is not UTF-8.');
  }
  // iconv drops a byte order mark.
  return { text: iconv.decode(bytes, known).replaceAll(/\r\n?/g, '\n'), encoding: known };
}

/** Whether the file has one byte for each letter. @throws FileFault where it is UTF-8 but for a few bytes */
export function isInCodePage(bytes: Buffer): boolean {
  if (guessEncoding(bytes) !== CODE_PAGES[0]) return false;
  refuseForeignByte(bytes);
  return true;
}

/** @throws FileFault */
function codePageOf(bytes: Buffer): CodePage {
  const { page, words } = guessCodePage(bytes);
  if (page !== 'unclear') return page;
  const [western, central] = CODE_PAGES.map((one) => words[one].join(', '));
  const message = `Whether letters are those of Western or of Central Europe is not clear (${western} or ${central}); it must be chosen.`;
  throw new FileFault('unclear_encoding', 1, message, { western: western ?? '', central: central ?? '' });
}

/**
 * A byte that is not UTF-8 in a file that otherwise is: as Windows-1252 all its other names would be garbled.
 * @throws FileFault naming the line
 */
function refuseForeignByte(bytes: Buffer): void {
  const { foreign, sequences, firstLine } = foreignBytesIn(bytes);
  if (foreign === 0 || sequences <= foreign) return;
  const message = `Line ${firstLine} has a byte that is not UTF-8, as the rest of the file is. Correct it there, or choose the encoding.`;
  throw new FileFault('wrong_encoding', firstLine, message);
}

/** Bytes beyond ASCII, by whether they are part of a UTF-8 sequence. */
function foreignBytesIn(bytes: Buffer): { foreign: number; sequences: number; firstLine: number } {
  let [foreign, sequences, line, firstLine] = [0, 0, 1, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === 0x0a) line++;
    if (byte < 0x80) continue;
    const length = sequenceAt(bytes, at);
    if (length > 0) {
      sequences++;
      at += length - 1;
    } else {
      foreign++;
      firstLine ||= line;
    }
  }
  return { foreign, sequences, firstLine };
}

/** The length of the UTF-8 sequence of several bytes that begins there; 0: none does. */
function sequenceAt(bytes: Buffer, at: number): number {
  const lead = bytes[at] as number;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

function guessEncoding(bytes: Buffer): string {
  const marked = BYTE_ORDER_MARKS.find((mark) => bytes.subarray(0, mark.bytes.length).equals(mark.bytes));
  return marked?.encoding ?? guessUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : CODE_PAGES[0]);
}

const UTF16_SAMPLE_BYTES = 4096;

/** UTF-16 without a mark: most letters of the West have an empty byte, always on the same side. */
function guessUtf16(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, UTF16_SAMPLE_BYTES & ~1);
  const units = Math.floor(sample.length / 2);
  const empty = [0, 0] as [number, number];
  for (let at = 0; at < units * 2; at++) if (sample[at] === 0) empty[(at % 2) as 0 | 1]++;
  if (empty[1] > units * 0.6 && empty[0] === 0) return 'utf-16le';
  return empty[0] > units * 0.6 && empty[1] === 0 ? 'utf-16be' : undefined;
}
