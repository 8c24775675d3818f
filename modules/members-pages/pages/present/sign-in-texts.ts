/** The words of signing in by mail. */

import type { MemberLanguage } from '@timebank/contract';
import { say } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/forms.ts';
import * as FR from './fr/forms.ts';
import * as IT from './it/forms.ts';

const EN = {
  email: 'Your e-mail address',
  send: 'Send me a link',
  orLetter: 'No e-mail? Type the code from your letter.',
  orMail: 'No letter? Let us send you a link by e-mail.',
  look: 'Look at your mail',
  onItsWay:
    'If the address is a member’s, a message is on its way. Open its link, or type the number in it here. Asked several times? Then the next one comes after 15 minutes. Nothing there? Ring us.',
  number: 'The number in the message',
  numberHint: 'Eight digits. It counts for 15 minutes, in this browser.',
  withNumber: 'Sign in with the number',
  wrongNumber: 'This number does not fit. Compare it with the message, or ask for a new one.',
  otherAddress: 'Type another address',
  who: 'Who are you?',
  isYou: (name: string) => `You are ${name}.`,
  choose: 'Choose who you are.',
  used: 'This link was used before or is too old.',
  usedText:
    'A link opens your pages once, for 15 minutes, and some mail programs open it before you do. The number in the same message still counts, in the browser that asked for it.',
  toNumber: 'Type the number',
  again: 'Send a new one',
};

export type SignInTexts = typeof EN;

const DE: SignInTexts = {
  email: say('Ihre E-Mail-Adresse', 'Deine E-Mail-Adresse'),
  send: 'Link schicken',
  orLetter: say(
    'Keine E-Mail? Geben Sie den Code aus Ihrem Brief ein.',
    'Keine E-Mail? Gib den Code aus deinem Brief ein.',
  ),
  orMail: say(
    'Kein Brief? Lassen Sie sich einen Link per E-Mail schicken.',
    'Kein Brief? Lass dir einen Link per E-Mail schicken.',
  ),
  look: say('Schauen Sie in Ihr Postfach', 'Schau in dein Postfach'),
  onItsWay: say(
    'Gehört die Adresse zu einem Mitglied, ist eine Nachricht unterwegs. Öffnen Sie den Link darin, oder geben Sie hier die Zahl daraus ein. Mehrmals angefordert? Dann kommt die nächste nach 15 Minuten. Nichts da? Rufen Sie uns an.',
    'Gehört die Adresse zu einem Mitglied, ist eine Nachricht unterwegs. Öffne den Link darin, oder gib hier die Zahl daraus ein. Mehrmals angefordert? Dann kommt die nächste nach 15 Minuten. Nichts da? Ruf uns an.',
  ),
  number: 'Die Zahl aus der Nachricht',
  numberHint: 'Acht Ziffern. Die Zahl gilt 15 Minuten lang, in diesem Browser.',
  withNumber: 'Mit der Zahl anmelden',
  wrongNumber: say(
    'Diese Zahl passt nicht. Vergleichen Sie sie mit der Nachricht, oder fordern Sie eine neue an.',
    'Diese Zahl passt nicht. Vergleiche sie mit der Nachricht, oder fordere eine neue an.',
  ),
  otherAddress: 'Eine andere Adresse eingeben',
  who: say('Wer sind Sie?', 'Wer bist du?'),
  isYou: (name) => say(`Sie sind ${name}.`, `Du bist ${name}.`),
  choose: say('Wählen Sie, wer Sie sind.', 'Wähle, wer du bist.'),
  used: 'Dieser Link wurde schon benutzt oder ist zu alt.',
  usedText: say(
    'Ein Link öffnet Ihre Seiten einmal und 15 Minuten lang, und manches Mailprogramm öffnet ihn vor Ihnen. Die Zahl aus derselben Nachricht gilt noch, in dem Browser, in dem sie angefordert wurde.',
    'Ein Link öffnet deine Seiten einmal und 15 Minuten lang, und manches Mailprogramm öffnet ihn vor dir. Die Zahl aus derselben Nachricht gilt noch, in dem Browser, in dem sie angefordert wurde.',
  ),
  toNumber: 'Zahl eingeben',
  again: 'Neuen Link schicken',
};

export const SIGN_IN_TEXTS: Readonly<Record<MemberLanguage, SignInTexts>> = {
  en: EN,
  de: DE,
  es: ES.SIGN_IN,
  fr: FR.SIGN_IN,
  it: IT.SIGN_IN,
};
