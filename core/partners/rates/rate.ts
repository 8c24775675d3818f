/** Money turned into hours: whole numbers only, numerators and denominators apart. */
import { type Decimal, parseDecimal } from '../../base/decimal.ts';

/** Hours per unit of a currency: `numerator` / `denominator`, both above 0 and without a common divisor. */
export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A rate as agreed: it holds from its day on until the next one of its currency begins. */
export interface AgreedRate extends Rate {
  /** ISO 4217 */
  readonly currency: string;
  /** The first day as the bank books, `YYYY-MM-DD`; null: every day. */
  readonly validFrom: string | null;
  /** Agreed with the partner; otherwise the community's, for every partner. */
  readonly own: boolean;
}

/** A rate as an amount of money for whole hours, both exact. */
export interface PricedHours {
  readonly hours: number;
  /** Decimal text with at least two decimals: `20.00`. */
  readonly perAmount: string;
}

/** Credits are whole hundredths of an hour. */
const STEP_SECONDS = 36n;
/** Digits of a numerator or denominator: the seconds of so many hours are still exact as a number. */
const DIGITS_MAX = 12;

/** A rate such as `1/20`, `0.05` or `2`; undefined when it is none, not above 0, or finer than 12 digits can say. */
export function parseRate(text: string): Rate | undefined {
  const [numerator, denominator = { digits: 1n, scale: 0 }, more] = text.split('/').map((part) => {
    return parseDecimal(part.trim()) ?? { digits: 0n, scale: 0 };
  });
  if (more !== undefined || !numerator || numerator.digits === 0n || denominator.digits === 0n) return undefined;
  const rate = reduce(
    numerator.digits * 10n ** BigInt(denominator.scale),
    denominator.digits * 10n ** BigInt(numerator.scale),
  );
  return [rate.numerator, rate.denominator].some((part) => String(part).length > DIGITS_MAX) ? undefined : rate;
}

export const writeRate = ({ numerator, denominator }: Rate) => `${numerator}/${denominator}`;

function reduce(numerator: bigint, denominator: bigint): Rate {
  let [a, b] = [numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}

/**
 * The rate that holds on a day.
 * @param day the booking day at the bank, `YYYY-MM-DD`
 */
export function rateOn(rates: readonly AgreedRate[], currency: string, day: string): AgreedRate | undefined {
  return rates
    .filter((rate) => rate.currency === currency && (rate.validFrom === null || rate.validFrom <= day))
    .reduce<AgreedRate | undefined>((last, rate) => (isLater(rate, last) ? rate : last), undefined);
}

const isLater = (rate: AgreedRate, other: AgreedRate | undefined) =>
  !other || (rate.validFrom ?? '') >= (other.validFrom ?? '');

/** Of each currency the rate that holds on a day, and those agreed for later ones; in the order given. */
export function ratesFrom(rates: readonly AgreedRate[], day: string): AgreedRate[] {
  return rates.filter(
    (rate) => (rate.validFrom !== null && rate.validFrom > day) || rateOn(rates, rate.currency, day) === rate,
  );
}

/**
 * The rates that hold for a partner: its own from the first of them on, before that the community's.
 * @param rates of both, in any order
 */
export function ratesThatHold(rates: readonly AgreedRate[]): AgreedRate[] {
  const firstOwn = new Map<string, string>();
  for (const { currency, validFrom, own } of rates) {
    const first = firstOwn.get(currency);
    if (own && (first === undefined || (validFrom ?? '') < first)) firstOwn.set(currency, validFrom ?? '');
  }
  return rates
    .filter(({ currency, validFrom, own }) => {
      const first = firstOwn.get(currency);
      return own || first === undefined || (validFrom ?? '') < first;
    })
    .toSorted((a, b) => compare(a.currency, b.currency) || compare(a.validFrom ?? '', b.validFrom ?? ''));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * What a transfer is worth, in seconds: hours with two decimals, rounded down, so that what is left of a hundredth is
 * never credited. Exact up to 2^53.
 */
export function secondsFor(amount: Decimal, { numerator, denominator }: Rate): number {
  const steps = (amount.digits * 100n * numerator) / (10n ** BigInt(amount.scale) * denominator);
  return Number(steps * STEP_SECONDS);
}

/** The least amount, as decimal text with two decimals, that is worth at least so many seconds. */
export function priceOf(seconds: number, { numerator, denominator }: Rate): string {
  const perHour = numerator * 3600n;
  const cents = (BigInt(seconds) * 100n * denominator + perHour - 1n) / perHour;
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `1/20` is 1 hour per `20.00`; `3/7` is 3 hours per `7.00`: the fewest whole hours whose price ends. */
export function pricedHours({ numerator, denominator }: Rate): PricedHours {
  let hours = numerator;
  let [twos, fives] = [0, 0];
  for (; hours % 2n === 0n; hours /= 2n) twos++;
  for (; hours % 5n === 0n; hours /= 5n) fives++;
  const decimals = Math.max(2, twos, fives);
  const digits = String((denominator * hours * 10n ** BigInt(decimals)) / numerator).padStart(decimals + 1, '0');
  return { hours: Number(hours), perAmount: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` };
}
