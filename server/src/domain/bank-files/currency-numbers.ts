/** ISO 4217 by number, as fixed columns write currencies. */

const BY_NUMBER: Readonly<Record<string, string>> = {
  ...{ '978': 'EUR', '840': 'USD', '826': 'GBP', '756': 'CHF', '752': 'SEK', '578': 'NOK', '208': 'DKK', '985': 'PLN' },
  ...{ '203': 'CZK', '348': 'HUF', '946': 'RON', '975': 'BGN', '949': 'TRY', '352': 'ISK', '392': 'JPY', '124': 'CAD' },
  ...{ '036': 'AUD', '554': 'NZD', '504': 'MAD', '484': 'MXN', '986': 'BRL', '032': 'ARS', '152': 'CLP', '170': 'COP' },
  ...{ '156': 'CNY', '344': 'HKD', '702': 'SGD', '710': 'ZAR', '356': 'INR', '643': 'RUB', '980': 'UAH', '376': 'ILS' },
};

/** The currency of a number, or null where it is none of those. */
export function currencyOfNumber(number: string): string | null {
  return BY_NUMBER[number] ?? null;
}
