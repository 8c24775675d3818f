/** Exchange rates on the command line, of a community and of a partner. */

import type { Command } from 'commander';
import { refusal } from '../../../core/base/refusal.ts';
import type { AgreedExchangeRate } from '../contract/rates.ts';

export interface RateOptions {
  readonly hoursPerUnit?: string[];
  readonly from?: string;
}

export const withRates = (command: Command): Command =>
  command
    .option(
      '--hours-per-unit <rate...>',
      'what money is worth: EUR=1/20 is one hour for 20 euros; EUR=none removes the rate',
    )
    .option('--from <day>', 'the first day, as the bank books, for which the rates hold; without it: every day');

/**
 * The body of the operation; empty where no rate was given.
 * @throws Refusal invalid_request for a day without a rate
 */
export function rateChangesOf({ hoursPerUnit, from }: RateOptions) {
  if (hoursPerUnit === undefined) {
    if (from !== undefined) throw refusal('invalid_request', '--from is the first day of --hours-per-unit.');
    return {};
  }
  const rates = hoursPerUnit.map((text): [string, string | null] => {
    const [currency = '', rate = ''] = text.split('=', 2);
    return [currency, rate === 'none' ? null : rate];
  });
  return { hours_per_unit: Object.fromEntries(rates), ...(from === undefined ? {} : { from }) };
}

/** What a person reads of them. */
export const RATES_SHOWN = {
  columns: ({ from, hours, per_amount, currency, agreed_by }: AgreedExchangeRate) => ({
    ...{ from: from ?? 'always', hours, for: `${per_amount} ${currency}`, 'agreed by': agreed_by },
  }),
  empty: 'No exchange rate is agreed.',
};
