/** Texts of the front page, of the page for unknown addresses, and of the index of the documentation. */
import type { Language } from '../http/accept.ts';

interface FrontTexts {
  readonly front: {
    readonly title: string;
    readonly lead: string;
    readonly partners: string;
    readonly partnersText: string;
    readonly guides: string;
    readonly reference: string;
    readonly errors: string;
    readonly console: string;
    readonly consoleText: string;
    readonly openConsole: string;
    readonly health: string;
    readonly healthText: string;
    readonly operatorGuide: string;
  };
  readonly unknown: {
    readonly title: string;
    readonly lead: string;
    readonly home: string;
    readonly docs: string;
    readonly console: string;
  };
}

export const FRONT_TEXTS: Readonly<Record<Language, FrontTexts>> = {
  en: {
    front: {
      title: 'Timebank',
      lead: 'This service keeps the books of time banks: people help each other, and every hour counts the same. Banks, municipalities and payment providers connect to it through an API.',
      partners: 'Documentation for partners',
      partnersText:
        'How to connect your service: guides to read first, every operation, and what to do about each error.',
      guides: 'Guides',
      reference: 'Reference',
      errors: 'Errors',
      console: 'Console',
      consoleText: 'For the administrators of a community: members, exchanges, partners and settings.',
      openConsole: 'Open the console',
      health: 'Operation',
      healthText:
        'For the person who runs the server: installation, backup, monitoring, and help when something fails.',
      operatorGuide: 'Operator guide',
    },
    unknown: {
      title: 'Page not found',
      lead: 'There is nothing at this address. It may be mistyped, or the page has moved.',
      home: 'Go to the front page',
      docs: 'Documentation',
      console: 'Console',
    },
  },
  de: {
    front: {
      title: 'Timebank',
      lead: 'Dieser Dienst führt die Bücher von Zeitbanken: Menschen helfen einander, und jede Stunde zählt gleich viel. Banken, Rathäuser und Zahlungsdienste sind über eine Schnittstelle angebunden.',
      partners: 'Dokumentation für Partner',
      partnersText: 'So binden Sie Ihren Dienst an: Anleitungen zum Einstieg, alle Aufrufe und Hilfe zu jedem Fehler.',
      guides: 'Anleitungen',
      reference: 'Referenz',
      errors: 'Fehler',
      console: 'Verwaltung',
      consoleText: 'Hier verwalten Sie Ihre Zeitbank: Mitglieder, Einsätze, Partner und Einstellungen.',
      openConsole: 'Verwaltung öffnen',
      health: 'Betrieb',
      healthText:
        'Für die Person, die den Server betreibt: Installation, Sicherung, Überwachung und Hilfe bei Störungen.',
      operatorGuide: 'Anleitung für den Betrieb',
    },
    unknown: {
      title: 'Seite nicht gefunden',
      lead: 'Unter dieser Adresse gibt es nichts. Vielleicht ist sie falsch geschrieben, oder die Seite ist umgezogen.',
      home: 'Zur Startseite',
      docs: 'Dokumentation',
      console: 'Verwaltung',
    },
  },
};
