/** Wer für ein Mitglied auf den Mitgliederseiten handelt. */
import type { deputies as english } from '../en/deputies.ts';

export const deputies: typeof english = {
  deputies: {
    title: 'Vertretungen',
    lead: 'Sie sehen auf den Mitgliederseiten die Stunden des Mitglieds und tragen ein, bestätigen und bitten für das Mitglied.',
    empty: 'Niemand handelt für dieses Mitglied. Tragen Sie es unten ein, sobald beide sich einig sind.',
    name: 'Vertretung',
    noMember: 'kein Mitglied',
    how: 'Vereinbart',
    hows: {
      paper: 'auf Papier',
      telephone: 'am Telefon',
      in_person: 'persönlich',
      pages: 'vom Mitglied, auf den Seiten',
    },
    agreedOn: 'Vereinbart am',
    until: 'Bis',
    acts: 'handelt jetzt',
    end: 'Beenden',
    endLabel: (name) => `Beenden, dass ${name} für das Mitglied handelt`,
    ended: 'Beendet. Die Vertretung ist abgemeldet.',
    add: 'Vertretung eintragen',
    personName: 'Name',
    personNameHint: 'Einer Person, die kein Mitglied ist. Ein Mitglied wählen Sie aus.',
    member: 'Mitglied, das handelt',
    memberHint: 'Leer: eine Person, die kein Mitglied ist.',
    email: 'E-Mail-Adresse',
    emailHint: 'Damit meldet sich die Vertretung an. Ohne Adresse drucken Sie einen Brief.',
    either: 'Wählen Sie ein Mitglied, oder schreiben Sie einen Namen.',
    submit: 'Vertretung eintragen',
    recorded: 'Eingetragen.',
    letter: 'Brief drucken',
    letterLabel: (name) => `Brief für ${name} drucken`,
  },
};
