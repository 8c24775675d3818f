/** Amounts of money as exact text, compared as whole numbers. */
import { type Decimal, parseDecimal, writeSigned } from '../../../../core/base/decimal.ts';

const SCALE = 10;

export const isNegative = (amount: string) => amount.startsWith('-');
export const absolute = (amount: string) => amount.replace(/^-/, '');

/** An amount without a sign. @throws Error when it is none: the table holds none that is not */
export function toDecimal(amount: string): Decimal {
  const decimal = parseDecimal(amount);
  if (!decimal) throw new Error('an amount that is none');
  return decimal;
}

/** The amount in units of 10^-10, with its sign. */
export function scaled(amount: string): bigint {
  const { digits, scale } = toDecimal(absolute(amount));
  const units = digits * 10n ** BigInt(SCALE - scale);
  return isNegative(amount) ? -units : units;
}

/** Units of 10^-10 as an amount: at least two decimals, and no further zeros. */
export const moneyText = (units: bigint) => writeSigned({ digits: units, scale: SCALE });
