/** Was ein Partner getan hat, und wie es der Gemeinschaft in diesem Monat geht. */
import type { Texts } from '../en/texts.ts';
import { counted } from './common.ts';

export const activity: Texts['activity'] = {
  hours: (value, written) => (value === 1 ? '1 Stunde' : `${written} Stunden`),
  credits: (number) => counted(number, 'Gutschrift', 'Gutschriften'),
  today: 'Heute gutgeschrieben',
  ofCap: (hours, cap) => `${hours} von ${cap} Stunden`,
  capLeft: (hours) => `Bis 0 Uhr Weltzeit (UTC) bleiben ${hours} Stunden.`,
  capReached: 'Die Tagesgrenze ist erreicht. Weitere Gutschriften werden bis 0 Uhr Weltzeit (UTC) abgelehnt.',
  noCap: (hours) => `${hours} Stunden. Es gibt keine Tagesgrenze.`,
  creditsTitle: 'Gutschriften',
  thisMonth: 'Bisher in diesem Monat',
  sameDays: 'Dieselben Tage im Vormonat',
  sum: (credits, hours) => `${credits}, ${hours}`,
  reversed: (hours) => `${hours} storniert`,
  lastCredit: 'Letzte Gutschrift',
  lastCreditTo: (hours) => `${hours} an`,
  noCredit: 'Noch keine',
  lookTitle: 'Zu erledigen',
  failing: (name) => `Zustellungen an „${name}“ schlagen fehl`,
  failingTodo: 'Sagen Sie dem Partner Bescheid. Ereignisse werden aufgehoben und wiederholt.',
  differences: (number) => counted(number, 'Abweichung vom Bankauszug', 'Abweichungen vom Bankauszug'),
  differencesTodo: 'Prüfen Sie jede Zeile.',
  callsTitle: 'API-Aufrufe der letzten 24 Stunden',
  reasons: 'Warum Aufrufe abgelehnt wurden oder fehlschlugen',
  reason: (why, calls) => `${why}: ${counted(calls, 'Aufruf', 'Aufrufe')}`,
  tokens: 'Gültige Zugriffstoken',
  nextTitle: 'Dieser Partner hat noch nichts aufgerufen',
  next: [
    'Übergeben Sie dem Partner seinen Zugangsschlüssel.',
    'Der Partner meldet sich damit an und ruft zum ersten Mal auf.',
  ],
  nextLink: 'Zu den Zugangsschlüsseln',
  nextEnd: 'Danach sehen Sie hier, was er tut.',
  quietTitle: 'Nichts zu erledigen',
  quiet: {
    webhooks: 'Webhooks werden zugestellt.',
    secrets: 'Kein Zugangsschlüssel läuft bald ab.',
    review: 'Kein Mitglied, kein Inserat und keine Nachricht wartet auf Sie.',
    credits: 'Keine Gutschrift ist ungewöhnlich groß.',
  },
  members: 'Aktive Mitglieder',
  newMembers: (number, written) =>
    `Status „Aktiv“. In den letzten 30 Tagen eingetreten: ${number === 0 ? 'keines' : written}`,
  circulating: 'Stunden auf allen Konten',
  circulatingHint: 'Kontostände der Mitglieder, der Organisationen und der Gemeinschaftskasse zusammen',
  exchanged: 'Stunden aus Einsätzen in diesem Monat',
  credited: 'Von Partnern in diesem Monat gutgeschrieben',
  before: (hours) => `${hours} an denselben Tagen des Vormonats`,
  unusualTitle: 'Ungewöhnlich große Gutschriften',
  unusual: (partner, hours, member) => `${partner} hat ${hours} gutgeschrieben: ${member}`,
  unusualUsual: (day, usual) =>
    `Am ${day}. Üblich sind bei diesem Partner etwa ${usual}. Prüfen Sie, ob der Betrag stimmt.`,
  unusualCap: (day, cap) =>
    `Am ${day}. Dieser Partner darf höchstens ${cap} auf einmal gutschreiben und hat erst wenig gebucht. Prüfen Sie, ob der Betrag stimmt.`,
};
