/** What a partner did, and how the community does this month. Loaded with the screens that need it. */
import { useLanguage } from '../text.ts';
import { countedIn } from './counted.ts';

const counted = countedIn('en');
const countedDe = countedIn('de');

const en = {
  hours: (value: number, written: string) => (value === 1 ? '1 hour' : `${written} hours`),
  credits: (number: number) => counted(number, 'credit', 'credits'),
  // A partner.
  today: 'Credited today',
  ofCap: (hours: string, cap: string) => `${hours} of ${cap} hours`,
  capLeft: (hours: string) => `${hours} hours are left until midnight UTC.`,
  capReached: 'The daily limit is reached. Further credits are refused until midnight UTC.',
  noCap: (hours: string) => `${hours} hours. There is no daily limit.`,
  creditsTitle: 'Credits',
  thisMonth: 'This month so far',
  sameDays: 'Same days last month',
  sum: (credits: string, hours: string) => `${credits}, ${hours}`,
  reversed: (hours: string) => `${hours} reversed`,
  lastCredit: 'Last credit',
  lastCreditTo: (hours: string) => `${hours} to`,
  noCredit: 'None yet',
  lookTitle: 'To do',
  failing: (name: string) => `Deliveries to “${name}” fail`,
  failingTodo: 'Tell the partner. Events are kept and repeated.',
  differences: (number: number) =>
    counted(number, 'difference with the bank statement', 'differences with the bank statement'),
  differencesTodo: 'Check each line.',
  callsTitle: 'API calls in the last 24 hours',
  reasons: 'Why calls were refused or failed',
  reason: (why: string, calls: number) => `${why}: ${counted(calls, 'call', 'calls')}`,
  tokens: 'Valid access tokens',
  nextTitle: 'This partner has not called yet',
  next: ['Give the partner its client secret.', 'The partner signs in with it and makes its first call.'],
  nextLink: 'To the client secrets',
  nextEnd: 'You will see here what it does.',
  // The community.
  quietTitle: 'Nothing to do',
  quiet: {
    webhooks: 'Webhooks are delivered.',
    secrets: 'No client secret expires soon.',
    review: 'No member and no listing is waiting for you.',
    credits: 'No credit is unusually large.',
  },
  members: 'Active members',
  newMembers: (number: number) =>
    number === 0 ? 'None added in the last 30 days' : `${number} added in the last 30 days`,
  circulating: 'Hours in circulation',
  circulatingHint: 'On all accounts together',
  exchanged: 'Exchanged this month',
  credited: 'Credited this month',
  before: (hours: string) => `${hours} on the same days last month`,
  unusualTitle: 'Unusually large credits',
  unusual: (partner: string, hours: string, member: string) => `${partner} credited ${hours} to ${member}`,
  unusualUsual: (day: string, usual: string) =>
    `On ${day}. A credit of this partner is usually about ${usual}. Check that the amount is right.`,
  unusualCap: (day: string, cap: string) =>
    `On ${day}. The largest credit this partner may book is ${cap}, and it has booked few so far. Check that the amount is right.`,
};

export type ActivityWords = {
  readonly [Key in keyof typeof en]: (typeof en)[Key];
};

const de: ActivityWords = {
  hours: (value, written) => (value === 1 ? '1 Stunde' : `${written} Stunden`),
  credits: (number) => countedDe(number, 'Gutschrift', 'Gutschriften'),
  today: 'Heute gutgeschrieben',
  ofCap: (hours, cap) => `${hours} von ${cap} Stunden`,
  capLeft: (hours) => `Bis Mitternacht UTC bleiben ${hours} Stunden.`,
  capReached: 'Die Tagesgrenze ist erreicht. Weitere Gutschriften werden bis Mitternacht UTC abgelehnt.',
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
  differences: (number) => countedDe(number, 'Abweichung vom Bankauszug', 'Abweichungen vom Bankauszug'),
  differencesTodo: 'Prüfen Sie jede Zeile.',
  callsTitle: 'API-Aufrufe der letzten 24 Stunden',
  reasons: 'Warum Aufrufe abgelehnt wurden oder fehlschlugen',
  reason: (why, calls) => `${why}: ${countedDe(calls, 'Aufruf', 'Aufrufe')}`,
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
    review: 'Kein Mitglied und kein Inserat wartet auf Sie.',
    credits: 'Keine Gutschrift ist ungewöhnlich groß.',
  },
  members: 'Aktive Mitglieder',
  newMembers: (number) =>
    number === 0 ? 'In den letzten 30 Tagen kam keines dazu' : `${number} neu in den letzten 30 Tagen`,
  circulating: 'Stunden im Umlauf',
  circulatingHint: 'Auf allen Konten zusammen',
  exchanged: 'In diesem Monat getauscht',
  credited: 'In diesem Monat gutgeschrieben',
  before: (hours) => `${hours} an denselben Tagen des Vormonats`,
  unusualTitle: 'Ungewöhnlich große Gutschriften',
  unusual: (partner, hours, member) => `${partner} hat ${hours} gutgeschrieben: ${member}`,
  unusualUsual: (day, usual) =>
    `Am ${day}. Üblich sind bei diesem Partner etwa ${usual}. Prüfen Sie, ob der Betrag stimmt.`,
  unusualCap: (day, cap) =>
    `Am ${day}. Dieser Partner darf höchstens ${cap} auf einmal gutschreiben und hat erst wenig gebucht. Prüfen Sie, ob der Betrag stimmt.`,
};

export const ACTIVITY_WORDS = { en, de } as const;

export function useActivityWords(): ActivityWords {
  return ACTIVITY_WORDS[useLanguage().code];
}
