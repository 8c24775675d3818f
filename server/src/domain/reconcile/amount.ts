/** Money and hours compared without rounding: whole numbers only, numerators and denominators apart. */
import type { Decimal } from './types.ts';

/** Hours per unit of a currency: `numerator` / `denominator`, both above 0. */
export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Seconds that hours with two decimals can express. */
const STEP_SECONDS = 36n;

/** A decimal number with a point, at most 18 digits before and 10 after it; undefined when it is none. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^\+?(\d{1,18})(?:\.(\d{1,10}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** A rate such as `1/20`, `0.05` or `2`; undefined when it is none or not above 0. */
export function parseRate(text: string): Rate | undefined {
  const [numerator, denominator = { digits: 1n, scale: 0 }, more] = text.split('/').map((part) => {
    return parseDecimal(part.trim()) ?? { digits: 0n, scale: 0 };
  });
  if (more !== undefined || !numerator || numerator.digits === 0n || denominator.digits === 0n) return undefined;
  return reduce(
    numerator.digits * 10n ** BigInt(denominator.scale),
    denominator.digits * 10n ** BigInt(numerator.scale),
  );
}

export const writeRate = ({ numerator, denominator }: Rate) => `${numerator}/${denominator}`;

function reduce(numerator: bigint, denominator: bigint): Rate {
  let [a, b] = [numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}

/**
 * Whether a credit is what the money is worth. Where hours with two decimals cannot express it, either of the two
 * values next to it is.
 */
export function isWorth(amount: Decimal, rate: Rate, creditSeconds: number): boolean {
  const { numerator, denominator } = secondsOf(amount, rate);
  const difference = BigInt(creditSeconds) * denominator - numerator;
  const expressible = numerator % (STEP_SECONDS * denominator) === 0n;
  return expressible
    ? difference === 0n
    : -STEP_SECONDS * denominator < difference && difference < STEP_SECONDS * denominator;
}

/** Hours the money is worth, to four decimals, for people. */
export function hoursWorth(amount: Decimal, rate: Rate): number {
  const { numerator, denominator } = secondsOf(amount, rate);
  const hour = denominator * 3600n;
  return Number((numerator * 20_000n + hour) / (hour * 2n)) / 1e4;
}

function secondsOf(amount: Decimal, rate: Rate): Rate {
  return {
    numerator: amount.digits * 3600n * rate.numerator,
    denominator: 10n ** BigInt(amount.scale) * rate.denominator,
  };
}
