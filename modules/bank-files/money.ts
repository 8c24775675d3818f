/** Amounts as texts in their one form, `-1335.00`: a decimal point, at least two decimals. */
import { addSigned, type Decimal, negate, parseSigned, unsigned, writeSigned } from '../../core/base/decimal.ts';

const ZERO: Decimal = { digits: 0n, scale: 2 };
const parsed = (amount: string) => parseSigned(amount) ?? ZERO;

/** The one form of a number with a decimal point; undefined where the text is none. */
export function canonicalMoney(text: string): string | undefined {
  const amount = parseSigned(text);
  return amount && writeSigned(amount);
}

/** An amount in the smallest unit, as fixed columns write it: `-2000` with 2 decimals is `-20.00`. */
export const moneyOfMinor = (digits: string, decimals: number) =>
  writeSigned({ digits: BigInt(digits), scale: decimals });

export const sumMoney = (amounts: readonly string[]) => writeSigned(addSigned([ZERO, ...amounts.map(parsed)]));

export const isMoneyOut = (amount: string) => amount.startsWith('-');

export const unsignedMoney = (amount: string) => writeSigned(unsigned(parsed(amount)));

/** The same amount the other way; zero stays zero. */
export const negatedMoney = (amount: string) => writeSigned(negate(parsed(amount)));
