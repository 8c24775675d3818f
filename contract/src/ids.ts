/** Public ids: TypeID, that is a prefix, `_`, and a UUID in 26 characters of lower-case Crockford base32. */

/** The prefixes of this API. */
export const ID_PREFIXES = ['usr', 'lst', 'crd', 'whs', 'evt', 'dlv', 'prp', 'ans', 'dpt'] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const HEX = '0123456789abcdef';
const SUFFIX_LENGTH = 26;
const UUID_LENGTH = 36;
const HYPHEN = 45;
const UNDERSCORE = 95;
const INVALID = 255;

function valuesByCharCode(alphabet: string): Uint8Array {
  const values = new Uint8Array(256).fill(INVALID);
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
}
const BASE32_VALUES = valuesByCharCode(ALPHABET);
const HEX_VALUES = valuesByCharCode(HEX);

// Text is put together in these: per row of a list half the time of joining characters. Never read across a call.
const BASE32_CODES = Buffer.from(ALPHABET);
const HEX_CODES = Buffer.from(HEX);
const suffixBuffer = Buffer.alloc(SUFFIX_LENGTH);
const uuidBuffer = Buffer.alloc(UUID_LENGTH, HYPHEN);

const isHyphenPlace = (at: number) => at === 8 || at === 13 || at === 18 || at === 23;

/**
 * Writes a UUID (lower case, with hyphens, as PostgreSQL prints it) as a public id.
 * @throws TypeError if it is no such UUID: a mistake of the caller, never of a request
 */
export function encodeId(prefix: IdPrefix, uuid: string): string {
  if (uuid.length !== UUID_LENGTH) throw new TypeError(`not a UUID: ${uuid}`);
  // 26 characters hold 130 bits: two zero bits lead the 128 of the UUID.
  let pending = 0;
  let bits = 2;
  let length = 0;
  for (let at = 0; at < UUID_LENGTH; at++) {
    const code = uuid.charCodeAt(at);
    if (isHyphenPlace(at)) {
      if (code !== HYPHEN) throw new TypeError(`not a UUID: ${uuid}`);
      continue;
    }
    const value = HEX_VALUES[code] ?? INVALID;
    if (value === INVALID) throw new TypeError(`not a UUID: ${uuid}`);
    pending = (pending << 4) | value;
    bits += 4;
    if (bits >= 5) {
      bits -= 5;
      suffixBuffer[length++] = BASE32_CODES[pending >> bits] as number;
      pending &= (1 << bits) - 1;
    }
  }
  return `${prefix}_${suffixBuffer.toString('latin1')}`;
}

/** Reads a public id of this prefix. Anything but the canonical form is `undefined`: a malformed id is an unknown id. */
export function decodeId(prefix: IdPrefix, text: string): string | undefined {
  const start = prefix.length + 1;
  if (text.length !== start + SUFFIX_LENGTH || !text.startsWith(prefix)) return undefined;
  if (text.charCodeAt(start - 1) !== UNDERSCORE) return undefined;
  // A first character above 7 would need more than 128 bits.
  let pending = BASE32_VALUES[text.charCodeAt(start)] ?? INVALID;
  if (pending > 7) return undefined;
  let bits = 3;
  let length = 0;
  for (let at = start + 1; at < text.length; at++) {
    const value = BASE32_VALUES[text.charCodeAt(at)] ?? INVALID;
    if (value === INVALID) return undefined;
    pending = (pending << 5) | value;
    bits += 5;
    while (bits >= 4) {
      bits -= 4;
      if (isHyphenPlace(length)) length++;
      uuidBuffer[length++] = HEX_CODES[pending >> bits] as number;
      pending &= (1 << bits) - 1;
    }
  }
  return uuidBuffer.toString('latin1');
}
