/** The words of changing one's own e-mail address. */

import type { MemberLanguage } from '@timebank/contract';
import { OFFICE, OFFICE_FIRST, say } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/forms.ts';
import * as FR from './fr/forms.ts';
import * as IT from './it/forms.ts';

const EN = {
  title: 'My e-mail address',
  now: (email: string) => `Messages go to ${email}.`,
  none: 'No address of yours is known.',
  byOffice: `This time bank sends no mail. ${OFFICE_FIRST} notes your address.`,
  email: 'New e-mail address',
  hint: 'A message with a link and a number goes there. Until you confirm it, nothing changes.',
  send: 'Send me a message',
  sent: (email: string) => `A message is on its way to ${email}.`,
  open: 'Open its link here, or type the number in it.',
  confirm: 'Confirm with the number',
  another: 'Another address',
  question: (email: string) => `Should messages go to ${email} from now on?`,
  notice: 'You then sign in with this address. A notice goes to the one before.',
  use: 'Use this address',
  usedText: 'A link counts once, for 15 minutes, and where you are signed in.',
  again: 'Ask for a new one',
  faults: {
    email: 'Write the address as in: name@example.org, without umlauts before the @.',
    unchanged: 'This is the address that we have.',
    daily: `That was enough for today. Ring ${OFFICE}.`,
  },
};

export type AddressTexts = typeof EN;

const DE: AddressTexts = {
  title: 'Meine E-Mail-Adresse',
  now: (email) => `Nachrichten gehen an ${email}.`,
  none: say('Von Ihnen ist keine Adresse bekannt.', 'Von dir ist keine Adresse bekannt.'),
  byOffice: say(
    `Diese Zeitbank verschickt keine E-Mail. ${OFFICE_FIRST} trägt Ihre Adresse ein.`,
    `Diese Zeitbank verschickt keine E-Mail. ${OFFICE_FIRST} trägt deine Adresse ein.`,
  ),
  email: 'Neue E-Mail-Adresse',
  hint: say(
    'Dorthin geht eine Nachricht mit einem Link und einer Zahl. Bis Sie sie bestätigen, ändert sich nichts.',
    'Dorthin geht eine Nachricht mit einem Link und einer Zahl. Bis du sie bestätigst, ändert sich nichts.',
  ),
  send: 'Nachricht schicken',
  sent: (email) => `Eine Nachricht an ${email} ist unterwegs.`,
  open: say(
    'Öffnen Sie hier den Link darin, oder geben Sie die Zahl daraus ein.',
    'Öffne hier den Link darin, oder gib die Zahl daraus ein.',
  ),
  confirm: 'Mit der Zahl bestätigen',
  another: 'Eine andere Adresse',
  question: (email) => `Sollen Nachrichten ab jetzt an ${email} gehen?`,
  notice: say(
    'Sie melden sich dann mit dieser Adresse an. An die bisherige geht ein Hinweis.',
    'Du meldest dich dann mit dieser Adresse an. An die bisherige geht ein Hinweis.',
  ),
  use: 'Diese Adresse verwenden',
  usedText: say(
    'Ein Link gilt einmal, 15 Minuten lang, und dort, wo Sie angemeldet sind.',
    'Ein Link gilt einmal, 15 Minuten lang, und dort, wo du angemeldet bist.',
  ),
  again: 'Neuen Link anfordern',
  faults: {
    email: say(
      'Schreiben Sie die Adresse so: name@example.org, vor dem @ ohne Umlaute.',
      'Schreib die Adresse so: name@example.org, vor dem @ ohne Umlaute.',
    ),
    unchanged: 'Diese Adresse haben wir schon.',
    daily: say(
      `Das war genug für heute. Rufen Sie an: ${OFFICE_FIRST} hilft.`,
      `Das war genug für heute. Ruf an: ${OFFICE_FIRST} hilft.`,
    ),
  },
};

export const ADDRESS_TEXTS: Readonly<Record<MemberLanguage, AddressTexts>> = {
  en: EN,
  de: DE,
  es: ES.ADDRESS,
  fr: FR.ADDRESS,
  it: IT.ADDRESS,
};
