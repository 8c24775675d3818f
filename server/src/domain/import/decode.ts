/** From the bytes of a file to text with `\n` as its only line break. */
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { FileFault } from './types.ts';

export const FILE_BYTES_MAX = 50_000_000;
const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: Buffer.from([0xef, 0xbb, 0xbf]) },
  { encoding: 'utf-16le', bytes: Buffer.from([0xff, 0xfe]) },
  { encoding: 'utf-16be', bytes: Buffer.from([0xfe, 0xff]) },
];
const ZIP = Buffer.from('PK\x03\x04', 'latin1');

/**
 * Decodes a file: by its byte order mark, else as UTF-8 if it is that, else as Windows-1252, which is what spreadsheets
 * in Western Europe write.
 * @param encoding a name iconv knows, when the guess would be wrong
 * @throws FileFault
 */
export function decodeText(bytes: Buffer, encoding?: string): { text: string; encoding: string } {
  if (bytes.length > FILE_BYTES_MAX) {
    throw new FileFault('file_too_large', 1, `The file is larger than ${FILE_BYTES_MAX / 1e6} MB. Split it.`);
  }
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) {
    throw new FileFault('not_text', 1, 'The file is a workbook or an archive, not CSV; save the sheet as CSV.');
  }
  const known = encoding ?? guessEncoding(bytes);
  if (!iconv.encodingExists(known)) {
    throw new FileFault('unknown_encoding', 1, `The encoding ${known} is not known; try utf-8 or windows-1252.`);
  }
  if (/^utf-?8$/i.test(known) && !isUtf8(bytes)) {
    throw new FileFault('wrong_encoding', 1, 'The file is not UTF-8.');
  }
  // iconv drops a byte order mark.
  return { text: iconv.decode(bytes, known).replaceAll(/\r\n?/g, '\n'), encoding: known };
}

function guessEncoding(bytes: Buffer): string {
  const marked = BYTE_ORDER_MARKS.find((mark) => bytes.subarray(0, mark.bytes.length).equals(mark.bytes));
  return marked?.encoding ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}
