/** The words of asking to take part. */
import type { Language } from '../../http/accept.ts';

const EN = {
  title: 'I would like to join',
  lead: (community: string) => `Write to the office of ${community}. It gets in touch with you.`,
  name: 'Your name',
  email: 'Your e-mail address',
  reachHint: 'E-mail or telephone: one of the two is enough.',
  phone: 'Your telephone number',
  words: 'A few words about you',
  wordsHint: 'What you like to do, or what you need. You can leave it empty.',
  privacy: 'Only the office reads this.',
  submit: 'Send',
  sent: 'Thank you',
  sentText:
    'The office reads what you wrote and gets in touch with you. If nothing comes within two weeks, please ring the office.',
  back: 'Back',
  faults: {
    name: 'Write your name.',
    reach: 'Write your e-mail address or your telephone number.',
    email: 'This is no e-mail address. Look for a missing dot or @.',
    phone: 'The telephone number is too long.',
    words: 'This is too long. A few sentences are enough.',
  },
};

const DE: typeof EN = {
  title: 'Ich möchte mitmachen',
  lead: (community) => `Schreiben Sie dem Büro von ${community}. Es meldet sich bei Ihnen.`,
  name: 'Ihr Name',
  email: 'Ihre E-Mail-Adresse',
  reachHint: 'E-Mail oder Telefon: Eins von beiden genügt.',
  phone: 'Ihre Telefonnummer',
  words: 'Ein paar Worte über Sie',
  wordsHint: 'Was Sie gern tun, oder was Sie brauchen. Sie können das leer lassen.',
  privacy: 'Das liest nur das Büro.',
  submit: 'Abschicken',
  sent: 'Vielen Dank',
  sentText:
    'Das Büro liest, was Sie geschrieben haben, und meldet sich bei Ihnen. Kommt in zwei Wochen nichts, rufen Sie bitte im Büro an.',
  back: 'Zurück',
  faults: {
    name: 'Schreiben Sie Ihren Namen.',
    reach: 'Schreiben Sie Ihre E-Mail-Adresse oder Ihre Telefonnummer.',
    email: 'Das ist keine E-Mail-Adresse. Vielleicht fehlt ein Punkt oder das @.',
    phone: 'Die Telefonnummer ist zu lang.',
    words: 'Das ist zu lang. Ein paar Sätze genügen.',
  },
};

export const JOIN_TEXTS: Readonly<Record<Language, typeof EN>> = { en: EN, de: DE };
