/** Exact seconds of amounts: no number of another system goes through a float. */
import { guessNumbers, plainNumber } from '../import/formats.ts';
import type { DecimalMark } from '../import/types.ts';

/** A number of units is `hoursNumerator / hoursDenominator` hours. */
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

function decimalOf(text: string): { digits: bigint; scale: bigint } | undefined {
  const [, sign, whole = '', part = ''] = DECIMAL.exec(text.trim().replace(/^\u2212/, '-')) ?? [];
  if (sign === undefined || whole + part === '' || whole.length + part.length > DIGITS_MAX) return undefined;
  const digits = BigInt(whole + part);
  return { digits: sign === '-' ? -digits : digits, scale: 10n ** BigInt(part.length) };
}

/**
 * Amounts of a system's files as texts with a decimal point and no marks of thousands.
 * @param cells all of them: what one leaves open another decides
 * @param unclear the mark where none does
 */
export function amountReader(cells: readonly string[], unclear: DecimalMark): (cell: string) => string {
  const mark = guessNumbers(cells, undefined).decimal ?? unclear;
  return (cell) => plainNumber(cell, mark).replace(',', '.');
}
