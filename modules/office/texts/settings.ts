/** Settings of a community. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const settings = {
  title: { en: 'Settings', de: 'Einstellungen' },
  lead: { en: 'Rules and defaults of this community.', de: 'Regeln und Standardwerte dieser Gemeinschaft.' },
  readOnly: {
    en: 'Your role can view the settings but not change them.',
    de: 'Mit Ihrer Rolle können Sie die Einstellungen ansehen, aber nicht ändern.',
  },
  name: { en: 'Name of the community', de: 'Name der Gemeinschaft' },
  time: { en: 'Time', de: 'Zeit' },
  step: { en: 'Time increment', de: 'Zeitschritt' },
  hoursAs: { en: 'How hours are shown', de: 'Schreibweise der Stunden' },
  timeZone: { en: 'Time zone', de: 'Zeitzone' },
  timeZoneHint: {
    en: 'Days on members’ pages and in mails begin by it. Days of bookings and statements end at midnight universal time.',
    de: 'Danach beginnen die Tage auf den Seiten der Mitglieder und in E-Mails. Tage von Buchungen und Auszügen enden um 0 Uhr Weltzeit.',
  },
  hoursForms: {
    decimal: { en: 'Decimal, such as 1.33 h', de: 'Dezimal, etwa 1,33 h' },
    clock: { en: 'Hours and minutes, such as 1:20 h', de: 'Stunden und Minuten, etwa 1:20 h' },
  },
  stepHint: {
    en: 'The time of each exchange must be a multiple of this. With 15 minutes, 1:15 is accepted and 1:20 is rejected.',
    de: 'Die Zeit jedes Einsatzes muss ein Vielfaches davon sein. Bei 15 Minuten wird 1:15 angenommen und 1:20 abgelehnt.',
  },
  stepOption: phrase({
    en: (minutes: number) => (minutes === 60 ? 'Whole hours' : counted.en(minutes, 'minute', 'minutes')),
    de: (minutes) => (minutes === 60 ? 'Ganze Stunden' : counted.de(minutes, 'Minute', 'Minuten')),
  }),
  limits: { en: 'Account limits', de: 'Kontogrenzen' },
  limitsLead: {
    en: 'The limits apply to new bookings only. Existing bookings do not change.',
    de: 'Die Grenzen gelten nur für neue Buchungen. Bestehende Buchungen ändern sich nicht.',
  },
  lower: { en: 'Lowest balance', de: 'Niedrigster Kontostand' },
  lowerHint: {
    en: 'How far below zero exchanges may take an account, for example -25. Leave empty for no limit. With 0, a member cannot receive help before giving help.',
    de: 'So weit unter null darf ein Konto durch Einsätze sinken, zum Beispiel -25. Leer lassen für keine Grenze. Bei 0 kann ein Mitglied erst Hilfe bekommen, wenn es geholfen hat.',
  },
  upper: { en: 'Highest balance', de: 'Höchster Kontostand' },
  upperHint: {
    en: 'The most hours a member’s account may hold, for example 100. Leave empty for no limit.',
    de: 'So viele Stunden darf das Konto eines Mitglieds höchstens enthalten, zum Beispiel 100. Leer lassen für keine Grenze.',
  },
  visibility: { en: 'Visibility to partners', de: 'Sichtbarkeit für Partner' },
  visibilityLead: {
    en: 'The default for members who have not chosen a setting.',
    de: 'Der Standard für Mitglieder, die keine Einstellung gewählt haben.',
  },
  visibilityChange: phrase({
    en: (count: number) =>
      count === 0
        ? 'No member uses this default at the moment.'
        : `${counted.en(count, 'member uses', 'members use')} this default. When you save, partners are notified of the change.`,
    de: (count) =>
      count === 0
        ? 'Zurzeit gilt dieser Standard für kein Mitglied.'
        : `Dieser Standard gilt für ${counted.de(count, 'Mitglied', 'Mitglieder')}. Wenn Sie speichern, werden Partner über die Änderung benachrichtigt.`,
  }),
  firstPartner: {
    en: 'A bank or another organisation whose program credits hours to members. What concerns partners appears once you have added the first.',
    de: 'Eine Bank oder andere Organisation, deren Programm Mitgliedern Stunden gutschreibt. Was Partner betrifft, erscheint, sobald Sie den ersten hinzugefügt haben.',
  },
  languages: { en: 'Languages', de: 'Sprachen' },
  languagesHint: { en: 'Choose the main language first.', de: 'Wählen Sie die Hauptsprache zuerst.' },
  languagesNone: { en: 'No such language', de: 'Keine solche Sprache' },
  administrators: { en: 'Administrators and roles', de: 'Verwaltungsteam und Rollen' },
  administratorsText: {
    en: 'Manage who may use this console, and in which role.',
    de: 'Legen Sie fest, wer diese Verwaltungsoberfläche benutzen darf und in welcher Rolle.',
  },
  sandbox: { en: 'Sandbox', de: 'Testumgebung' },
  sandboxText: {
    en: 'All members here are invented. Reset the sandbox to start tests from the same state each time. Partners keep their client secrets, keys and webhooks.',
    de: 'Alle Mitglieder hier sind erfunden. Setzen Sie die Testumgebung zurück, damit jeder Test gleich beginnt. Partner behalten ihre Zugangsschlüssel, Schlüssel und Webhooks.',
  },
  reset: { en: 'Reset sandbox', de: 'Testumgebung zurücksetzen' },
  resetTitle: phrase({ en: (name: string) => `Reset ${name}?`, de: (name) => `${name} zurücksetzen?` }),
  resetText: {
    en: 'All members, listings, exchanges, credits, statements and events are deleted, and the invented ones are created again. Partners with their client secrets, keys and webhooks stay, and so does the audit log. This cannot be undone.',
    de: 'Alle Mitglieder, Inserate, Einsätze, Gutschriften, Abrechnungen und Ereignisse werden gelöscht. Danach werden die erfundenen neu angelegt. Partner mit ihren Zugangsschlüsseln, Schlüsseln und Webhooks bleiben, ebenso das Prüfprotokoll. Das lässt sich nicht rückgängig machen.',
  },
  resetDone: { en: 'The sandbox has been reset.', de: 'Die Testumgebung wurde zurückgesetzt.' },
  saved: { en: 'Settings saved.', de: 'Einstellungen gespeichert.' },
  negative: { en: 'Enter 0 or a negative number.', de: 'Geben Sie 0 oder eine negative Zahl ein.' },
  positive: { en: 'Enter a number greater than 0.', de: 'Geben Sie eine Zahl größer als 0 ein.' },
};
