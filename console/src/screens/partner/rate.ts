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

/** The amount for one hour, for showing; undefined when the rate is not one this page wrote and not readable. */
export function amountForOneHour(rate: string): number | undefined {
  const [above = '', below = '1'] = rate.split('/');
  const amount = Number(below) / Number(above);
  return Number.isFinite(amount) && amount > 0 ? Math.round(amount * 10_000) / 10_000 : undefined;
}
