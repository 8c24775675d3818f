/** The search over everything. */
import { phrase } from '../i18n/languages.ts';

const hits = (count: number) => (count === 1 ? '1 hit' : `${count} hits`);

export const search = {
  title: { en: 'Search', de: 'Suche' },
  placeholder: { en: 'Name, number, reference or screen', de: 'Name, Nummer, Referenz oder Seite' },
  results: { en: 'Results', de: 'Ergebnisse' },
  goTo: { en: 'Go to', de: 'Gehe zu' },
  members: { en: 'Members', de: 'Mitglieder' },
  partners: { en: 'Partners', de: 'Partner' },
  credits: { en: 'Credits', de: 'Gutschriften' },
  calls: { en: 'Calls', de: 'Aufrufe' },
  allMembers: { en: 'Show all members found', de: 'Alle gefundenen Mitglieder anzeigen' },
  searching: { en: 'Searching…', de: 'Die Suche läuft…' },
  hits: phrase({ en: hits, de: (count) => `${count} Treffer` }),
  hitsAndMore: phrase({
    en: (count: number) => `${hits(count)}, and there are more`,
    de: (count) => `${count} Treffer, und es gibt weitere`,
  }),
  start: {
    en: 'Type to search. Choose with the arrow keys, open with Enter.',
    de: 'Tippen Sie, um zu suchen. Wählen Sie mit den Pfeiltasten, öffnen Sie mit der Eingabetaste.',
  },
  none: phrase({
    en: (typed: string) => `Nothing found for “${typed}”.`,
    de: (typed) => `Nichts gefunden für „${typed}“.`,
  }),
  canBe: { en: 'You can search for:', de: 'Danach können Sie suchen:' },
  things: {
    screens: { en: 'screens by name', de: 'Seiten nach ihrem Namen' },
    members: {
      en: 'members by name, number, e-mail address or payment reference',
      de: 'Mitglieder nach Name, Nummer, E-Mail-Adresse oder Zahlungsreferenz',
    },
    partners: { en: 'partners by name', de: 'Partner nach ihrem Namen' },
    credits: {
      en: 'credits by the beginning of the bank’s reference',
      de: 'Gutschriften nach dem Anfang der Bankreferenz',
    },
    calls: {
      en: 'refused calls by reference, calls by their whole request id',
      de: 'abgelehnte Aufrufe nach Referenz, Aufrufe nach der vollständigen Anfrage-ID',
    },
  },
  /** Further words that a screen is found by. */
  also: {
    overview: { en: 'start home charts figures backup', de: 'Start Diagramme Zahlen Sicherung Backup' },
    members: {
      en: 'people persons print export excel csv list leave leaving end membership',
      de: 'Personen Leute drucken Export Excel CSV Mitgliederliste Austritt austreten Kündigung',
    },
    reports: {
      en: 'annual year report funder statistics print export numbers',
      de: 'jahr bericht jahresbericht förderer statistik drucken export zahlen',
    },
    toCall: {
      en: 'telephone inactive reasons phone list leaving',
      de: 'telefon anrufen inaktiv telefonliste anlass austritt',
    },
    rates: { en: 'rate exchange money worth euro hour', de: 'Kurs Umrechnung Geld Euro Stunde Wert' },
    slips: { en: 'payment slip qr transfer print', de: 'Zahlschein Überweisungsträger QR drucken' },
    answers: {
      en: 'replies hand on messages members listings',
      de: 'Antworten weitergeben Nachrichten Mitglieder Inserate',
    },
    toSettle: {
      en: 'confirm contested hours members recorded',
      de: 'bestätigen bestritten eingetragene Stunden Mitglieder',
    },
    newMember: { en: 'add member person', de: 'Mitglied hinzufügen Person' },
    listings: { en: 'offers needs print export csv', de: 'Angebote Gesuche drucken Export CSV' },
    categories: { en: 'kinds of help list', de: 'Arten von Hilfe Liste' },
    booklet: { en: 'print offers requests market newspaper', de: 'drucken Angebote Gesuche Zeitung Marktzeitung' },
    newListing: { en: 'add listing offer need', de: 'Inserat hinzufügen Angebot Gesuch' },
    exchanges: {
      en: 'transfers hours help print export excel csv year',
      de: 'Buchungen Stunden Hilfe drucken Export Excel CSV Jahr',
    },
    record: { en: 'slips book enter hours', de: 'Zettel buchen eingeben Stunden' },
    accounts: {
      en: 'organisations community fund balances print statement',
      de: 'Organisationen Gemeinschaftskasse Kontostand drucken Kontoauszug',
    },
    inbox: {
      en: 'bank statement payments camt mt940 treasurer',
      de: 'Bankauszug Zahlungen Überweisungen Kasse CAMT MT940',
    },
    letters: {
      en: 'post mail print welcome balance code invitation pages',
      de: 'post drucken willkommen kontostand code zugang seiten anschreiben serienbrief',
    },
    import: { en: 'upload file csv excel', de: 'Datei hochladen CSV Excel' },
    partners: { en: 'banks organisations', de: 'Banken Organisationen' },
    newPartner: { en: 'add partner bank', de: 'Partner hinzufügen Bank' },
    calls: { en: 'log requests errors', de: 'Protokoll Anfragen Fehler' },
    administrators: {
      en: 'team roles invite lost phone 2fa reset',
      de: 'Team Rollen einladen Handy verloren 2FA zurücksetzen',
    },
    audit: { en: 'history changes who', de: 'Verlauf Änderungen wer' },
    settings: { en: 'rules limits partners banks', de: 'Regeln Grenzen Partner Banken' },
    safety: { en: 'emergency stop', de: 'Notfall abschalten' },
    account: {
      en: 'password two-factor 2fa lost phone recovery sessions language',
      de: 'Passwort Zwei-Faktor 2FA Handy verloren Wiederherstellung Sitzungen Sprache',
    },
    help: {
      en: 'guide manual handbook instructions how print year report backup',
      de: 'Handbuch Anleitung Hilfe Wie drucken Jahr Bericht Sicherung',
    },
  },
};
