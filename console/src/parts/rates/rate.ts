/** The exchange rate, between the form people say (20 EUR an hour) and the stored form (1/20 hour per EUR). Exact. */

/** Decimals of an amount of money for one hour. */
export const RATE_DECIMALS_MAX = 4;

/** `20` becomes `1/20`, `12.5` becomes `10/125`; undefined when it is no amount above 0. */
export function hoursPerUnit(amountForOneHour: number): string | undefined {
  if (!(amountForOneHour > 0)) return undefined;
  const [whole = '', decimals = ''] = String(amountForOneHour).split('.');
  const digits = BigInt(whole + decimals);
  return digits > 0n ? `${10n ** BigInt(decimals.length)}/${digits}` : undefined;
}
