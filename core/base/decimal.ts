/** Decimal numbers as written, without rounding. */

/** A decimal number, exactly: `digits` / 10^`scale`; of money a minus goes out. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** A decimal number with a point, at most 18 digits before and 10 after it; undefined when it is none. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^\+?(\d{1,18})(?:\.(\d{1,10}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

const NUMBER = /^([+\-\u2212])?0*(\d{0,18})(?:\.(\d{0,10}))?$/;

/** A number with a decimal point, such as `20`, `20.`, `.5`, `-0020.00000`; undefined when the text is none. */
export function parseSigned(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = ''] = NUMBER.exec(text.trim()) ?? [];
  if (!/\d/.test(text) || !NUMBER.test(text.trim())) return undefined;
  const digits = BigInt(whole + fraction || '0');
  return { digits: sign === undefined || sign === '+' ? digits : -digits, scale: fraction.length };
}

/** As `BankLine.amount` has it: a decimal point, at least two decimals, and no further zeros. */
export function writeSigned({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const padded = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : padded.slice(-scale).replace(/0+$/, '');
  return `${sign}${padded.slice(0, padded.length - scale)}.${fraction.padEnd(2, '0')}`;
}

export function addSigned(amounts: Iterable<Decimal>): Decimal {
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const amount of amounts) {
    const scale = Math.max(sum.scale, amount.scale);
    sum = { digits: scaled(sum, scale) + scaled(amount, scale), scale };
  }
  return sum;
}

export const negate = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale });

/** The amount without its sign. */
export const unsigned = (amount: Decimal): Decimal => (amount.digits < 0n ? negate(amount) : amount);

export function isSameAmount(one: Decimal, other: Decimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return scaled(one, scale) === scaled(other, scale);
}

const scaled = (amount: Decimal, scale: number): bigint => amount.digits * 10n ** BigInt(scale - amount.scale);
