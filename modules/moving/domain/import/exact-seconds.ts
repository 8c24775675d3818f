/** Exact seconds of amounts: no number of a file goes through a float. */

/** A number of units is `numerator / denominator` hours. */
export interface UnitRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const DIGITS_MAX = 30;
const SECONDS_PER_HOUR = 3600n;

/** The rate of a unit of which so many are an hour, such as 1, 60 or 12.5. @throws RangeError for anything else */
export function rateOfUnit(unitsPerHour: string): UnitRate {
  const units = decimalOf(unitsPerHour);
  if (!units || units.digits <= 0n) throw new RangeError(`${unitsPerHour} is no number of units`);
  return { numerator: units.scale, denominator: units.digits };
}

/** The seconds of an amount, to the nearest, halves away from zero; undefined: it is no number. */
export function secondsOf(amount: string, { numerator, denominator }: UnitRate): number | undefined {
  const read = decimalOf(amount);
  if (!read) return undefined;
  const [above, below] = [read.digits * SECONDS_PER_HOUR * numerator, read.scale * denominator];
  const size = above < 0n ? -above : above;
  const rounded = (2n * size + below) / (2n * below);
  const seconds = Number(above < 0n ? -rounded : rounded);
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** The whole number that a text is, `12.0` among them; undefined: it is none, or has decimals. */
export function wholeOf(text: string): bigint | undefined {
  const read = decimalOf(text);
  return read && read.digits % read.scale === 0n ? read.digits / read.scale : undefined;
}

function decimalOf(text: string): { digits: bigint; scale: bigint } | undefined {
  const [, sign, whole = '', part = ''] = DECIMAL.exec(text.trim().replace(/^\u2212/, '-')) ?? [];
  if (sign === undefined || whole + part === '' || whole.length + part.length > DIGITS_MAX) return undefined;
  const digits = BigInt(whole + part);
  return { digits: sign === '-' ? -digits : digits, scale: 10n ** BigInt(part.length) };
}
