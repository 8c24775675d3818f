/** Who acts for a member on the members' pages. */
import { phrase } from '../../../console/src/i18n/languages.ts';

export const deputies = {
  deputies: {
    title: { en: 'Deputies', de: 'Vertretungen' },
    lead: {
      en: 'They see the hours of the member on the members’ pages, and record, confirm and ask for the member.',
      de: 'Sie sehen auf den Mitgliederseiten die Stunden des Mitglieds und tragen ein, bestätigen und bitten für das Mitglied.',
    },
    empty: {
      en: 'Nobody acts for this member. Record it below, once both have agreed.',
      de: 'Niemand handelt für dieses Mitglied. Tragen Sie es unten ein, sobald beide sich einig sind.',
    },
    name: { en: 'Deputy', de: 'Vertretung' },
    noMember: { en: 'no member', de: 'kein Mitglied' },
    how: { en: 'Agreed', de: 'Vereinbart' },
    hows: {
      paper: { en: 'on paper', de: 'auf Papier' },
      telephone: { en: 'by telephone', de: 'am Telefon' },
      in_person: { en: 'in person', de: 'persönlich' },
      pages: { en: 'by the member, on the pages', de: 'vom Mitglied, auf den Seiten' },
    },
    agreedOn: { en: 'Agreed on', de: 'Vereinbart am' },
    until: { en: 'Until', de: 'Bis' },
    acts: { en: 'acts now', de: 'handelt jetzt' },
    end: { en: 'End', de: 'Beenden' },
    endLabel: phrase({
      en: (name: string) => `End that ${name} acts for the member`,
      de: (name) => `Beenden, dass ${name} für das Mitglied handelt`,
    }),
    ended: { en: 'Ended. The deputy is signed out.', de: 'Beendet. Die Vertretung ist abgemeldet.' },
    add: { en: 'Add a deputy', de: 'Vertretung eintragen' },
    personName: { en: 'Name', de: 'Name' },
    personNameHint: {
      en: 'Of a person who is no member. For a member, choose one.',
      de: 'Einer Person, die kein Mitglied ist. Ein Mitglied wählen Sie aus.',
    },
    member: { en: 'Member who acts', de: 'Mitglied, das handelt' },
    email: { en: 'E-mail address', de: 'E-Mail-Adresse' },
    emailHint: {
      en: 'The deputy signs in by it. Without one, print a letter.',
      de: 'Damit meldet sich die Vertretung an. Ohne Adresse drucken Sie einen Brief.',
    },
    either: { en: 'Choose a member, or write a name.', de: 'Wählen Sie ein Mitglied, oder schreiben Sie einen Namen.' },
    submit: { en: 'Record the deputy', de: 'Vertretung eintragen' },
    recorded: { en: 'Recorded.', de: 'Eingetragen.' },
    letter: { en: 'Print a letter', de: 'Brief drucken' },
    letterLabel: phrase({
      en: (name: string) => `Print a letter for ${name}`,
      de: (name) => `Brief für ${name} drucken`,
    }),
  },
};
