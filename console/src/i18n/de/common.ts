/** Was jede Seite braucht. */
import type { Texts } from '../en/texts.ts';

const plural = new Intl.PluralRules('de');

/** `1 Mitglied`, `2 Mitglieder`; am Satzanfang auch `Mehr als 2 Mitglieder`. */
export function counted(number: number, one: string, other: string, more = false): string {
  return `${more ? 'Mehr als ' : ''}${new Intl.NumberFormat('de').format(number)} ${plural.select(number) === 'one' ? one : other}`;
}

/** `1,000`. */
export const grouped = (number: number): string => new Intl.NumberFormat('de').format(number);

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
    search: 'Suchen',
    searchKey: 'Strg K',
    groupPartners: 'Partner',
    groupCommunity: 'Gemeinschaft',
    groupAdministration: 'Verwaltung',
    overview: 'Übersicht',
    members: 'Mitglieder',
    listings: 'Inserate',
    exchanges: 'Einsätze',
    import: 'Import',
    reports: 'Berichte',
    inbox: 'Bankeingang',
    messages: 'Nachrichten',
    settings: 'Einstellungen',
    partners: 'Partner',
    calls: 'API-Aufrufe',
    audit: 'Prüfprotokoll',
    safety: 'Not-Aus',
    administrators: 'Verwaltungsteam',
    account: 'Ihr Konto',
    signOut: 'Abmelden',
    help: 'Hilfe',
    documentation: 'API-Dokumentation',
    community: 'Gemeinschaft',
    switchCommunity: 'Gemeinschaft wechseln',
    appearance: 'Darstellung',
    appearanceSystem: 'Systemeinstellung',
    appearanceLight: 'Hell',
    appearanceDark: 'Dunkel',
    language: 'Sprache',
  },
  kind: {
    live: 'Echtbetrieb',
    sandbox: 'Testumgebung',
    liveMeans: 'Echte Mitglieder und echte Stunden.',
    sandboxMeans: 'Erfundene Mitglieder zum Ausprobieren. Nichts hier ist echt.',
  },
  roles: {
    owner: 'Leitung',
    administrator: 'Verwaltung',
    coordinator: 'Koordination',
    auditor: 'Prüfung',
  },
  roleMeans: {
    owner: 'Darf alles, auch den Not-Aus bedienen und das Verwaltungsteam ändern.',
    administrator:
      'Verwaltet die Gemeinschaft und ihre Partner samt Zugangsschlüsseln und Webhooks. Vergleicht Bankauszüge. Kann API-Aufrufe, Auszüge und das Prüfprotokoll einsehen.',
    coordinator: 'Verwaltet Mitglieder, Inserate und Einsätze. Kann die Partner und ihre Auszüge einsehen.',
    auditor: 'Kann alles einsehen, aber nichts ändern.',
  },
  act: {
    save: 'Speichern',
    cancel: 'Abbrechen',
    stay: 'Hier bleiben',
    close: 'Schließen',
    back: 'Zurück',
    retry: 'Erneut versuchen',
    more: 'Mehr laden',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyThing: (thing) => `${thing} kopieren`,
    clear: 'Filter zurücksetzen',
    goOn: 'Weiter',
    details: 'Details',
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
    optional: 'optional',
  },
  when: {
    never: 'Nie',
    now: 'gerade eben',
    utc: 'UTC',
  },
  failure: {
    title: 'Das hat nicht geklappt',
    loadTitle: 'Das konnte nicht geladen werden',
    kept: 'Ihre Eingaben sind noch da. Versuchen Sie es noch einmal.',
    network: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    timeout: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es gleich noch einmal.',
    unreadable:
      'Die Antwort kam nicht vom Dienst, sondern vielleicht von einem Proxy. Versuchen Sie es gleich noch einmal.',
    server: 'Der Dienst hatte ein Problem und hat es protokolliert. Versuchen Sie es gleich noch einmal.',
    away: 'Der Dienst ist ausgelastet oder seine Datenbank nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    notPermittedTitle: 'Ihre Rolle erlaubt das nicht',
    yourRole: (role) => `Ihre Rolle hier ist ${role}.`,
    rolesThatMay: (roles, count) =>
      count === 1
        ? `Das darf nur die Rolle ${roles}. Fragen Sie eine Person, die sie hat.`
        : `Das dürfen diese Rollen: ${roles}. Fragen Sie eine Person, die eine davon hat.`,
    notPermitted: 'Ihre Rolle in dieser Gemeinschaft erlaubt das nicht. Fragen Sie die Leitung Ihrer Zeitbank.',
    rateLimited: (seconds) =>
      seconds === undefined
        ? 'Zu viele Versuche. Warten Sie eine Weile und versuchen Sie es dann noch einmal.'
        : `Zu viele Versuche. Versuchen Sie es in ${counted(Math.max(1, Math.ceil(seconds / 60)), 'Minute', 'Minuten')} noch einmal.`,
    gone: 'Das gibt es nicht mehr. Laden Sie die Liste neu.',
    conflict:
      'Jemand anderes hat das inzwischen geändert. Prüfen Sie den aktuellen Stand und versuchen Sie es dann noch einmal.',
    fields: 'Einige Angaben sind ungültig. Berichtigen Sie die markierten Felder.',
    requestId: (id) => `Kennung für Rückfragen: ${id}`,
    crashTitle: 'Auf dieser Seite ist etwas schiefgegangen',
    crash: 'Laden Sie die Seite neu. Wenn es wieder passiert, melden Sie es der Person, die den Server betreibt.',
    reload: 'Seite neu laden',
  },
  field: {
    required: 'Bitte füllen Sie dieses Feld aus.',
    tooShort: 'Die Eingabe ist zu kurz. Geben Sie mehr Zeichen ein.',
    tooLong: 'Die Eingabe ist zu lang. Kürzen Sie sie.',
    tooCommon: 'Das ist leicht zu erraten. Nehmen Sie mehrere Wörter ohne Zusammenhang und keine Namen.',
    notPositive: 'Geben Sie eine Zahl größer als 0 ein.',
    tooManyDecimals: 'Verwenden Sie höchstens zwei Nachkommastellen, zum Beispiel 1,25.',
    tooLarge: 'Diese Zahl ist zu groß. Geben Sie eine kleinere ein.',
    outOfRange: 'Diese Zahl liegt außerhalb des erlaubten Bereichs.',
    wholeNumber: 'Geben Sie eine ganze Zahl ein.',
    invalidCharacters: 'Das Feld enthält unerlaubte Zeichen. Entfernen Sie sie.',
    email: 'Keine gültige E-Mail-Adresse. Geben Sie eine Adresse wie anna@example.org ein.',
    notMoreThanZero: 'Geben Sie 0 oder eine negative Zahl ein.',
    date: 'Kein gültiges Datum. Prüfen Sie Tag, Monat und Jahr.',
    hours: 'Keine gültige Zeit. Geben Sie 1:30, 1,5 oder 90 min ein.',
    year: 'Keine Jahreszahl. Geben Sie eine wie 1956 ein.',
    language: 'Kein gültiges Sprachkürzel. Geben Sie eines wie en oder de ein.',
    lineBreak: 'Verwenden Sie nur eine Zeile.',
    future: 'Dieses Datum liegt in der Zukunft. Geben Sie den heutigen oder einen früheren Tag ein.',
    sameAccount: 'Auf beiden Seiten steht dasselbe Konto. Wählen Sie zwei verschiedene.',
    notActive: 'Dieses Mitglied ist nicht aktiv. Wählen Sie ein aktives Mitglied.',
    unknownAccount: 'Kein Konto hat diesen Namen oder diese Nummer. Prüfen Sie die Schreibweise.',
    taken: 'Das ist schon vergeben. Geben Sie etwas anderes ein.',
    mismatch: 'Das ist nicht der Name des Mitglieds. Geben Sie ihn genau wie angezeigt ein.',
  },
  hours: {
    understood: (hours, one) => `= ${hours} ${one ? 'Stunde' : 'Stunden'}`,
    unreadable: (whole, decimals) =>
      `Keine gültige Stundenzahl. Geben Sie eine Zahl wie ${whole} oder ${decimals} ein.`,
    ambiguous: (typed, whole, decimals) =>
      `${typed} lässt sich auf zwei Arten lesen. Schreiben Sie ${whole} ohne Trennzeichen oder höchstens zwei Nachkommastellen wie ${decimals}.`,
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Die Adresse ist falsch, oder Sie gehören nicht zu dieser Gemeinschaft.',
    home: 'Zur Startseite',
    noCommunityTitle: 'Sie gehören zu keiner Gemeinschaft',
    noCommunity:
      'Ihr Konto funktioniert, aber Sie haben noch keine Rolle in einer Gemeinschaft. Bitten Sie die Leitung Ihrer Zeitbank um eine Einladung.',
  },
} satisfies Pick<
  Texts,
  'app' | 'nav' | 'kind' | 'roles' | 'roleMeans' | 'act' | 'when' | 'failure' | 'field' | 'hours' | 'notFound'
>;
