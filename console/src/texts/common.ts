/** Texts of every screen. */
import { phrase } from '../i18n/languages.ts';
import { counted } from './counted.ts';

export const common = {
  app: {
    name: { en: 'Timebank', de: 'Timebank' },
    console: { en: 'Timebank console', de: 'Timebank-Verwaltung' },
    titled: phrase({ en: (title: string) => `${title} · Timebank`, de: (title) => `${title} · Timebank` }),
    skip: { en: 'Skip to the content', de: 'Zum Inhalt springen' },
    menu: { en: 'Menu', de: 'Menü' },
    closeMenu: { en: 'Close the menu', de: 'Menü schließen' },
    navigation: { en: 'Main', de: 'Hauptmenü' },
    loading: { en: 'Loading', de: 'Wird geladen' },
    working: { en: 'Still working…', de: 'Einen Moment noch …' },
  },
  nav: {
    search: { en: 'Search', de: 'Suchen' },
    searchKey: { en: 'Ctrl K', de: 'Strg K' },
    groupPartners: { en: 'Partners', de: 'Partner' },
    groupCommunity: { en: 'Community', de: 'Gemeinschaft' },
    groupAdministration: { en: 'Administration', de: 'Verwaltung' },
    overview: { en: 'Overview', de: 'Übersicht' },
    members: { en: 'Members', de: 'Mitglieder' },
    listings: { en: 'Listings', de: 'Inserate' },
    exchanges: { en: 'Exchanges', de: 'Einsätze' },
    import: { en: 'Import', de: 'Import' },
    reports: { en: 'Reports', de: 'Berichte' },
    inbox: { en: 'Bank inbox', de: 'Bankeingang' },
    messages: { en: 'Messages', de: 'Nachrichten' },
    settings: { en: 'Settings', de: 'Einstellungen' },
    partners: { en: 'Partners', de: 'Partner' },
    calls: { en: 'API calls', de: 'API-Aufrufe' },
    audit: { en: 'Audit log', de: 'Prüfprotokoll' },
    safety: { en: 'Kill switch', de: 'Not-Aus' },
    administrators: { en: 'Administrators', de: 'Verwaltungsteam' },
    account: { en: 'Your account', de: 'Ihr Konto' },
    signOut: { en: 'Sign out', de: 'Abmelden' },
    help: { en: 'Help', de: 'Hilfe' },
    documentation: { en: 'API documentation', de: 'API-Dokumentation' },
    community: { en: 'Community', de: 'Gemeinschaft' },
    allCommunities: { en: 'All communities', de: 'Alle Gemeinschaften' },
    switchCommunity: { en: 'Switch community', de: 'Gemeinschaft wechseln' },
    appearance: { en: 'Appearance', de: 'Darstellung' },
    appearanceSystem: { en: 'System default', de: 'Systemeinstellung' },
    appearanceLight: { en: 'Light', de: 'Hell' },
    appearanceDark: { en: 'Dark', de: 'Dunkel' },
    language: { en: 'Language', de: 'Sprache' },
  },
  kind: {
    live: { en: 'Live', de: 'Echtbetrieb' },
    sandbox: { en: 'Sandbox', de: 'Testumgebung' },
    liveMeans: { en: 'Real members and real hours.', de: 'Echte Mitglieder und echte Stunden.' },
    sandboxMeans: {
      en: 'Invented members for testing. Nothing here is real.',
      de: 'Erfundene Mitglieder zum Ausprobieren. Nichts hier ist echt.',
    },
  },
  roles: {
    owner: { en: 'Owner', de: 'Leitung' },
    administrator: { en: 'Administrator', de: 'Verwaltung' },
    coordinator: { en: 'Coordinator', de: 'Koordination' },
    treasurer: { en: 'Treasurer', de: 'Kasse' },
    auditor: { en: 'Auditor', de: 'Prüfung' },
  },
  roleMeans: {
    owner: phrase({
      en: (partners: boolean) =>
        `Can do everything, including ${partners ? 'using the kill switch and ' : ''}managing the administrators.`,
      de: (partners) => `Darf alles, auch ${partners ? 'den Not-Aus bedienen und ' : ''}das Verwaltungsteam ändern.`,
    }),
    administrator: phrase({
      en: (partners: boolean) =>
        partners
          ? 'Manages the community and its partners, including client secrets and webhooks. Compares bank statements. Can view API calls, statements and the audit log.'
          : 'Manages the community and its bank statements. Can view the audit log.',
      de: (partners) =>
        partners
          ? 'Verwaltet die Gemeinschaft und ihre Partner samt Zugangsschlüsseln und Webhooks. Vergleicht Bankauszüge. Kann API-Aufrufe, Auszüge und das Prüfprotokoll einsehen.'
          : 'Verwaltet die Gemeinschaft und ihre Bankauszüge. Kann das Prüfprotokoll einsehen.',
    }),
    coordinator: phrase({
      en: (partners: boolean) =>
        `Manages members, listings and exchanges.${partners ? ' Can view partners and their statements.' : ''}`,
      de: (partners) =>
        `Verwaltet Mitglieder, Inserate und Einsätze.${partners ? ' Kann die Partner und ihre Auszüge einsehen.' : ''}`,
    }),
    treasurer: phrase({
      en: (partners: boolean) =>
        `Works on the bank inbox, sets exchange rates${partners ? ', compares bank statements' : ''} and closes the month. Can view members and their exchanges.${partners ? ' No client secrets, no webhooks.' : ''}`,
      de: (partners) =>
        `Bearbeitet den Bankeingang, legt Kurse fest${partners ? ', vergleicht Bankauszüge' : ''} und schließt den Monat ab. Kann Mitglieder und ihre Einsätze einsehen.${partners ? ' Keine Zugangsschlüssel, keine Webhooks.' : ''}`,
    }),
    auditor: phrase({
      en: (_partners: boolean) => 'Can view everything, but change nothing.',
      de: (_partners) => 'Kann alles einsehen, aber nichts ändern.',
    }),
  },
  act: {
    save: { en: 'Save', de: 'Speichern' },
    moreFields: { en: 'More', de: 'Mehr' },
    cancel: { en: 'Cancel', de: 'Abbrechen' },
    stay: { en: 'Stay here', de: 'Hier bleiben' },
    close: { en: 'Close', de: 'Schließen' },
    back: { en: 'Back', de: 'Zurück' },
    retry: { en: 'Try again', de: 'Erneut versuchen' },
    more: { en: 'Load more', de: 'Mehr laden' },
    copy: { en: 'Copy', de: 'Kopieren' },
    copied: { en: 'Copied', de: 'Kopiert' },
    copyThing: phrase({ en: (thing: string) => `Copy ${thing}`, de: (thing) => `${thing} kopieren` }),
    clear: { en: 'Clear filters', de: 'Filter zurücksetzen' },
    goOn: { en: 'Continue', de: 'Weiter' },
    details: { en: 'Details', de: 'Details' },
    showPassword: { en: 'Show password', de: 'Passwort anzeigen' },
    optional: { en: 'optional', de: 'optional' },
  },
  when: {
    never: { en: 'Never', de: 'Nie' },
    now: { en: 'just now', de: 'gerade eben' },
  },
  failure: {
    title: { en: 'That did not work', de: 'Das hat nicht geklappt' },
    loadTitle: { en: 'This could not be loaded', de: 'Das konnte nicht geladen werden' },
    kept: {
      en: 'Your entries are still here. Try again.',
      de: 'Ihre Eingaben sind noch da. Versuchen Sie es noch einmal.',
    },
    network: {
      en: 'The service cannot be reached. Check your connection.',
      de: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    },
    timeout: {
      en: 'The service did not respond in time. Try again in a moment.',
      de: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es gleich noch einmal.',
    },
    unreadable: {
      en: 'The answer came from something other than the service, perhaps a proxy. Try again in a moment.',
      de: 'Die Antwort kam nicht vom Dienst, sondern vielleicht von einem Proxy. Versuchen Sie es gleich noch einmal.',
    },
    server: {
      en: 'The service had a problem and logged it. Try again in a moment.',
      de: 'Der Dienst hatte ein Problem und hat es protokolliert. Versuchen Sie es gleich noch einmal.',
    },
    away: {
      en: 'The service is busy or cannot reach its database. Try again in a moment.',
      de: 'Der Dienst ist ausgelastet oder seine Datenbank nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    },
    notPermittedTitle: { en: 'Your role does not permit this', de: 'Ihre Rolle erlaubt das nicht' },
    yourRole: phrase({
      en: (role: string) => `Your role here is ${role}.`,
      de: (role) => `Ihre Rolle hier ist ${role}.`,
    }),
    rolesThatMay: phrase({
      en: (roles: string, count: number) =>
        count === 1
          ? `Only the role ${roles} may do this. Ask a person who has it.`
          : `These roles may do this: ${roles}. Ask a person who has one of them.`,
      de: (roles, count) =>
        count === 1
          ? `Das darf nur die Rolle ${roles}. Fragen Sie eine Person, die sie hat.`
          : `Das dürfen diese Rollen: ${roles}. Fragen Sie eine Person, die eine davon hat.`,
    }),
    notPermitted: {
      en: 'Your role in this community does not allow this. Ask an owner of the community.',
      de: 'Ihre Rolle in dieser Gemeinschaft erlaubt das nicht. Fragen Sie die Leitung Ihrer Zeitbank.',
    },
    rateLimited: phrase({
      en: (seconds: number | undefined) =>
        seconds === undefined
          ? 'Too many attempts. Wait a while, then try again.'
          : `Too many attempts. Try again in ${counted.en(Math.max(1, Math.ceil(seconds / 60)), 'minute', 'minutes')}.`,
      de: (seconds) =>
        seconds === undefined
          ? 'Zu viele Versuche. Warten Sie eine Weile und versuchen Sie es dann noch einmal.'
          : `Zu viele Versuche. Versuchen Sie es in ${counted.de(Math.max(1, Math.ceil(seconds / 60)), 'Minute', 'Minuten')} noch einmal.`,
    }),
    gone: {
      en: 'This is not there any more. Reload the list.',
      de: 'Das gibt es nicht mehr. Laden Sie die Liste neu.',
    },
    conflict: {
      en: 'Somebody else has changed this in the meantime. Check the current state, then try again.',
      de: 'Jemand anderes hat das inzwischen geändert. Prüfen Sie den aktuellen Stand und versuchen Sie es dann noch einmal.',
    },
    fields: {
      en: 'Some entries are not valid. Correct the marked fields.',
      de: 'Einige Angaben sind ungültig. Berichtigen Sie die markierten Felder.',
    },
    requestId: phrase({
      en: (id: string) => `Reference for support: ${id}`,
      de: (id) => `Kennung für Rückfragen: ${id}`,
    }),
    crashTitle: { en: 'Something went wrong on this page', de: 'Auf dieser Seite ist etwas schiefgegangen' },
    crash: {
      en: 'Reload the page. If it happens again, tell the operator of the service.',
      de: 'Laden Sie die Seite neu. Wenn es wieder passiert, melden Sie es der Person, die den Server betreibt.',
    },
    reload: { en: 'Reload the page', de: 'Seite neu laden' },
  },
  field: {
    required: { en: 'Please fill in this field.', de: 'Bitte füllen Sie dieses Feld aus.' },
    tooShort: {
      en: 'This is too short. Enter more characters.',
      de: 'Die Eingabe ist zu kurz. Geben Sie mehr Zeichen ein.',
    },
    tooLong: { en: 'This is too long. Shorten it.', de: 'Die Eingabe ist zu lang. Kürzen Sie sie.' },
    tooCommon: {
      en: 'This is easy to guess. Use several unrelated words and no names.',
      de: 'Das ist leicht zu erraten. Nehmen Sie mehrere Wörter ohne Zusammenhang und keine Namen.',
    },
    notPositive: { en: 'Enter a number greater than 0.', de: 'Geben Sie eine Zahl größer als 0 ein.' },
    tooManyDecimals: {
      en: 'Use at most two decimal places, such as 1.25.',
      de: 'Verwenden Sie höchstens zwei Nachkommastellen, zum Beispiel 1,25.',
    },
    tooLarge: {
      en: 'This number is too large. Enter a smaller one.',
      de: 'Diese Zahl ist zu groß. Geben Sie eine kleinere ein.',
    },
    outOfRange: {
      en: 'This number is outside the allowed range.',
      de: 'Diese Zahl liegt außerhalb des erlaubten Bereichs.',
    },
    wholeNumber: { en: 'Enter a whole number.', de: 'Geben Sie eine ganze Zahl ein.' },
    invalidCharacters: {
      en: 'This field contains characters that are not allowed. Remove them.',
      de: 'Das Feld enthält unerlaubte Zeichen. Entfernen Sie sie.',
    },
    email: {
      en: 'Not a valid e-mail address. Enter one such as anna@example.org.',
      de: 'Keine gültige E-Mail-Adresse. Geben Sie eine Adresse wie anna@example.org ein.',
    },
    notMoreThanZero: { en: 'Enter 0 or a negative number.', de: 'Geben Sie 0 oder eine negative Zahl ein.' },
    date: {
      en: 'Not a valid date. Check the day, month and year.',
      de: 'Kein gültiges Datum. Prüfen Sie Tag, Monat und Jahr.',
    },
    hours: {
      en: 'Not a valid time. Enter 1:30, 1.5 or 90 min.',
      de: 'Keine gültige Zeit. Geben Sie 1:30, 1,5 oder 90 min ein.',
    },
    year: { en: 'Not a year. Enter one such as 1956.', de: 'Keine Jahreszahl. Geben Sie eine wie 1956 ein.' },
    language: {
      en: 'Not a valid language code. Enter one such as en or de.',
      de: 'Kein gültiges Sprachkürzel. Geben Sie eines wie en oder de ein.',
    },
    lineBreak: { en: 'Use one line only.', de: 'Verwenden Sie nur eine Zeile.' },
    future: {
      en: 'This date is in the future. Enter today or an earlier day.',
      de: 'Dieses Datum liegt in der Zukunft. Geben Sie den heutigen oder einen früheren Tag ein.',
    },
    sameAccount: {
      en: 'Both sides are the same account. Choose two different accounts.',
      de: 'Auf beiden Seiten steht dasselbe Konto. Wählen Sie zwei verschiedene.',
    },
    notActive: {
      en: 'This member is not active. Choose an active member.',
      de: 'Dieses Mitglied ist nicht aktiv. Wählen Sie ein aktives Mitglied.',
    },
    unknownAccount: {
      en: 'No account has this name or number. Check the spelling.',
      de: 'Kein Konto hat diesen Namen oder diese Nummer. Prüfen Sie die Schreibweise.',
    },
    taken: {
      en: 'This is already in use. Enter something else.',
      de: 'Das ist schon vergeben. Geben Sie etwas anderes ein.',
    },
    mismatch: {
      en: 'This is not the member’s name. Type it exactly as shown.',
      de: 'Das ist nicht der Name des Mitglieds. Geben Sie ihn genau wie angezeigt ein.',
    },
  },
  hours: {
    understood: phrase({
      en: (hours: string, one: boolean) => `= ${hours} ${one ? 'hour' : 'hours'}`,
      de: (hours, one) => `= ${hours} ${one ? 'Stunde' : 'Stunden'}`,
    }),
    unreadable: phrase({
      en: (whole: string, decimals: string) =>
        `Not a valid number of hours. Enter a number such as ${whole} or ${decimals}.`,
      de: (whole, decimals) => `Keine gültige Stundenzahl. Geben Sie eine Zahl wie ${whole} oder ${decimals} ein.`,
    }),
    ambiguous: phrase({
      en: (typed: string, whole: string, decimals: string) =>
        `${typed} can be read in two ways. Write ${whole} without a separator, or at most two decimal places such as ${decimals}.`,
      de: (typed, whole, decimals) =>
        `${typed} lässt sich auf zwei Arten lesen. Schreiben Sie ${whole} ohne Trennzeichen oder höchstens zwei Nachkommastellen wie ${decimals}.`,
    }),
    bare: phrase({
      en: (typed: string) => `Is ${typed} hours correct? Enter ${typed} min for minutes or ${typed} h for hours.`,
      de: (typed) =>
        `Sind ${typed} Stunden richtig? Geben Sie ${typed} min für Minuten oder ${typed} h für Stunden ein.`,
    }),
    twofold: phrase({
      en: (typed: string, one: string, other: string) => `${typed} may be ${one} or ${other}. Write one of these.`,
      de: (typed, one, other) => `${typed} kann ${one} oder ${other} heißen. Schreiben Sie eines davon.`,
    }),
  },
  notFound: {
    title: { en: 'Page not found', de: 'Seite nicht gefunden' },
    text: {
      en: 'The address is wrong, or you do not belong to this community.',
      de: 'Die Adresse ist falsch, oder Sie gehören nicht zu dieser Gemeinschaft.',
    },
    home: { en: 'Go to the start page', de: 'Zur Startseite' },
    noCommunityTitle: { en: 'You do not belong to a community', de: 'Sie gehören zu keiner Gemeinschaft' },
    noCommunity: {
      en: 'Your account works, but you have no role in a community yet. Ask an owner to invite you.',
      de: 'Ihr Konto funktioniert, aber Sie haben noch keine Rolle in einer Gemeinschaft. Bitten Sie die Leitung Ihrer Zeitbank um eine Einladung.',
    },
  },
};
