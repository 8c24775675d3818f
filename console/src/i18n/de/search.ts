/** German: the search over everything. */
import type { search as en } from '../en/search.ts';
import type { Translatable } from '../en/texts.ts';
import { counted } from './common.ts';

export const search: Translatable<typeof en> = {
  title: 'Suche',
  placeholder: 'Name, Nummer, Referenz oder Seite',
  results: 'Ergebnisse',
  goTo: 'Gehe zu',
  members: 'Mitglieder',
  partners: 'Partner',
  credits: 'Gutschriften',
  calls: 'Aufrufe',
  allMembers: 'Alle gefundenen Mitglieder anzeigen',
  searching: 'Die Suche läuft…',
  hits: (count) => counted(count, 'Treffer', 'Treffer'),
  hitsAndMore: (count) => `${counted(count, 'Treffer', 'Treffer')}, und es gibt weitere`,
  start: 'Tippen Sie, um zu suchen. Wählen Sie mit den Pfeiltasten, öffnen Sie mit der Eingabetaste.',
  none: (typed) => `Nichts gefunden für „${typed}“.`,
  canBe: 'Danach können Sie suchen:',
  things: {
    screens: 'Seiten nach ihrem Namen',
    members: 'Mitglieder nach Name, Nummer, E-Mail-Adresse oder Zahlungsreferenz',
    partners: 'Partner nach ihrem Namen',
    credits: 'Gutschriften nach dem Anfang der Bankreferenz',
    calls: 'Aufrufe nach der vollständigen Anfrage-ID',
  },
  also: {
    overview: 'Start Diagramme',
    members: 'Personen Leute',
    newMember: 'Mitglied hinzufügen Person',
    listings: 'Angebote Gesuche',
    newListing: 'Inserat hinzufügen Angebot Gesuch',
    exchanges: 'Buchungen Stunden Hilfe',
    record: 'Zettel buchen eingeben Stunden',
    accounts: 'Organisationen Gemeinschaftskasse Kontostand',
    import: 'Datei hochladen CSV Excel',
    partners: 'Banken Organisationen',
    newPartner: 'Partner hinzufügen Bank',
    calls: 'Protokoll Anfragen Fehler',
    administrators: 'Team Rollen einladen',
    audit: 'Verlauf Änderungen wer',
    settings: 'Regeln Grenzen',
    safety: 'Notfall abschalten',
    account: 'Passwort Zwei-Faktor Sitzungen Sprache',
  },
};
