/** Every word of a community's pages for its members. */
import { OFFICE, OFFICE_FIRST, say } from '../../../domain/voice/voice.ts';
import type { Language } from '../../http/accept.ts';

interface ErrorText {
  readonly title: string;
  readonly text: string;
  readonly back: string;
}

const EN = {
  menu: {
    ...{ pages: 'Pages', home: 'Home', welcome: 'Welcome', hours: 'My hours', signIn: 'Sign in' },
    ...{ signOut: 'Sign out', about: 'About these pages' },
  },
  errors(status: number): ErrorText {
    const back = 'To the first page';
    if (status === 403)
      return { title: 'Please send this again', text: 'The page was too old. Open it again, then send it.', back };
    if (status === 429) return { title: 'Too many tries', text: 'Wait a few minutes, then try again.', back };
    if (status === 503)
      return { title: 'Not at the moment', text: 'Please try again in a minute. Nothing was lost.', back };
    if (status < 500) return { title: 'This does not fit', text: 'The page cannot be opened like this.', back };
    return { title: 'Something went wrong', text: 'Please try again in a minute.', back };
  },
  faults: 'Please look at this:',
  error: 'Error',
  welcome: {
    title: 'Every hour counts the same.',
    lead: (community: string) =>
      `${community} is a time bank: an hour of help for one neighbour is an hour of help from another.`,
    signIn: 'Sign in',
  },
  home: {
    hello: (name: string) => `Hello, ${name}`,
    given: 'Given',
    received: 'Received',
    balance: 'Balance',
    newest: 'Your last hours',
    all: 'All my hours',
    none: `No hours are on your account yet. They appear here as soon as ${OFFICE} has recorded them.`,
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
    unknown: 'A device',
  },
  about: {
    title: 'About these pages',
    how: (community: string) =>
      `On these pages the members of ${community} see their hours. An hour that you give is worth an hour that you get.`,
    privacy: 'Privacy',
    privacyText: (namesWhole: boolean) =>
      `Your hours are seen by you and ${OFFICE}, and an hour that you record with another member by that member, too. Other members see ${namesWhole ? 'your name' : 'your given name, one letter of your family name,'} and your requests and offers. A cookie keeps you signed in, and another one lets us know this browser again; there is nothing of another site.`,
    accessibility: 'For everybody',
    accessibilityText: `The pages work without script, by keyboard and with a screen reader, on small screens and enlarged. Tell ${OFFICE} if something does not work for you.`,
    tested:
      'Against WCAG 2.2 AA, as EN 301 549 asks, each page is tested by a program (axe) at 320, 390 and 1366 pixels, light and dark, with long names, and the ways through them without script and by keyboard. People who use a screen reader have not tested them yet.',
    contact: `${OFFICE_FIRST} helps with everything else.`,
  },
  hours: {
    title: 'My hours',
    all: 'All years',
    file: 'As a table (CSV)',
    none: 'There is no hour in this time.',
  },
};

export type MemberTexts = typeof EN;

const DE: MemberTexts = {
  menu: {
    ...{ pages: 'Seiten', home: 'Anfang', welcome: 'Willkommen', hours: 'Meine Stunden' },
    ...{ signIn: 'Anmelden', signOut: 'Abmelden', about: 'Über diese Seiten' },
  },
  errors(status) {
    const back = 'Zur ersten Seite';
    if (status === 403) {
      const text = 'Die Seite war zu alt. Bitte noch einmal öffnen und dann abschicken.';
      return { title: 'Bitte noch einmal abschicken', text, back };
    }
    if (status === 429) {
      return {
        title: 'Zu viele Versuche',
        text: 'Bitte einige Minuten warten und es dann noch einmal versuchen.',
        back,
      };
    }
    if (status === 503) {
      const text = 'Bitte in einer Minute noch einmal versuchen. Es ist nichts verloren.';
      return { title: 'Im Moment nicht', text, back };
    }
    if (status < 500) return { title: 'Das passt nicht', text: 'So lässt sich die Seite nicht öffnen.', back };
    return { title: 'Etwas ist schiefgegangen', text: 'Bitte in einer Minute noch einmal versuchen.', back };
  },
  faults: say('Bitte sehen Sie sich das an:', 'Bitte sieh dir das an:'),
  error: 'Fehler',
  welcome: {
    title: 'Jede Stunde zählt gleich viel.',
    lead: (community) =>
      `${community} ist eine Zeitbank: Eine Stunde Hilfe für einen Nachbarn ist eine Stunde Hilfe von einem anderen.`,
    signIn: 'Anmelden',
  },
  home: {
    hello: (name) => say(`Guten Tag, ${name}`, `Hallo, ${name}`),
    given: 'Gegeben',
    received: 'Bekommen',
    balance: 'Kontostand',
    newest: say('Ihre letzten Stunden', 'Deine letzten Stunden'),
    all: 'Alle meine Stunden',
    none: say(
      `Auf Ihrem Konto sind noch keine Stunden. Hier stehen sie, sobald ${OFFICE} sie eingetragen hat.`,
      `Auf deinem Konto sind noch keine Stunden. Hier stehen sie, sobald ${OFFICE} sie eingetragen hat.`,
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
        `Ihre Stunden sehen Sie und sonst nur ${OFFICE}, und eine Stunde, die Sie mit einem anderen Mitglied eintragen, auch dieses. Andere Mitglieder sehen ${namesWhole ? 'Ihren Namen' : 'Ihren Vornamen, einen Buchstaben des Familiennamens'} und Ihre Gesuche und Angebote. Ein Cookie hält Sie angemeldet, an einem zweiten erkennen wir diesen Browser wieder; von einer anderen Website gibt es nichts.`,
        `Deine Stunden siehst du und sonst nur ${OFFICE}, und eine Stunde, die du mit einem anderen Mitglied einträgst, auch dieses. Andere Mitglieder sehen ${namesWhole ? 'deinen Namen' : 'deinen Vornamen, einen Buchstaben des Familiennamens'} und deine Gesuche und Angebote. Ein Cookie hält dich angemeldet, an einem zweiten erkennen wir diesen Browser wieder; von einer anderen Website gibt es nichts.`,
      ),
    accessibility: 'Für alle',
    accessibilityText: say(
      `Die Seiten gehen ohne Skript, mit der Tastatur und mit einem Screenreader, auf kleinen Bildschirmen und vergrößert. Sagen Sie Bescheid, wenn etwas für Sie nicht geht: ${OFFICE_FIRST} hilft.`,
      `Die Seiten gehen ohne Skript, mit der Tastatur und mit einem Screenreader, auf kleinen Bildschirmen und vergrößert. Sag Bescheid, wenn etwas für dich nicht geht: ${OFFICE_FIRST} hilft.`,
    ),
    tested:
      'Nach WCAG 2.2 AA, wie es EN 301 549 verlangt, prüft ein Programm (axe) jede Seite bei 320, 390 und 1366 Pixeln, hell und dunkel, mit langen Namen, und die Wege durch sie ohne Skript und mit der Tastatur. Menschen, die einen Screenreader benutzen, haben sie noch nicht geprüft.',
    contact: `Bei allem anderen hilft ${OFFICE}.`,
  },
  hours: {
    title: 'Meine Stunden',
    all: 'Alle Jahre',
    file: 'Als Tabelle (CSV)',
    none: 'In dieser Zeit gibt es keine Stunde.',
  },
};

export const MEMBER_TEXTS: Readonly<Record<Language, MemberTexts>> = { en: EN, de: DE };
