/** All that is stored about a member, in plain words on paper. */

import type { MemberMailKind } from '@timebank/contract';
import { phrase, type Said } from '../../../console/src/i18n/languages.ts';

const mailKinds: Readonly<Record<MemberMailKind, Said>> = {
  hours: { en: 'Hours on the account', de: 'Stunden auf dem Konto' },
  listings: { en: 'Listings that end', de: 'Inserate, die enden' },
  messages: { en: 'Messages of the office', de: 'Nachrichten des Büros' },
  digest: { en: 'Digest', de: 'Zusammenfassung' },
  alerts: { en: 'Alerts', de: 'Warnungen' },
};

export const memberData = {
  memberData: {
    read: { en: 'Read and print', de: 'Lesen und drucken' },
    title: phrase({
      en: (name: string) => `Data stored about ${name}`,
      de: (name) => `Gespeicherte Daten über ${name}`,
    }),
    made: phrase({ en: (time: string) => `As of ${time}`, de: (time) => `Stand: ${time}` }),
    yes: { en: 'Yes', de: 'Ja' },
    field: { en: 'What', de: 'Was' },
    value: { en: 'Stored', de: 'Gespeichert' },
    none: { en: 'Nothing is stored.', de: 'Es ist nichts gespeichert.' },
    truncated: {
      en: 'A part has more entries than one copy takes: the newest are here.',
      de: 'Ein Teil hat mehr Einträge, als eine Kopie fasst: Die neuesten sind hier.',
    },
    status: { en: 'Status', de: 'Mitgliedschaft' },
    erased: { en: 'Personal data erased on', de: 'Personenbezogene Daten gelöscht am' },
    createdAt: { en: 'Entered here on', de: 'Hier eingetragen am' },
    updatedAt: { en: 'Last changed on', de: 'Zuletzt geändert am' },
    lowerLimit: { en: 'Lower limit', de: 'Untergrenze' },
    upperLimit: { en: 'Upper limit', de: 'Obergrenze' },
    emailIsBad: { en: 'No mail arrives at the address', de: 'An der Adresse kommt keine E-Mail an' },
    mailKinds: { en: 'Mail that the member gets', de: 'E-Mails, die das Mitglied bekommt' },
    kinds: mailKinds,
    booklet: { en: 'Printed in the booklet', de: 'Im Heft gedruckt' },
    letterOnly: { en: 'Signs in by letter only', de: 'Meldet sich nur mit einem Brief an' },
    hiddenFromMembers: {
      en: 'Not found by name by other members',
      de: 'Für andere Mitglieder nicht mit dem Namen zu finden',
    },
    card: { en: 'Signs of the card', de: 'Zeichen der Karte' },
    joinAsked: { en: 'Asked to take part on', de: 'Wollte mitmachen seit' },
    hold: { en: 'Last time on hold', de: 'Zuletzt geruht' },
    leaveAsked: { en: 'Asked to leave on', de: 'Möchte gehen seit' },
    statusReason: { en: 'Reason for the status', de: 'Grund für den Status' },
    statusAt: { en: 'Status since', de: 'Status seit' },
    office: { en: 'File of the office', de: 'Akte des Büros' },
    checks: { en: 'Checks', de: 'Nachweise' },
    recordedAt: { en: 'Recorded on', de: 'Festgehalten am' },
    calls: { en: 'Calls of the office', de: 'Anrufe des Büros' },
    listings: { en: 'Listings', de: 'Inserate' },
    listingText: { en: 'Text', de: 'Beschreibung' },
    answers: { en: 'Answers to listings', de: 'Antworten auf Inserate' },
    answerOf: {
      sent: { en: 'Sent', de: 'Geschrieben' },
      received: { en: 'Received', de: 'Bekommen' },
    },
    message: { en: 'Message', de: 'Nachricht' },
    reply: { en: 'Reply', de: 'Antwort' },
    hoursOfTwo: { en: 'Hours recorded with others', de: 'Mit anderen eingetragene Stunden' },
    bookings: { en: 'Bookings on the account', de: 'Buchungen auf dem Konto' },
    partners: { en: 'What partners see', de: 'Was Partner sehen' },
    reads: { en: 'Partners who read the e-mail address', de: 'Partner, die die E-Mail-Adresse abgefragt haben' },
    bank: { en: 'Movements at the bank', de: 'Bewegungen bei der Bank' },
    bankSource: { en: 'From', de: 'Aus' },
    sources: {
      statement: { en: 'Comparison', de: 'Vergleich' },
      inbox: { en: 'Inbox', de: 'Eingang' },
    },
    mails: { en: 'Mail to the member', de: 'E-Mails an das Mitglied' },
    mailKind: { en: 'Kind', de: 'Art' },
    mailState: { en: 'What became of it', de: 'Was daraus wurde' },
  },
};
