/** What money is worth. */
export const rates = {
  rates: {
    title: 'Exchange rates',
    leadCommunity: 'What money is worth in hours, for every partner without a rate of its own.',
    leadPartner:
      'What money is worth in hours. Without a rate agreed with this partner, that of the community applies.',
    none: 'No rate has been agreed. Amounts are not compared.',
    from: (currency: string, day: string) => `${currency} from ${day}`,
    worth: (amount: string, currency: string, hours: string, isOne: boolean) =>
      `${amount} ${currency} for ${isOne ? 'one hour' : `${hours} hours`}`,
    ofCommunity: '(rate of the community)',
    change: 'Change rate',
    currency: 'Currency',
    currencyHint: 'Three letters, such as EUR.',
    amount: 'Amount for one hour',
    amountHint: 'Leave empty to remove the rate.',
    badAmount: 'Not a valid amount. Enter a number above 0, such as 20 or 12.50.',
    badCurrency: 'Not a valid currency. Enter three capital letters, such as EUR.',
    firstDay: 'First day',
    firstDayHint:
      'The bank’s booking day from which the rate applies. Earlier days keep their rate. Leave empty to replace all rates of this currency.',
    saved: 'Exchange rate saved.',
  },
};
