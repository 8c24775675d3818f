/** The words of a member's own page, of all that is stored, and of leaving. */

import type { MemberLanguage } from '@timebank/contract';
import { OFFICE, OFFICE_FIRST, say } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/pages.ts';
import * as FR from './fr/pages.ts';
import * as IT from './it/pages.ts';

const EN = {
  title: 'My data',
  lead: `This is how ${OFFICE} reaches you. Something is wrong? Tell ${OFFICE}.`,
  saved: 'Saved.',
  facts: {
    name: 'Name',
    external_id: 'Member number',
    email: 'E-mail',
    phone: 'Telephone',
    second_phone: 'Second telephone',
    street: 'Street',
    postal_code: 'Postal code',
    place: 'Place',
    payment_reference: 'Payment reference',
    joined_on: 'Member since',
  },
  choices: 'My choices',
  noQuarter: 'Not said',
  quarterGone: 'This is not among the choices. Please choose again.',
  language: 'Language of these pages and of mails',
  asBrowser: 'As in my browser',
  mails: 'Mail that I get',
  kinds: {
    hours: 'Hours that I should confirm, and what became of them',
    digest: 'A weekly overview, if there is news',
    alerts: 'New requests and offers that fit mine',
  },
  news: {
    question: 'Would you like a mail each week with what is new?',
    alerts: 'And in the morning, when a new request or offer fits mine',
    yes: 'Yes, please',
    no: 'No, thank you',
    hint: 'You can change this at any time under My data.',
  },
  letterOnly: 'Sign me in by letter only: other people read my mail.',
  save: 'Save',
  card: 'My card',
  cardLead: 'Hold this up: others record hours with you.',
  cardHint:
    'It shows your name to members of the community who are signed in, and opens nothing. It prints as large as a bank card.',
  cardNone: 'With a card, others need not type your name: they hold their telephone’s camera over it.',
  cardPicture: (name: string) => `The card of ${name}, as a square to photograph`,
  cardMake: 'Make my card',
  cardRenew: 'Make a new card',
  cardOld: 'A new card ends the old one, also on paper.',
  more: 'More',
  sight: 'Who sees me',
  devices: 'My devices',
  file: 'All that is stored about me',
  leave: 'Leave the community',
  fileTitle: 'All that is stored about me',
  fileLead: `${OFFICE_FIRST} and you see this. Partners see what you allow them to.`,
  fileWhole: 'The file for programs has the same, and the numbers by which the service knows things.',
  asFile: 'As a file for programs (JSON)',
  yes: 'yes',
  no: 'no',
  leaveTitle: 'Leave the community',
  leaveLead: `${OFFICE_FIRST} ends your membership within a month, and speaks with you about hours that are left. Your requests and offers close at once.`,
  leaveButton: `Tell ${OFFICE}`,
  leaveAsked: (day: string) =>
    `${OFFICE_FIRST} knows since ${day} that you want to leave. You changed your mind? Say so here.`,
  stayButton: 'I stay',
};

export type MeTexts = typeof EN;

const DE: MeTexts = {
  title: 'Meine Daten',
  lead: say(
    `So erreicht Sie ${OFFICE}. Etwas stimmt nicht? Sagen Sie Bescheid.`,
    `So erreicht dich ${OFFICE}. Etwas stimmt nicht? Sag Bescheid.`,
  ),
  saved: 'Gespeichert.',
  facts: {
    name: 'Name',
    external_id: 'Mitgliedsnummer',
    email: 'E-Mail',
    phone: 'Telefon',
    second_phone: 'Zweites Telefon',
    street: 'Straße',
    postal_code: 'Postleitzahl',
    place: 'Ort',
    payment_reference: 'Zahlungsreferenz',
    joined_on: 'Mitglied seit',
  },
  choices: 'Was ich möchte',
  noQuarter: 'Keine Angabe',
  quarterGone: say(
    'Das gibt es nicht zur Auswahl. Bitte wählen Sie noch einmal.',
    'Das gibt es nicht zur Auswahl. Bitte wähle noch einmal.',
  ),
  language: 'Sprache dieser Seiten und der E-Mails',
  asBrowser: 'Wie in meinem Browser',
  mails: 'E-Mails, die ich bekomme',
  kinds: {
    hours: 'Stunden, die ich bestätigen soll, und was daraus wurde',
    digest: 'Ein Überblick in der Woche, wenn es Neues gibt',
    alerts: 'Neue Gesuche und Angebote, die zu meinen passen',
  },
  news: {
    question: say(
      'Möchten Sie jede Woche eine E-Mail mit dem, was neu ist?',
      'Möchtest du jede Woche eine E-Mail mit dem, was neu ist?',
    ),
    alerts: 'Und am Morgen, wenn ein neues Gesuch oder Angebot zu meinen passt',
    yes: 'Ja, gerne',
    no: 'Nein, danke',
    hint: say(
      'Sie können das jederzeit unter „Meine Daten“ ändern.',
      'Du kannst das jederzeit unter „Meine Daten“ ändern.',
    ),
  },
  letterOnly: 'Mich nur mit einem Brief anmelden: Meine E-Mails lesen auch andere.',
  save: 'Speichern',
  card: 'Meine Karte',
  cardLead: say(
    'Halten Sie das hin: So tragen andere Stunden mit Ihnen ein.',
    'Halte das hin: So tragen andere Stunden mit dir ein.',
  ),
  cardHint: say(
    'Die Karte zeigt angemeldeten Mitgliedern Ihren Namen und öffnet nichts. Gedruckt ist sie so groß wie eine Bankkarte.',
    'Die Karte zeigt angemeldeten Mitgliedern deinen Namen und öffnet nichts. Gedruckt ist sie so groß wie eine Bankkarte.',
  ),
  cardNone: say(
    'Mit einer Karte muss niemand Ihren Namen tippen: Man hält die Kamera des Telefons darüber.',
    'Mit einer Karte muss niemand deinen Namen tippen: Man hält die Kamera des Telefons darüber.',
  ),
  cardPicture: (name) => `Die Karte von ${name}, als Quadrat zum Fotografieren`,
  cardMake: 'Karte machen',
  cardRenew: 'Neue Karte machen',
  cardOld: 'Eine neue Karte beendet die alte, auch die auf Papier.',
  more: 'Mehr',
  sight: 'Wer mich sieht',
  devices: 'Meine Geräte',
  file: 'Alles, was über mich gespeichert ist',
  leave: 'Die Gemeinschaft verlassen',
  fileTitle: 'Alles, was über mich gespeichert ist',
  fileLead: say(
    `Das sehen Sie und sonst nur ${OFFICE}. Partner sehen, was Sie ihnen erlauben.`,
    `Das siehst du und sonst nur ${OFFICE}. Partner sehen, was du ihnen erlaubst.`,
  ),
  fileWhole: 'In der Datei für Programme steht dasselbe, und dazu die Nummern, die der Dienst selbst vergibt.',
  asFile: 'Als Datei für Programme (JSON)',
  yes: 'ja',
  no: 'nein',
  leaveTitle: 'Die Gemeinschaft verlassen',
  leaveLead: say(
    `${OFFICE_FIRST} beendet Ihre Mitgliedschaft innerhalb eines Monats und spricht mit Ihnen über übrige Stunden. Ihre Gesuche und Angebote werden sofort geschlossen.`,
    `${OFFICE_FIRST} beendet deine Mitgliedschaft innerhalb eines Monats und spricht mit dir über übrige Stunden. Deine Gesuche und Angebote werden sofort geschlossen.`,
  ),
  leaveButton: 'Ich möchte gehen',
  leaveAsked: (day) =>
    say(
      `${OFFICE_FIRST} weiß seit dem ${day}, dass Sie gehen möchten. Sie haben es sich anders überlegt? Sagen Sie es hier.`,
      `${OFFICE_FIRST} weiß seit dem ${day}, dass du gehen möchtest. Du hast es dir anders überlegt? Sag es hier.`,
    ),
  stayButton: 'Ich bleibe',
};

export const ME_TEXTS: Readonly<Record<MemberLanguage, MeTexts>> = { en: EN, de: DE, es: ES.ME, fr: FR.ME, it: IT.ME };
