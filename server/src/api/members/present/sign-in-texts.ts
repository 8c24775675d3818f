/** The words of signing in by mail. */
import type { Language } from '../../http/accept.ts';

const EN = {
  email: 'Your e-mail address',
  send: 'Send me a link',
  orLetter: 'No e-mail? Type the code from your letter.',
  look: 'Look at your mail',
  onItsWay:
    'If the address is a member’s, a message is on its way. Open its link, or type the number in it here. Nothing there? Ring us.',
  number: 'The number in the message',
  numberHint: 'Eight digits. It counts for 15 minutes, in this browser.',
  withNumber: 'Sign in with the number',
  wrongNumber: 'This number does not fit. Compare it with the message, or ask for a new one.',
  otherAddress: 'Type another address',
  who: 'Who are you?',
  isYou: (name: string) => `You are ${name}.`,
  choose: 'Choose who you are.',
  used: 'This link was used before or is too old.',
  usedText: 'A link opens your pages once, for 15 minutes.',
  again: 'Send a new one',
};

const DE: typeof EN = {
  email: 'Ihre E-Mail-Adresse',
  send: 'Link schicken',
  orLetter: 'Keine E-Mail? Geben Sie den Code aus Ihrem Brief ein.',
  look: 'Schauen Sie in Ihr Postfach',
  onItsWay:
    'Gehört die Adresse zu einem Mitglied, ist eine Nachricht unterwegs. Öffnen Sie den Link darin, oder geben Sie hier die Zahl daraus ein. Nichts da? Rufen Sie uns an.',
  number: 'Die Zahl aus der Nachricht',
  numberHint: 'Acht Ziffern. Sie gilt 15 Minuten lang, in diesem Browser.',
  withNumber: 'Mit der Zahl anmelden',
  wrongNumber: 'Diese Zahl passt nicht. Vergleichen Sie sie mit der Nachricht, oder fordern Sie eine neue an.',
  otherAddress: 'Eine andere Adresse eingeben',
  who: 'Wer sind Sie?',
  isYou: (name) => `Sie sind ${name}.`,
  choose: 'Wählen Sie, wer Sie sind.',
  used: 'Dieser Link wurde schon benutzt oder ist zu alt.',
  usedText: 'Ein Link öffnet Ihre Seiten einmal und 15 Minuten lang.',
  again: 'Neuen Link schicken',
};

export const SIGN_IN_TEXTS: Readonly<Record<Language, typeof EN>> = { en: EN, de: DE };
