/** The code of a printed letter: twelve signs that no one confuses, the last of which checks the others. */
import { createHmac, randomInt } from 'node:crypto';

/** Without 0, 1, I and O. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTVWXYZ';
const LENGTH = 12;
const GROUP = 4;

/** Random signs, of almost five bits each. */
export const randomSigns = (count: number): string =>
  Array.from({ length: count }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** A new code of 54 random bits, as it is printed: `4F7K-2MNP-QR8T`. */
export function createLetterCode(): string {
  const signs = randomSigns(LENGTH - 1);
  return (signs + checkSign(signs)).replace(new RegExp(`(.{${GROUP}})(?=.)`, 'g'), '$1-');
}

/** So many signs as they were typed, without what people add; undefined: there are others among them, or not so many. */
export function readSigns(typed: string, count: number): string | undefined {
  const signs = typed.toUpperCase().replace(/[\s\p{P}]/gu, '');
  return signs.length === count && [...signs].every((sign) => SIGNS.includes(sign)) ? signs : undefined;
}

/** The code as it was typed; undefined: it has a slip of the pen, and no code begins so. */
export function readLetterCode(typed: string): string | undefined {
  const signs = readSigns(typed, LENGTH);
  return signs !== undefined && checkSign(signs.slice(0, -1)) === signs.at(-1) ? signs : undefined;
}

/** What is stored of a code (I7). @param code as it was read */
export function letterHash(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(code.replaceAll('-', '')).digest();
}

/** Weights that are prime to the number of signs, so that one wrong sign, and two that changed places, are found. */
function checkSign(signs: string): string {
  let sum = 0;
  for (const [at, sign] of [...signs].entries()) sum += (at + 1) * SIGNS.indexOf(sign);
  return SIGNS[sum % SIGNS.length] as string;
}
