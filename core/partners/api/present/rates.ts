import type { ExchangeRate } from '@timebank/contract';
import { type AgreedRate, pricedHours } from '../../rates/rate.ts';

/** A rate as both APIs show it: whole hours for an amount of money, both exact. */
export function presentRate({ currency, validFrom, ...rate }: AgreedRate): ExchangeRate {
  const { hours, perAmount } = pricedHours(rate);
  return { currency, hours, seconds: hours * 3600, per_amount: perAmount, from: validFrom };
}
