/** The words of asking to take part. */

import type { MemberLanguage } from '@timebank/contract';
import { OFFICE, OFFICE_FIRST, say } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/forms.ts';
import * as FR from './fr/forms.ts';
import * as IT from './it/forms.ts';

const EN = {
  title: 'I would like to join',
  lead: (community: string) => `Write to ${OFFICE} of ${community}. It gets in touch with you.`,
  name: 'Your name',
  email: 'Your e-mail address',
  reachHint: 'E-mail or telephone: one of the two is enough.',
  phone: 'Your telephone number',
  words: 'A few words about you',
  wordsHint: 'What you like to do, or what you need. You can leave it empty.',
  privacy: `Only ${OFFICE} reads this.`,
  submit: 'Send',
  sent: 'Thank you',
  sentText: `${OFFICE_FIRST} reads what you wrote and gets in touch with you. If nothing comes within two weeks, please ring ${OFFICE}.`,
  back: 'Back',
  faults: {
    name: 'Write your name.',
    reach: 'Write your e-mail address or your telephone number.',
    email: 'This is no e-mail address. Look for a missing dot or @, or an umlaut before the @.',
    phone: 'The telephone number is too long.',
    words: 'This is too long. A few sentences are enough.',
  },
};

export type JoinTexts = typeof EN;

const DE: JoinTexts = {
  title: 'Ich möchte mitmachen',
  lead: (community) =>
    say(
      `Schreiben Sie an ${community}: ${OFFICE_FIRST} meldet sich bei Ihnen.`,
      `Schreib an ${community}: ${OFFICE_FIRST} meldet sich bei dir.`,
    ),
  name: say('Ihr Name', 'Dein Name'),
  email: say('Ihre E-Mail-Adresse', 'Deine E-Mail-Adresse'),
  reachHint: 'E-Mail oder Telefon: Eins von beiden genügt.',
  phone: say('Ihre Telefonnummer', 'Deine Telefonnummer'),
  words: say('Ein paar Worte über Sie', 'Ein paar Worte über dich'),
  wordsHint: say(
    'Was Sie gern tun, oder was Sie brauchen. Sie können das leer lassen.',
    'Was du gern tust, oder was du brauchst. Du kannst das leer lassen.',
  ),
  privacy: `Das liest nur ${OFFICE}.`,
  submit: 'Abschicken',
  sent: 'Vielen Dank',
  sentText: say(
    `${OFFICE_FIRST} liest, was Sie geschrieben haben, und meldet sich bei Ihnen. Kommt in zwei Wochen nichts, rufen Sie bitte an.`,
    `${OFFICE_FIRST} liest, was du geschrieben hast, und meldet sich bei dir. Kommt in zwei Wochen nichts, ruf bitte an.`,
  ),
  back: 'Zurück',
  faults: {
    name: say('Schreiben Sie Ihren Namen.', 'Schreib deinen Namen.'),
    reach: say(
      'Schreiben Sie Ihre E-Mail-Adresse oder Ihre Telefonnummer.',
      'Schreib deine E-Mail-Adresse oder deine Telefonnummer.',
    ),
    email: 'Das ist keine E-Mail-Adresse. Vielleicht fehlt ein Punkt oder das @, oder davor ist ein Umlaut.',
    phone: 'Die Telefonnummer ist zu lang.',
    words: 'Das ist zu lang. Ein paar Sätze genügen.',
  },
};

export const JOIN_TEXTS: Readonly<Record<MemberLanguage, JoinTexts>> = {
  en: EN,
  de: DE,
  es: ES.JOIN,
  fr: FR.JOIN,
  it: IT.JOIN,
};
