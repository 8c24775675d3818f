/** Was jede Seite braucht. */
import type { Texts } from '../en/texts.ts';

const plural = new Intl.PluralRules('de');

/** `1 Mitglied`, `2 Mitglieder`. */
export function counted(number: number, one: string, other: string): string {
  return `${new Intl.NumberFormat('de').format(number)} ${plural.select(number) === 'one' ? one : other}`;
}

export const common = {
  app: {
    name: 'Timebank',
    console: 'Timebank-Verwaltung',
    titled: (title) => `${title} · Timebank`,
    skip: 'Zum Inhalt springen',
    menu: 'Menü',
    closeMenu: 'Menü schließen',
    navigation: 'Hauptmenü',
    loading: 'Wird geladen',
    working: 'Einen Moment noch …',
  },
  nav: {
    groupPartners: 'Partner',
    groupCommunity: 'Gemeinschaft',
    groupAdministration: 'Verwaltung',
    overview: 'Übersicht',
    members: 'Mitglieder',
    listings: 'Angebote und Gesuche',
    exchanges: 'Austausch',
    import: 'Import',
    settings: 'Einstellungen',
    partners: 'Partner',
    calls: 'Aufrufe',
    audit: 'Prüfprotokoll',
    safety: 'Notschalter',
    administrators: 'Verwalter',
    account: 'Ihr Konto',
    signOut: 'Abmelden',
    documentation: 'API-Dokumentation',
    community: 'Gemeinschaft',
    switchCommunity: 'Zu einer anderen Gemeinschaft wechseln',
    appearance: 'Darstellung',
    appearanceSystem: 'Wie das System',
    appearanceLight: 'Hell',
    appearanceDark: 'Dunkel',
    language: 'Sprache',
  },
  kind: {
    live: 'Echtbetrieb',
    sandbox: 'Spielwiese',
    liveMeans: 'Echte Mitglieder und echte Stunden.',
    sandboxMeans: 'Erfundene Mitglieder, zum Ausprobieren. Nichts hier ist echt.',
  },
  roles: {
    owner: 'Inhaber',
    administrator: 'Verwalter',
    coordinator: 'Koordinator',
    auditor: 'Prüfer',
  },
  roleMeans: {
    owner: 'Alles, auch der Notschalter und wer die Gemeinschaft verwaltet.',
    administrator:
      'Führt die Gemeinschaft und ihre Partner mit deren Geheimnissen und Webhooks; vergleicht Dateien der Bank; liest Aufrufe, Auszüge und das Prüfprotokoll.',
    coordinator: 'Führt das Alltägliche: Mitglieder, Angebote und Austausch. Sieht die Partner und ihre Auszüge.',
    auditor: 'Sieht alles, ändert nichts.',
  },
  act: {
    save: 'Speichern',
    cancel: 'Abbrechen',
    close: 'Schließen',
    back: 'Zurück',
    retry: 'Noch einmal versuchen',
    more: 'Mehr laden',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyThing: (thing) => `Kopieren: ${thing}`,
    clear: 'Filter löschen',
    goOn: 'Weiter',
    details: 'Einzelheiten',
    showPassword: 'Passwort zeigen',
    hidePassword: 'Passwort verbergen',
    optional: 'freiwillig',
  },
  when: {
    never: 'Nie',
    now: 'gerade eben',
    utc: 'UTC',
  },
  failure: {
    title: 'Das hat nicht geklappt',
    loadTitle: 'Das konnte nicht geladen werden',
    kept: 'Nichts Getipptes ist verloren. Versuchen Sie es noch einmal.',
    network: 'Der Dienst ist nicht zu erreichen. Prüfen Sie Ihre Verbindung.',
    timeout: 'Der Dienst hat nicht rechtzeitig geantwortet.',
    unreadable: 'Die Antwort kam nicht vom Dienst, vielleicht von einem Proxy. Versuchen Sie es gleich noch einmal.',
    server: 'Der Dienst hatte ein Problem. Es ist vermerkt; versuchen Sie es gleich noch einmal.',
    away: 'Der Dienst ist ausgelastet oder seine Datenbank nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    notPermitted: 'Ihre Rolle in dieser Gemeinschaft erlaubt das nicht. Fragen Sie einen Inhaber der Gemeinschaft.',
    rateLimited: (seconds) =>
      seconds === undefined
        ? 'Zu viele Versuche. Warten Sie eine Weile und versuchen Sie es dann noch einmal.'
        : `Zu viele Versuche. Versuchen Sie es in ${counted(Math.max(1, Math.ceil(seconds / 60)), 'Minute', 'Minuten')} noch einmal.`,
    conflict: 'Jemand hat das inzwischen geändert. Sehen Sie es sich an und entscheiden Sie neu.',
    fields: 'Etwas von dem Getippten stimmt nicht; siehe die markierten Felder.',
    requestId: (id) => `Für Rückfragen: ${id}`,
    crashTitle: 'Auf dieser Seite ist etwas schiefgegangen',
    crash: 'Laden Sie die Seite neu. Geschieht es wieder, sagen Sie es dem Betreiber des Dienstes.',
    reload: 'Seite neu laden',
  },
  field: {
    required: 'Bitte ausfüllen.',
    tooShort: 'Das ist zu kurz.',
    tooLong: 'Das ist zu lang.',
    tooCommon: 'Das ist leicht zu erraten. Nehmen Sie mehrere Wörter, die zu niemandem gehören.',
    notPositive: 'Muss mehr als 0 sein.',
    tooManyDecimals: 'Höchstens zwei Nachkommastellen: Viertelstunden und Minuten passen.',
    tooLarge: 'Diese Zahl ist zu groß.',
    outOfRange: 'Diese Zahl liegt außerhalb des Erlaubten.',
    wholeNumber: 'Bitte eine ganze Zahl.',
    invalidCharacters: 'Das enthält Zeichen, die nicht gehen.',
    email: 'Das ist keine E-Mail-Adresse.',
    notMoreThanZero: 'Muss 0 oder weniger sein.',
    date: 'Das ist kein Tag des Kalenders.',
    hours: 'Das ist keine Zeit. Schreiben Sie 1:30, 1,5 oder 90 min.',
    language: 'Das ist kein Sprachkürzel wie en oder de.',
    lineBreak: 'Bitte nur eine Zeile.',
    future: 'Dieser Tag ist noch nicht da.',
    sameAccount: 'Beide sind dasselbe Konto.',
    notActive: 'Nur aktive Mitglieder nehmen teil.',
    unknownAccount: 'Niemand hier hat diesen Namen oder diese Nummer.',
    taken: 'Das ist schon vergeben.',
  },
  hours: {
    understood: (hours, one) => `= ${hours} ${one ? 'Stunde' : 'Stunden'}`,
    unreadable: (whole, decimals) => `Das sind keine Stunden. Schreiben Sie eine Zahl wie ${whole} oder ${decimals}.`,
    ambiguous: (typed, whole, decimals) =>
      `${typed} lässt sich auf zwei Arten lesen. Schreiben Sie ${whole} ohne Zeichen oder höchstens zwei Nachkommastellen wie ${decimals}.`,
  },
  notFound: {
    title: 'Hier ist nichts',
    text: 'Die Adresse ist falsch, oder Sie gehören nicht zu dieser Gemeinschaft.',
    home: 'Zur Startseite',
    noCommunityTitle: 'Sie gehören zu keiner Gemeinschaft',
    noCommunity:
      'Ihr Konto funktioniert, aber noch niemand hat Ihnen eine Rolle in einer Gemeinschaft gegeben. Bitten Sie einen Inhaber um eine Einladung.',
  },
} satisfies Pick<
  Texts,
  'app' | 'nav' | 'kind' | 'roles' | 'roleMeans' | 'act' | 'when' | 'failure' | 'field' | 'hours' | 'notFound'
>;
