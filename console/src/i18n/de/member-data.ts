/** Alles, was über ein Mitglied gespeichert ist, auf Papier und in verständlichen Worten. */
import type { MemberMailKind } from '@timebank/contract';
import type { Texts } from '../en/texts.ts';

const mailKinds: Readonly<Record<MemberMailKind, string>> = {
  hours: 'Stunden auf dem Konto',
  listings: 'Inserate, die enden',
  messages: 'Nachrichten des Büros',
  digest: 'Zusammenfassung',
  alerts: 'Warnungen',
};

export const memberData: Pick<Texts, 'memberData'> = {
  memberData: {
    read: 'Lesen und drucken',
    title: (name) => `Gespeicherte Daten über ${name}`,
    made: (time) => `Stand: ${time}`,
    yes: 'Ja',
    field: 'Was',
    value: 'Gespeichert',
    none: 'Es ist nichts gespeichert.',
    truncated: 'Ein Teil hat mehr Einträge, als eine Kopie fasst: Die neuesten sind hier.',
    status: 'Mitgliedschaft',
    erased: 'Personenbezogene Daten gelöscht am',
    createdAt: 'Hier eingetragen am',
    updatedAt: 'Zuletzt geändert am',
    lowerLimit: 'Untergrenze',
    upperLimit: 'Obergrenze',
    emailIsBad: 'An der Adresse kommt keine E-Mail an',
    mailKinds: 'E-Mails, die das Mitglied bekommt',
    kinds: mailKinds,
    booklet: 'Im Heft gedruckt',
    statusReason: 'Grund für den Status',
    statusAt: 'Status seit',
    office: 'Akte des Büros',
    checks: 'Nachweise',
    recordedAt: 'Festgehalten am',
    calls: 'Anrufe des Büros',
    listings: 'Inserate',
    listingText: 'Beschreibung',
    bookings: 'Buchungen auf dem Konto',
    partners: 'Was Partner sehen',
    reads: 'Partner, die die E-Mail-Adresse abgefragt haben',
    bank: 'Bewegungen bei der Bank',
    bankSource: 'Aus',
    sources: { statement: 'Vergleich', inbox: 'Eingang' },
    mails: 'E-Mails an das Mitglied',
    mailKind: 'Art',
    mailState: 'Was daraus wurde',
  },
};
