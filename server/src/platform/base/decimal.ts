/** Decimal numbers as written, without rounding. */

/** A decimal number, exactly: `digits` / 10^`scale`. */
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
