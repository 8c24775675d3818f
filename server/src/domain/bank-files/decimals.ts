/** Amounts of a bank's file, exactly: whole numbers and a scale, never floating point. */

/** `digits` / 10^`scale`; a minus is money out. */
export interface SignedDecimal {
  readonly digits: bigint;
  readonly scale: number;
}

const NUMBER = /^([+\-\u2212])?0*(\d{0,18})(?:\.(\d{0,10}))?$/;

/** A number with a decimal point, such as `20`, `20.`, `.5`, `-0020.00000`; undefined when the text is none. */
export function parseSigned(text: string): SignedDecimal | undefined {
  const [, sign, whole = '', fraction = ''] = NUMBER.exec(text.trim()) ?? [];
  if (!/\d/.test(text) || !NUMBER.test(text.trim())) return undefined;
  const digits = BigInt(whole + fraction || '0');
  return { digits: sign === undefined || sign === '+' ? digits : -digits, scale: fraction.length };
}

/** As `BankLine.amount` has it: a decimal point, at least two decimals, and no further zeros. */
export function writeSigned({ digits, scale }: SignedDecimal): string {
  const sign = digits < 0n ? '-' : '';
  const padded = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : padded.slice(-scale).replace(/0+$/, '');
  return `${sign}${padded.slice(0, padded.length - scale)}.${fraction.padEnd(2, '0')}`;
}

export function addSigned(amounts: Iterable<SignedDecimal>): SignedDecimal {
  let sum: SignedDecimal = { digits: 0n, scale: 0 };
  for (const amount of amounts) {
    const scale = Math.max(sum.scale, amount.scale);
    sum = { digits: scaled(sum, scale) + scaled(amount, scale), scale };
  }
  return sum;
}

export const negate = ({ digits, scale }: SignedDecimal): SignedDecimal => ({ digits: -digits, scale });

/** The amount without its sign. */
export const unsigned = (amount: SignedDecimal): SignedDecimal => (amount.digits < 0n ? negate(amount) : amount);

export function isSameAmount(one: SignedDecimal, other: SignedDecimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return scaled(one, scale) === scaled(other, scale);
}

const scaled = (amount: SignedDecimal, scale: number): bigint => amount.digits * 10n ** BigInt(scale - amount.scale);
