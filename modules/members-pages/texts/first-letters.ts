/** What is on letters before a community has written its own texts: in the language of the letter, whatever the console's. */

import type { MemberLanguage } from '@timebank/contract/words';
import * as ES from './letters/es.ts';
import * as FR from './letters/fr.ts';
import * as IT from './letters/it.ts';
import type { Letters, OnLetters } from './letters/types.ts';

export const ON_LETTERS: Readonly<Record<MemberLanguage, OnLetters>> = {
  en: { hours: 'h', openUntil: (day) => `It opens the pages once, until ${day}.` },
  de: { hours: 'Std.', openUntil: (day) => `Er öffnet die Seiten einmal, bis ${day}.` },
  es: ES.ON,
  fr: FR.ON,
  it: IT.ON,
};

export const FIRST_LETTERS: Readonly<Record<MemberLanguage, Letters>> = {
  en: {
    welcome: {
      title: 'Welcome to {community}',
      body: 'Dear {name},\n\nwelcome to {community}. Your member number is {number}.\n\nAn hour of help that you give earns you an hour of help that you get, whatever it is. Your balance is {balance}.\n\nIf you transfer money for hours, please write this reference on the transfer: {reference}\n\nKind regards\n{community}',
    },
    balance: {
      title: 'Your balance on {today}',
      body: 'Dear {name},\n\non {today} your account shows {balance}.\n\nIf you think that something is missing, please get in touch.\n\nKind regards\n{community}',
    },
    invitation: {
      title: 'Your way to your hours',
      body: 'Dear {name},\n\nyou can now see your hours yourself, on a phone or a computer. Hold the camera of your phone over the square below, or open {address} and type the code.\n\nKind regards\n{community}',
    },
  },
  de: {
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
  es: ES.LETTERS,
  fr: FR.LETTERS,
  it: IT.LETTERS,
};

/** The same where the community says Du, in languages that have two forms. */
export const FAMILIAR_LETTERS: Readonly<Partial<Record<MemberLanguage, Letters>>> = {
  de: {
    welcome: {
      title: 'Willkommen bei {community}',
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
  },
  es: ES.FAMILIAR,
  it: IT.FAMILIAR,
};
