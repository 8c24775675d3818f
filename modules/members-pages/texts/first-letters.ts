import { phrase } from '../../../console/src/i18n/languages.ts';

/** The parts of a letter beside its text. */
export const onLetters = {
  hours: { en: 'h', de: 'Std.' },
  openUntil: phrase({
    en: (day: string) => `It opens the pages once, until ${day}.`,
    de: (day) => `Er öffnet die Seiten einmal, bis ${day}.`,
  }),
};

/** What letters say before a community has written its own: in the language of the letter, whatever the console's. */

export const firstLetters = {
  welcome: {
    title: { en: 'Welcome to {community}', de: 'Willkommen bei {community}' },
    body: {
      en: 'Dear {name},\n\nwelcome to {community}. Your member number is {number}.\n\nAn hour of help that you give earns you an hour of help that you get, whatever it is. Your balance is {balance}.\n\nIf you transfer money for hours, please write this reference on the transfer: {reference}\n\nKind regards\n{community}',
      de: 'Guten Tag {name},\n\nwillkommen bei {community}. Ihre Mitgliedsnummer ist {number}.\n\nEine Stunde Hilfe, die Sie geben, bringt Ihnen eine Stunde Hilfe, die Sie bekommen, was immer es ist. Ihr Kontostand ist {balance}.\n\nWenn Sie Geld für Stunden überweisen, schreiben Sie bitte diese Referenz auf die Überweisung: {reference}\n\nFreundliche Grüße\n{community}',
    },
  },
  balance: {
    title: { en: 'Your balance on {today}', de: 'Ihr Kontostand am {today}' },
    body: {
      en: 'Dear {name},\n\non {today} your account shows {balance}.\n\nIf you think that something is missing, please get in touch.\n\nKind regards\n{community}',
      de: 'Guten Tag {name},\n\nam {today} stehen auf Ihrem Konto {balance}.\n\nWenn Ihnen etwas fehlt, melden Sie sich bitte.\n\nFreundliche Grüße\n{community}',
    },
  },
  invitation: {
    title: { en: 'Your way to your hours', de: 'Ihr Zugang zu Ihren Stunden' },
    body: {
      en: 'Dear {name},\n\nyou can now see your hours yourself, on a phone or a computer. Hold the camera of your phone over the square below, or open {address} and type the code.\n\nKind regards\n{community}',
      de: 'Guten Tag {name},\n\nSie können Ihre Stunden jetzt selbst sehen, am Telefon oder am Computer. Halten Sie die Kamera Ihres Telefons auf das Quadrat unten, oder öffnen Sie {address} und geben Sie den Code ein.\n\nFreundliche Grüße\n{community}',
    },
  },
};

/** The same in German where the community says Du. */
export const FAMILIAR_LETTERS = {
  welcome: {
    title: firstLetters.welcome.title.de,
    body: 'Hallo {name},\n\nwillkommen bei {community}. Deine Mitgliedsnummer ist {number}.\n\nEine Stunde Hilfe, die du gibst, bringt dir eine Stunde Hilfe, die du bekommst, was immer es ist. Dein Kontostand ist {balance}.\n\nWenn du Geld für Stunden überweist, schreib bitte diese Referenz auf die Überweisung: {reference}\n\nViele Grüße\n{community}',
  },
  balance: {
    title: 'Dein Kontostand am {today}',
    body: 'Hallo {name},\n\nam {today} stehen auf deinem Konto {balance}.\n\nWenn dir etwas fehlt, melde dich bitte.\n\nViele Grüße\n{community}',
  },
  invitation: {
    title: 'Dein Zugang zu deinen Stunden',
    body: 'Hallo {name},\n\ndu kannst deine Stunden jetzt selbst sehen, am Telefon oder am Computer. Halte die Kamera deines Telefons auf das Quadrat unten, oder öffne {address} und gib den Code ein.\n\nViele Grüße\n{community}',
  },
};
