/** What money is worth, between how people say it (20 EUR an hour) and how it is kept (1/20 hour per EUR). Exact. */

/** `20` becomes `1/20`, `12.50` becomes `100/1250`; undefined when it is no amount above 0. */
export function hoursPerUnit(amountForOneHour: string): string | undefined {
  const found = /^(\d{1,9})(?:[.,](\d{1,4}))?$/.exec(amountForOneHour.trim());
  if (!found) return undefined;
  const [, whole = '', decimals = ''] = found;
  const digits = BigInt(whole + decimals);
  return digits > 0n ? `${10n ** BigInt(decimals.length)}/${digits}` : undefined;
}

/** The amount for one hour, for showing; undefined when the rate is not one this page wrote and not readable. */
export function amountForOneHour(rate: string): number | undefined {
  const [above = '', below = '1'] = rate.split('/');
  const amount = Number(below) / Number(above);
  return Number.isFinite(amount) && amount > 0 ? Math.round(amount * 10_000) / 10_000 : undefined;
}
