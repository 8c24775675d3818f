/** What money is worth. */
import { phrase } from '../../../console/src/i18n/languages.ts';

export const rates = {
  rates: {
    title: { en: 'Exchange rates', de: 'Umrechnungskurse' },
    leadCommunity: phrase({
      en: (partners: boolean) =>
        `What money is worth in hours${partners ? ', for every partner without a rate of its own' : ''}.`,
      de: (partners) => `Wie viele Stunden Geld wert ist${partners ? ', für jeden Partner ohne eigenen Kurs' : ''}.`,
    }),
    leadPartner: {
      en: 'What money is worth in hours. Without a rate agreed with this partner, that of the community applies.',
      de: 'Wie viele Stunden Geld wert ist. Ist mit diesem Partner kein Kurs vereinbart, gilt der der Gemeinschaft.',
    },
    none: {
      en: 'No rate has been agreed. Hours are not compared with money.',
      de: 'Es ist kein Kurs vereinbart. Stunden werden nicht mit Geld verglichen.',
    },
    from: phrase({
      en: (currency: string, day: string) => `${currency} from ${day}`,
      de: (currency, day) => `${currency} ab ${day}`,
    }),
    worth: phrase({
      en: (amount: string, currency: string, hours: string, isOne: boolean) =>
        `${amount} ${currency} for ${isOne ? 'one hour' : `${hours} hours`}`,
      de: (amount, currency, hours, isOne) => `${amount} ${currency} für ${isOne ? 'eine Stunde' : `${hours} Stunden`}`,
    }),
    ofCommunity: { en: '(rate of the community)', de: '(Kurs der Gemeinschaft)' },
    change: { en: 'Change rate', de: 'Kurs ändern' },
    currency: { en: 'Currency', de: 'Währung' },
    currencyHint: { en: 'Three letters, such as EUR.', de: 'Drei Buchstaben, etwa EUR.' },
    amount: { en: 'Amount for one hour', de: 'Betrag für eine Stunde' },
    amountHint: { en: 'Leave empty to remove the rate.', de: 'Leer lassen, um den Kurs zu entfernen.' },
    badAmount: {
      en: 'Not a valid amount. Enter a number above 0, such as 20 or 12.50.',
      de: 'Kein gültiger Betrag. Geben Sie eine Zahl über 0 ein, etwa 20 oder 12,50.',
    },
    badCurrency: {
      en: 'Not a valid currency. Enter three capital letters, such as EUR.',
      de: 'Keine gültige Währung. Geben Sie drei Großbuchstaben ein, etwa EUR.',
    },
    firstDay: { en: 'First day', de: 'Erster Tag' },
    firstDayHint: {
      en: 'The bank’s booking day from which the rate applies. Earlier days keep their rate. Leave empty to replace all rates of this currency.',
      de: 'Der Buchungstag der Bank, ab dem der Kurs gilt. Frühere Tage behalten ihren Kurs. Leer lassen, um alle Kurse dieser Währung zu ersetzen.',
    },
    saved: { en: 'Exchange rate saved.', de: 'Umrechnungskurs gespeichert.' },
  },
};
