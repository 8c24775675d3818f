/** Was Geld wert ist. */
import type { Texts } from '../en/texts.ts';

export const rates = {
  rates: {
    title: 'Umrechnungskurse',
    leadCommunity: 'Wie viele Stunden Geld wert ist, für jeden Partner ohne eigenen Kurs.',
    leadPartner:
      'Wie viele Stunden Geld wert ist. Ist mit diesem Partner kein Kurs vereinbart, gilt der der Gemeinschaft.',
    none: 'Es ist kein Kurs vereinbart. Beträge werden nicht verglichen.',
    from: (currency, day) => `${currency} ab ${day}`,
    worth: (amount, currency, hours, isOne) =>
      `${amount} ${currency} für ${isOne ? 'eine Stunde' : `${hours} Stunden`}`,
    ofCommunity: '(Kurs der Gemeinschaft)',
    change: 'Kurs ändern',
    currency: 'Währung',
    currencyHint: 'Drei Buchstaben, etwa EUR.',
    amount: 'Betrag für eine Stunde',
    amountHint: 'Leer lassen, um den Kurs zu entfernen.',
    badAmount: 'Kein gültiger Betrag. Geben Sie eine Zahl über 0 ein, etwa 20 oder 12,50.',
    badCurrency: 'Keine gültige Währung. Geben Sie drei Großbuchstaben ein, etwa EUR.',
    firstDay: 'Erster Tag',
    firstDayHint:
      'Der Buchungstag der Bank, ab dem der Kurs gilt. Frühere Tage behalten ihren Kurs. Leer lassen, um alle Kurse dieser Währung zu ersetzen.',
    saved: 'Umrechnungskurs gespeichert.',
  },
} satisfies Pick<Texts, 'rates'>;
