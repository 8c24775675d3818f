/** The communities of an installation, for its operators. */
import { phrase } from '../../../console/src/i18n/languages.ts';

export const operate = {
  lead: {
    en: 'What is stuck comes first. What to do about it, “timebank doctor” says on the server.',
    de: 'Wo etwas stockt, steht zuerst. Was zu tun ist, sagt „timebank doctor“ auf dem Server.',
  },
  name: { en: 'Community', de: 'Gemeinschaft' },
  state: { en: 'State', de: 'Zustand' },
  states: {
    stuck: { en: 'Stuck', de: 'Stockt' },
    idle: { en: 'Idle', de: 'Ruht' },
    active: { en: 'At work', de: 'In Betrieb' },
  },
  idleMeans: { en: 'Nothing booked for 60 days', de: 'Seit 60 Tagen nichts gebucht' },
  stuck: {
    days: phrase({
      en: (day: string) => `The day ${day} is not final`,
      de: (day) => `Der Tag ${day} ist nicht abgeschlossen`,
    }),
    deliveries: phrase({
      en: (count: string) => `Events overdue: ${count}`,
      de: (count) => `Überfällige Ereignisse: ${count}`,
    }),
    mails: phrase({ en: (count: string) => `Mails overdue: ${count}`, de: (count) => `Überfällige Mails: ${count}` }),
    subscriptions: phrase({
      en: (count: string) => `Webhooks switched off after failures: ${count}`,
      de: (count) => `Nach Fehlern abgeschaltete Webhooks: ${count}`,
    }),
    partner_api: phrase({
      en: (reason: string) => `Partner API off: ${reason}`,
      de: (reason) => `Partner-API aus: ${reason}`,
    }),
    move: { en: 'A move to another server has not ended', de: 'Ein Umzug auf einen anderen Server ist nicht beendet' },
  },
  members: { en: 'Members', de: 'Mitglieder' },
  administrators: { en: 'Administrators', de: 'Verwaltungsteam' },
  lastBooking: { en: 'Last booking', de: 'Letzte Buchung' },
  lastSignIn: { en: 'Last sign-in', de: 'Letzte Anmeldung' },
  waiting: { en: 'Waiting', de: 'Wartet' },
  mails: phrase({ en: (count: string) => `mails: ${count}`, de: (count) => `Mails: ${count}` }),
  refused: phrase({
    en: (count: string) => `refused in 7 days: ${count}`,
    de: (count) => `in 7 Tagen abgewiesen: ${count}`,
  }),
  deliveries: phrase({ en: (count: string) => `events: ${count}`, de: (count) => `Ereignisse: ${count}` }),
  nothing: { en: 'Nothing', de: 'Nichts' },
} as const;
