/** Texts on a partner's activity, and on the community's month. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const activity = {
  hours: phrase({
    en: (value: number, written: string) => (value === 1 ? '1 hour' : `${written} hours`),
    de: (value, written) => (value === 1 ? '1 Stunde' : `${written} Stunden`),
  }),
  credits: phrase({
    en: (number: number) => counted.en(number, 'credit', 'credits'),
    de: (number) => counted.de(number, 'Gutschrift', 'Gutschriften'),
  }),
  // A partner.
  today: { en: 'Credited today', de: 'Heute gutgeschrieben' },
  ofCap: phrase({
    en: (hours: string, cap: string) => `${hours} of ${cap} hours`,
    de: (hours, cap) => `${hours} von ${cap} Stunden`,
  }),
  capLeft: phrase({
    en: (hours: string) => `${hours} hours are left until midnight universal time.`,
    de: (hours) => `Bis 0 Uhr Weltzeit bleiben ${hours} Stunden.`,
  }),
  capReached: {
    en: 'The daily limit is reached. Further credits are refused until midnight universal time.',
    de: 'Die Tagesgrenze ist erreicht. Weitere Gutschriften werden bis 0 Uhr Weltzeit abgelehnt.',
  },
  noCap: phrase({
    en: (hours: string) => `${hours} hours. There is no daily limit.`,
    de: (hours) => `${hours} Stunden. Es gibt keine Tagesgrenze.`,
  }),
  creditsTitle: { en: 'Credits', de: 'Gutschriften' },
  thisMonth: { en: 'This month so far', de: 'Bisher in diesem Monat' },
  sameDays: { en: 'Same days last month', de: 'Dieselben Tage im Vormonat' },
  sum: phrase({
    en: (credits: string, hours: string) => `${credits}, ${hours}`,
    de: (credits, hours) => `${credits}, ${hours}`,
  }),
  reversed: phrase({ en: (hours: string) => `${hours} reversed`, de: (hours) => `${hours} storniert` }),
  lastCredit: { en: 'Last credit', de: 'Letzte Gutschrift' },
  lastCreditTo: phrase({ en: (hours: string) => `${hours} to`, de: (hours) => `${hours} an` }),
  noCredit: { en: 'None yet', de: 'Noch keine' },
  lookTitle: { en: 'To do', de: 'Zu erledigen' },
  failing: phrase({
    en: (name: string) => `Deliveries to “${name}” fail`,
    de: (name) => `Zustellungen an „${name}“ schlagen fehl`,
  }),
  failingTodo: {
    en: 'Tell the partner. Events are kept and repeated.',
    de: 'Sagen Sie dem Partner Bescheid. Ereignisse werden aufgehoben und wiederholt.',
  },
  differences: phrase({
    en: (number: number) =>
      counted.en(number, 'difference with the bank statement', 'differences with the bank statement'),
    de: (number) => counted.de(number, 'Abweichung vom Bankauszug', 'Abweichungen vom Bankauszug'),
  }),
  differencesTodo: { en: 'Check each line.', de: 'Prüfen Sie jede Zeile.' },
  callsTitle: { en: 'API calls in the last 24 hours', de: 'API-Aufrufe der letzten 24 Stunden' },
  reasons: { en: 'Why calls were refused or failed', de: 'Warum Aufrufe abgelehnt wurden oder fehlschlugen' },
  reason: phrase({
    en: (why: string, calls: number) => `${why}: ${counted.en(calls, 'call', 'calls')}`,
    de: (why, calls) => `${why}: ${counted.de(calls, 'Aufruf', 'Aufrufe')}`,
  }),
  tokens: { en: 'Valid access tokens', de: 'Gültige Zugriffstoken' },
  nextTitle: { en: 'This partner has not called yet', de: 'Dieser Partner hat noch nichts aufgerufen' },
  next: {
    en: ['Give the partner its client secret.', 'The partner signs in with it and makes its first call.'],
    de: [
      'Übergeben Sie dem Partner seinen Zugangsschlüssel.',
      'Der Partner meldet sich damit an und ruft zum ersten Mal auf.',
    ],
  },
  nextLink: { en: 'To the client secrets', de: 'Zu den Zugangsschlüsseln' },
  nextEnd: { en: 'You will see here what it does.', de: 'Danach sehen Sie hier, was er tut.' },
  // The community.
  quietTitle: { en: 'Nothing to do', de: 'Nichts zu erledigen' },
  quiet: {
    webhooks: { en: 'Webhooks are delivered.', de: 'Webhooks werden zugestellt.' },
    secrets: { en: 'No client secret expires soon.', de: 'Kein Zugangsschlüssel läuft bald ab.' },
    review: {
      en: 'No member, no listing and no message is waiting for you.',
      de: 'Kein Mitglied, kein Inserat und keine Nachricht wartet auf Sie.',
    },
    credits: { en: 'No credit is unusually large.', de: 'Keine Gutschrift ist ungewöhnlich groß.' },
  },
  members: { en: 'Active members', de: 'Aktive Mitglieder' },
  newMembers: phrase({
    en: (number: number, written: string) =>
      `Status “Active”. ${number === 0 ? 'None' : written} of them joined in the last 30 days`,
    de: (number, written) =>
      `Status „Aktiv“. In den letzten 30 Tagen eingetreten: ${number === 0 ? 'keines' : written}`,
  }),
  circulating: { en: 'Hours on all accounts', de: 'Stunden auf allen Konten' },
  circulatingHint: {
    en: 'The balances of members, organisations and the community fund together',
    de: 'Kontostände der Mitglieder, der Organisationen und der Gemeinschaftskasse zusammen',
  },
  exchanged: { en: 'Hours exchanged this month', de: 'Stunden aus Einsätzen in diesem Monat' },
  credited: { en: 'Hours credited by partners this month', de: 'Von Partnern in diesem Monat gutgeschrieben' },
  before: phrase({
    en: (hours: string) => `${hours} on the same days last month`,
    de: (hours) => `${hours} an denselben Tagen des Vormonats`,
  }),
  unusualTitle: { en: 'Unusually large credits', de: 'Ungewöhnlich große Gutschriften' },
  unusual: phrase({
    en: (partner: string, hours: string, member: string) => `${partner} credited ${hours} to ${member}`,
    de: (partner, hours, member) => `${partner} hat ${hours} gutgeschrieben: ${member}`,
  }),
  unusualUsual: phrase({
    en: (day: string, usual: string) =>
      `On ${day}. A credit of this partner is usually about ${usual}. Check that the amount is right.`,
    de: (day, usual) => `Am ${day}. Üblich sind bei diesem Partner etwa ${usual}. Prüfen Sie, ob der Betrag stimmt.`,
  }),
  unusualCap: phrase({
    en: (day: string, cap: string) =>
      `On ${day}. The largest credit this partner may book is ${cap}, and it has booked few so far. Check that the amount is right.`,
    de: (day, cap) =>
      `Am ${day}. Dieser Partner darf höchstens ${cap} auf einmal gutschreiben und hat erst wenig gebucht. Prüfen Sie, ob der Betrag stimmt.`,
  }),
};
