/** Listen, Kontoauszüge und Briefe auf Papier. */
import type { Texts } from '../en/texts.ts';

export const paper = {
  paper: {
    signatures: 'Spalte für Unterschriften',
    signature: 'Unterschrift',
    landscape: 'Querformat',
    rows: (shown, one) => `${shown} ${one ? 'Zeile' : 'Zeilen'}`,
    first: 'Es gibt mehr: Setzen Sie einen Filter',
  },
  period: {
    kind: 'Zeitraum',
    kinds: { year: 'Jahr', quarter: 'Quartal', month: 'Monat', days: 'Von einem Tag bis zu einem anderen' },
    quarterOf: (number, year) => `${number}. Quartal ${year}`,
    fromTo: (from, to) => `${from} bis ${to}`,
  },
  accountStatement: {
    open: 'Kontoauszug drucken',
    title: 'Kontoauszug',
    of: (name) => `Kontoauszug: ${name}`,
    madeOn: (time) => `gedruckt am ${time}`,
    sums: (added, taken) => `Zugang: ${added}. Abgang: ${taken}.`,
    columns: { day: 'Gebucht am', what: 'Buchung', hours: 'Stunden', after: 'Kontostand' },
    opening: 'Anfangsbestand des Zeitraums',
    closing: 'Endbestand des Zeitraums',
    none: 'In diesem Zeitraum wurde nichts gebucht.',
  },
} satisfies Partial<Texts>;
