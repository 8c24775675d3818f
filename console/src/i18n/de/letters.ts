/** Briefe an Mitglieder, und die Seiten der Mitglieder, die sie öffnen. */
import type { letters as english } from '../en/letters.ts';

export const letters: typeof english = {
  letters: {
    title: 'Briefe an Mitglieder',
    lead: 'Je eine Seite, mit der Anschrift im Fenster eines Briefumschlags.',
    kind: 'Brief',
    kinds: { welcome: 'Willkommen', balance: 'Kontostand', invitation: 'Zugang zu den eigenen Seiten' },
    language: 'Sprache des Briefs',
    hours: 'Std.',
    who: 'An wen',
    whom: {
      active: 'Alle aktiven Mitglieder',
      silent: 'Aktive Mitglieder ohne E-Mail-Adresse',
      pending: 'Mitglieder, die auf ihre Aufnahme warten',
      chosen: 'Mitglieder, die ich auswähle',
    },
    add: 'Mitglied hinzufügen',
    remove: (name) => `${name} von der Liste nehmen`,
    subject: 'Betreff',
    body: 'Text',
    bodyHint: (words) => `Diese Wörter werden ersetzt: ${words}.`,
    save: 'Als unseren Text behalten',
    saved: 'Der Text bleibt für die nächsten Briefe.',
    reset: 'Zurück zum ersten Text',
    show: 'Briefe zeigen',
    nobody: 'Zu dieser Auswahl passt kein Mitglied.',
    noAddress: (count, one) =>
      one
        ? '1 Brief hat keine Anschrift: Übergeben Sie ihn.'
        : `${count} Briefe haben keine Anschrift: Übergeben Sie sie.`,
    codesEnd:
      'Jeder Brief bekommt einen neuen Code. Die Codes früherer Briefe an dieselben Mitglieder gelten nicht mehr.',
    square: 'Quadrat für die Kamera des Telefons',
    openUntil: (day) => `Er öffnet Ihre Seiten einmal, bis ${day}.`,
    pages: 'Seiten der Mitglieder',
    pagesOn: (address) => `Die Mitglieder sehen ihre Stunden unter ${address}.`,
    pagesOff:
      'Die Mitglieder können ihre Stunden noch nicht sehen. Schalten Sie die Seiten ein, und schicken Sie dann jedem Mitglied einen Brief mit dem Zugang.',
    switchOn: 'Seiten einschalten',
    switchOff: 'Seiten ausschalten',
    switchedOn: 'Die Seiten der Mitglieder sind eingeschaltet.',
    switchedOff: 'Die Seiten der Mitglieder sind ausgeschaltet.',
    noSandbox: 'Eine Testumgebung hat keine Seiten für Mitglieder.',
    texts: {
      welcome: {
        title: 'Willkommen bei {community}',
        body: 'Guten Tag {name},\n\nwillkommen bei {community}. Ihre Mitgliedsnummer ist {number}.\n\nEine Stunde Hilfe, die Sie geben, bringt Ihnen eine Stunde Hilfe, die Sie bekommen, was immer es ist. Ihr Kontostand ist {balance}.\n\nWenn Sie Geld für Stunden überweisen, schreiben Sie bitte diese Referenz auf die Überweisung: {reference}\n\nFreundliche Grüße\n{community}',
      },
      balance: {
        title: 'Ihr Kontostand am {today}',
        body: 'Guten Tag {name},\n\nam {today} stehen auf Ihrem Konto {balance}.\n\nWenn Ihnen etwas fehlt, melden Sie sich bitte.\n\nFreundliche Grüße\n{community}',
      },
      invitation: {
        title: 'Ihr Zugang zu Ihren Stunden',
        body: 'Guten Tag {name},\n\nSie können Ihre Stunden jetzt selbst sehen, am Telefon oder am Computer. Halten Sie die Kamera Ihres Telefons auf das Quadrat unten, oder öffnen Sie {address} und geben Sie den Code ein.\n\nFreundliche Grüße\n{community}',
      },
    },
  },
};
