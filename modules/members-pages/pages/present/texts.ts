/** Every word of a community's pages for its members. */

import type { MemberLanguage } from '@timebank/contract';
import { OFFICE, OFFICE_FIRST, say } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/pages.ts';
import * as FR from './fr/pages.ts';
import * as IT from './it/pages.ts';

const EN = {
  menu: {
    ...{ pages: 'Pages', home: 'Home', welcome: 'Welcome', hours: 'My hours', signIn: 'Sign in' },
    ...{ signOut: 'Sign out', about: 'About these pages', contact: 'How to reach us:' },
  },
  faults: 'Please look at this:',
  error: 'Error',
  welcome: {
    title: 'Every hour counts the same.',
    lead: (community: string) =>
      `${community} is a time bank: an hour of help for one neighbour is an hour of help from another.`,
    signIn: 'Sign in',
    letter: 'I have a letter with a code',
  },
  home: {
    hello: (name: string) => `Hello, ${name}`,
    given: 'Given',
    received: 'Received',
    balance: 'Balance',
    below: (hours: string) => `${hours} more received than given`,
    newest: 'Your last hours',
    all: 'All my hours',
    none: 'No hours are on your account yet. Record some: they appear here as soon as the other member says yes.',
  },
  signIn: {
    title: 'Sign in',
    code: 'The code of your letter',
    codeHint: 'Twelve signs. Capital or small letters, with or without hyphens.',
    submit: 'Sign in with the code',
    unknown: 'We do not know this code. Check each letter.',
    lost: `No letter, or it does not work? Ask ${OFFICE} for a new one.`,
  },
  enter: {
    title: 'Who are you?',
    isThis: (name: string) => `This letter is for ${name}.`,
    shared: 'Other people use this device: sign me out after an hour.',
    submit: 'Sign in',
    used: 'This letter was used before or is too old.',
    usedText: `A letter opens your pages once. If you did not use it yourself, tell ${OFFICE}. Ask there for a new letter.`,
    back: 'Back',
  },
  devices: {
    title: 'My devices',
    lead: 'You are signed in here. End those that you do not know.',
    this: 'this device',
    since: (day: string) => `signed in on ${day}`,
    last: (day: string) => `last used on ${day}`,
    end: 'End',
    endOthers: 'End all others',
    deputies: 'Who acts for you no longer does so, unless you tick it:',
    stays: (name: string) => `${name} goes on acting for me`,
    unknown: 'A device',
  },
  about: {
    title: 'About these pages',
    how: (community: string) =>
      `On these pages the members of ${community} see their hours. An hour that you give is worth an hour that you get.`,
    privacy: 'Privacy',
    privacyText: (namesWhole: boolean) =>
      `Your hours are seen by you and ${OFFICE}, and an hour that you record with another member by that member, too. Other members see ${namesWhole ? 'your name' : 'your given name, one letter of your family name'}, your member number and your requests and offers. A cookie keeps you signed in, and another one lets us know this browser again; there is nothing of another site.`,
    accessibility: 'For everybody',
    accessibilityText: `These pages are made to meet the European standard EN 301 549, and with it WCAG 2.2, level AA. They need no script, and work by keyboard, on small screens and enlarged. Tell ${OFFICE} if something does not work for you.`,
    testedTitle: 'What was tested',
    tested: [
      'A program (axe) has read every page, also those with errors in a form and those of a deputy, in light and dark colours and with names of sixty letters.',
      'Measured at 320 pixels, which is a small telephone or a window enlarged to 400 %, in English and German: nothing scrolls sideways, buttons are at least 48 pixels high, and no text is smaller than 16.',
      'What the browser hands to a screen reader was checked: one main heading, a name for each field and button, and each error at its field.',
      'By keyboard alone, and without script: signing in, recording an hour and confirming it.',
      'We have looked at most of the pages at 320, 390, 640 and 1366 pixels, enlarged to 200 and 400 %, on paper, in light and dark colours, with names of sixty letters, in English or German.',
    ],
    untestedTitle: 'What was not tested',
    untested: [
      'People who use a screen reader, a magnifier or voice control have not tried the pages yet.',
      'No screen reader has read them aloud in a test.',
      'Not every page was looked at in each of these ways.',
      'What members write themselves may be hard to read.',
    ],
    contact: `${OFFICE_FIRST} helps with everything else.`,
  },
  hours: {
    title: 'My hours',
    all: 'All years',
    file: 'As a table (CSV)',
    fileName: 'hours',
    columns: ['Day', 'What', 'With', 'Note', 'Hours', 'Seconds'],
    none: 'There is no hour in this time.',
  },
};

export type MemberTexts = typeof EN;

const DE: MemberTexts = {
  menu: {
    ...{ pages: 'Seiten', home: 'Anfang', welcome: 'Willkommen', hours: 'Meine Stunden' },
    ...{ signIn: 'Anmelden', signOut: 'Abmelden', about: 'Über diese Seiten' },
    contact: say('So erreichen Sie uns:', 'So erreichst du uns:'),
  },
  faults: say('Bitte sehen Sie sich das an:', 'Bitte sieh dir das an:'),
  error: 'Fehler',
  welcome: {
    title: 'Jede Stunde zählt gleich viel.',
    lead: (community) =>
      `${community} ist eine Zeitbank: Eine Stunde Hilfe für einen Nachbarn ist eine Stunde Hilfe von einem anderen.`,
    signIn: 'Anmelden',
    letter: 'Ich habe einen Brief mit einem Code',
  },
  home: {
    hello: (name) => say(`Guten Tag, ${name}`, `Hallo, ${name}`),
    given: 'Gegeben',
    received: 'Bekommen',
    balance: 'Kontostand',
    below: (hours) => `${hours} mehr bekommen als gegeben`,
    newest: say('Ihre letzten Stunden', 'Deine letzten Stunden'),
    all: 'Alle meine Stunden',
    none: say(
      'Auf Ihrem Konto sind noch keine Stunden. Tragen Sie welche ein: Sobald die andere Person zustimmt, stehen sie hier.',
      'Auf deinem Konto sind noch keine Stunden. Trag welche ein: Sobald die andere Person zustimmt, stehen sie hier.',
    ),
  },
  signIn: {
    title: 'Anmelden',
    code: say('Der Code aus Ihrem Brief', 'Der Code aus deinem Brief'),
    codeHint: 'Zwölf Zeichen. Groß oder klein, mit oder ohne Bindestriche.',
    submit: 'Mit Code anmelden',
    unknown: say(
      'Diesen Code kennen wir nicht. Prüfen Sie jedes Zeichen.',
      'Diesen Code kennen wir nicht. Prüfe jedes Zeichen.',
    ),
    lost: say(
      `Kein Brief, oder er gilt nicht? ${OFFICE_FIRST} druckt Ihnen einen neuen.`,
      `Kein Brief, oder er gilt nicht? ${OFFICE_FIRST} druckt dir einen neuen.`,
    ),
  },
  enter: {
    title: say('Wer sind Sie?', 'Wer bist du?'),
    isThis: (name) => `Dieser Brief ist für ${name}.`,
    shared: 'Dieses Gerät benutzen auch andere: Nach einer Stunde abmelden.',
    submit: 'Anmelden',
    used: 'Dieser Brief wurde schon benutzt oder ist zu alt.',
    usedText: say(
      `Ein Brief öffnet Ihre Seiten einmal. Haben Sie ihn nicht selbst benutzt, sagen Sie Bescheid. ${OFFICE_FIRST} druckt Ihnen einen neuen.`,
      `Ein Brief öffnet deine Seiten einmal. Hast du ihn nicht selbst benutzt, sag Bescheid. ${OFFICE_FIRST} druckt dir einen neuen.`,
    ),
    back: 'Zurück',
  },
  devices: {
    title: 'Meine Geräte',
    lead: say(
      'Hier sind Sie angemeldet. Beenden Sie, was Sie nicht kennen.',
      'Hier bist du angemeldet. Beende, was du nicht kennst.',
    ),
    this: 'dieses Gerät',
    since: (day) => `angemeldet am ${day}`,
    last: (day) => `zuletzt benutzt am ${day}`,
    end: 'Beenden',
    endOthers: 'Alle anderen beenden',
    deputies: say(
      'Wer für Sie handelt, tut es dann nicht mehr, außer Sie kreuzen es an:',
      'Wer für dich handelt, tut es dann nicht mehr, außer du kreuzt es an:',
    ),
    stays: (name) => `${name} handelt weiter für mich`,
    unknown: 'Ein Gerät',
  },
  about: {
    title: 'Über diese Seiten',
    how: (community) =>
      say(
        `Auf diesen Seiten sehen die Mitglieder von ${community} ihre Stunden. Eine Stunde, die Sie geben, ist so viel wert wie eine, die Sie bekommen.`,
        `Auf diesen Seiten sehen die Mitglieder von ${community} ihre Stunden. Eine Stunde, die du gibst, ist so viel wert wie eine, die du bekommst.`,
      ),
    privacy: 'Datenschutz',
    privacyText: (namesWhole) =>
      say(
        `Ihre Stunden sehen Sie und sonst nur ${OFFICE}, und eine Stunde, die Sie mit einem anderen Mitglied eintragen, auch dieses. Andere Mitglieder sehen ${namesWhole ? 'Ihren Namen' : 'Ihren Vornamen, einen Buchstaben des Familiennamens'}, Ihre Mitgliedsnummer und Ihre Gesuche und Angebote. Ein Cookie hält Sie angemeldet, an einem zweiten erkennen wir diesen Browser wieder; von einer anderen Website gibt es nichts.`,
        `Deine Stunden siehst du und sonst nur ${OFFICE}, und eine Stunde, die du mit einem anderen Mitglied einträgst, auch dieses. Andere Mitglieder sehen ${namesWhole ? 'deinen Namen' : 'deinen Vornamen, einen Buchstaben des Familiennamens'}, deine Mitgliedsnummer und deine Gesuche und Angebote. Ein Cookie hält dich angemeldet, an einem zweiten erkennen wir diesen Browser wieder; von einer anderen Website gibt es nichts.`,
      ),
    accessibility: 'Für alle',
    accessibilityText: say(
      `Diese Seiten sollen die europäische Norm EN 301 549 erfüllen und damit WCAG 2.2, Stufe AA. Skript ist dafür nicht nötig, und alles geht mit der Tastatur, auf kleinen Bildschirmen und vergrößert. Sagen Sie Bescheid, wenn etwas für Sie nicht geht: ${OFFICE_FIRST} hilft.`,
      `Diese Seiten sollen die europäische Norm EN 301 549 erfüllen und damit WCAG 2.2, Stufe AA. Skript ist dafür nicht nötig, und alles geht mit der Tastatur, auf kleinen Bildschirmen und vergrößert. Sag Bescheid, wenn etwas für dich nicht geht: ${OFFICE_FIRST} hilft.`,
    ),
    testedTitle: 'Was geprüft ist',
    tested: [
      'Ein Programm (axe) hat jede Seite gelesen, auch die mit Fehlern in einem Formular und die einer Vertretung, in hellen und dunklen Farben und mit Namen von sechzig Buchstaben.',
      'Gemessen ist bei 320 Pixeln, also auf einem kleinen Telefon oder in einem auf 400 % vergrößerten Fenster, auf Deutsch und Englisch: Nichts läuft seitlich hinaus, Knöpfe sind mindestens 48 Pixel hoch, und kein Text ist kleiner als 16.',
      'Geprüft ist, was der Browser einem Screenreader gibt: eine Hauptüberschrift, ein Name für jedes Feld und jeden Knopf, und jeder Fehler bei seinem Feld.',
      'Allein mit der Tastatur und ohne Skript geprüft sind das Anmelden, das Eintragen und das Bestätigen einer Stunde.',
      'Angesehen haben wir die meisten Seiten bei 320, 390, 640 und 1366 Pixeln, auf 200 und 400 % vergrößert, auf Papier, in hellen und dunklen Farben, mit Namen von sechzig Buchstaben, auf Deutsch oder Englisch.',
    ],
    untestedTitle: 'Was nicht geprüft ist',
    untested: [
      'Menschen, die einen Screenreader, eine Lupe oder eine Sprachsteuerung benutzen, haben die Seiten noch nicht ausprobiert.',
      'Vorgelesen hat sie noch kein Screenreader.',
      'Nicht jede Seite haben wir auf jede dieser Arten angesehen.',
      'Was Mitglieder selbst schreiben, kann schwer zu lesen sein.',
    ],
    contact: `Bei allem anderen hilft ${OFFICE}.`,
  },
  hours: {
    title: 'Meine Stunden',
    all: 'Alle Jahre',
    file: 'Als Tabelle (CSV)',
    fileName: 'stunden',
    columns: ['Tag', 'Was', 'Mit wem', 'Notiz', 'Stunden', 'Sekunden'],
    none: 'In dieser Zeit gibt es keine Stunde.',
  },
};

export const MEMBER_TEXTS: Readonly<Record<MemberLanguage, MemberTexts>> = {
  en: EN,
  de: DE,
  es: ES.MEMBER,
  fr: FR.MEMBER,
  it: IT.MEMBER,
};
