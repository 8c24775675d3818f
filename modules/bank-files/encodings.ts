/** From bytes to text: by what the bytes are, not by what they are said to be, wherever they are unmistakable. */
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { BankFileFault } from './types.ts';

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const SAMPLE_BYTES = 4096;
const DECLARED = /^[^>]{0,20}<\?xml[^>]{1,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;
/** These say no more than that the bytes are no UTF-8: what banks in the West write is Windows-1252. */
const WESTERN = /^(?:utf-?8|us-ascii|ascii|utf-?16(?:[lb]e)?|ucs-2|iso-8859-1|latin-?1|windows-1252|cp1252)$/i;

/**
 * The text of a file, without its byte order mark. UTF-8 with single bytes of another encoding in it stays UTF-8.
 * @throws BankFileFault where an XML declaration names an encoding that nobody knows
 */
export function decodeBankText(bytes: Buffer): string {
  const mark = MARKS.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark) return decodeAs(bytes.subarray(mark[1].length), mark[0]);
  const wide = guessUtf16(bytes);
  if (wide) return decodeAs(bytes, wide);
  const declared = DECLARED.exec(bytes.subarray(0, 512).toString('latin1'))?.[1];
  if (isUtf8(bytes)) return bytes.toString('utf8');
  if (declared === undefined || WESTERN.test(declared)) return decodeMixed(bytes);
  if (iconv.encodingExists(declared)) return iconv.decode(bytes, declared);
  const message = `The file says it is encoded as ${declared}, which is not known; choose UTF-8.`;
  throw new BankFileFault('encoding', message, { found: declared });
}

function decodeAs(bytes: Buffer, encoding: string): string {
  if (encoding === 'utf-8') return isUtf8(bytes) ? bytes.toString('utf8') : decodeMixed(bytes);
  return new TextDecoder(encoding).decode(bytes);
}

/** UTF-16 without a mark: most letters of the West have an empty byte, always on the same side. */
function guessUtf16(bytes: Buffer): string | undefined {
  const units = Math.floor(Math.min(bytes.length, SAMPLE_BYTES) / 2);
  let [even, odd] = [0, 0];
  for (let at = 0; at < units; at++) {
    if (bytes[at * 2] === 0) even++;
    if (bytes[at * 2 + 1] === 0) odd++;
  }
  if (odd > units * 0.6 && even === 0) return 'utf-16le';
  return even > units * 0.6 && odd === 0 ? 'utf-16be' : undefined;
}

/** Each sequence that is UTF-8 is read as such, if they are the rule; else each byte is a character. */
function decodeMixed(bytes: Buffer): string {
  const western = iconv.decode(bytes, 'windows-1252');
  const parts: string[] = [];
  let [sequences, strays] = [0, 0];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    if (length === 1 && (bytes[at] ?? 0) >= 0x80) {
      parts.push(bytes.toString('utf8', from, at), western[at] ?? '');
      from = at + 1;
      strays++;
    } else if (length > 1) sequences++;
    at += length;
  }
  parts.push(bytes.toString('utf8', from));
  return sequences > strays ? parts.join('') : western;
}

/** The length of the UTF-8 sequence at a place; 1 for a single byte of any kind. */
function sequenceAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
  return length > 1 && first < 0xf5 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length
    ? length
    : 1;
}
