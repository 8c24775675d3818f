/** Letters to members, and the members' pages that they open. */
import { phrase } from '../../../console/src/i18n/languages.ts';

export const letters = {
  letters: {
    title: { en: 'Letters to members', de: 'Briefe an Mitglieder' },
    lead: {
      en: 'One page each, with the address where a window envelope shows it.',
      de: 'Je eine Seite, mit der Anschrift im Fenster eines Briefumschlags.',
    },
    kind: { en: 'Letter', de: 'Brief' },
    kinds: {
      welcome: { en: 'Welcome', de: 'Willkommen' },
      balance: { en: 'Balance', de: 'Kontostand' },
      invitation: { en: 'Way to their own pages', de: 'Zugang zu den eigenen Seiten' },
    },
    language: { en: 'Language of the letter', de: 'Sprache des Briefs' },
    ownLanguage: { en: 'That of each member', de: 'Die jedes Mitglieds' },
    ownTexts: {
      en: 'Each letter is in its member’s language. To read or change a text, choose its language.',
      de: 'Jeder Brief ist in der Sprache seines Mitglieds. Um einen Text zu lesen oder zu ändern, wählen Sie dessen Sprache.',
    },
    who: { en: 'To whom', de: 'An wen' },
    whom: {
      active: { en: 'All active members', de: 'Alle aktiven Mitglieder' },
      silent: { en: 'Active members without an e-mail address', de: 'Aktive Mitglieder ohne E-Mail-Adresse' },
      pending: { en: 'Members who wait for activation', de: 'Mitglieder, die auf ihre Aufnahme warten' },
      chosen: { en: 'Members that I choose', de: 'Mitglieder, die ich auswähle' },
    },
    add: { en: 'Add a member', de: 'Mitglied hinzufügen' },
    remove: phrase({ en: (name: string) => `Take ${name} off the list`, de: (name) => `${name} von der Liste nehmen` }),
    subject: { en: 'Subject', de: 'Betreff' },
    body: { en: 'Text', de: 'Text' },
    bodyHint: phrase({
      en: (words: string) => `These words are replaced: ${words}.`,
      de: (words) => `Diese Wörter werden ersetzt: ${words}.`,
    }),
    save: { en: 'Keep as our text', de: 'Als unseren Text behalten' },
    saved: { en: 'The text is kept for the next letters.', de: 'Der Text bleibt für die nächsten Briefe.' },
    reset: { en: 'Back to the first text', de: 'Zurück zum ersten Text' },
    show: { en: 'Show the letters', de: 'Briefe zeigen' },
    nobody: { en: 'No member fits this choice.', de: 'Zu dieser Auswahl passt kein Mitglied.' },
    noAddress: phrase({
      en: (count: string, one: boolean) =>
        one ? '1 letter has no address: hand it over.' : `${count} letters have no address: hand them over.`,
      de: (count, one) =>
        one
          ? '1 Brief hat keine Anschrift: Übergeben Sie ihn.'
          : `${count} Briefe haben keine Anschrift: Übergeben Sie sie.`,
    }),
    codesEnd: {
      en: 'Each letter gets a new code. The codes of earlier letters to the same members end.',
      de: 'Jeder Brief bekommt einen neuen Code. Die Codes früherer Briefe an dieselben Mitglieder gelten nicht mehr.',
    },
    square: { en: 'Square to scan with a phone', de: 'Quadrat für die Kamera des Telefons' },
    openUntil: phrase({
      en: (day: string) => `It opens the pages once, until ${day}.`,
      de: (day) => `Er öffnet die Seiten einmal, bis ${day}.`,
    }),
    pages: { en: 'Members’ pages', de: 'Seiten der Mitglieder' },
    pagesOn: phrase({
      en: (address: string) => `Members see their hours at ${address}.`,
      de: (address) => `Die Mitglieder sehen ihre Stunden unter ${address}.`,
    }),
    pagesOff: {
      en: 'Members cannot see their hours yet. Switch the pages on, then send each member a letter with a way in.',
      de: 'Die Mitglieder können ihre Stunden noch nicht sehen. Schalten Sie die Seiten ein, und schicken Sie dann jedem Mitglied einen Brief mit dem Zugang.',
    },
    switchOn: { en: 'Switch the pages on', de: 'Seiten einschalten' },
    switchOff: { en: 'Switch the pages off', de: 'Seiten ausschalten' },
    switchedOn: { en: 'The members’ pages are on.', de: 'Die Seiten der Mitglieder sind eingeschaltet.' },
    switchedOff: { en: 'The members’ pages are off.', de: 'Die Seiten der Mitglieder sind ausgeschaltet.' },
    noSandbox: { en: 'A sandbox has no pages for members.', de: 'Eine Testumgebung hat keine Seiten für Mitglieder.' },
  },
};
