/** The words of a membership on hold. */

import type { MemberLanguage } from '@timebank/contract';
import { say } from '../../../../console/pages/voice/voice.ts';
import { HOLD as ES } from './es/hold.ts';
import { HOLD as FR } from './fr/hold.ts';
import { HOLD as IT } from './it/hold.ts';

const EN = {
  title: 'Put my membership on hold',
  lead: 'In hospital, or away for a while? Until you are back nobody sees your requests and offers, not even in the booklet. You can still record and confirm hours, and mail about them still comes; news does not.',
  until: 'When are you back?',
  hint: 'On this day all is shown again. You do not know yet? Leave it empty.',
  begin: 'Put on hold',
  change: 'Another day',
  save: 'Save',
  faults: {
    day: 'Choose a day.',
    past: 'Choose a day after today.',
    late: 'Choose a day within the next two years.',
  },
  /** @param day undefined: not known yet */
  on: (day: string | undefined) => `Your membership is on hold${day === undefined ? '' : ` until ${day}`}.`,
  hidden: (count: number) => `${count} of your requests and offers ${count === 1 ? 'is' : 'are'} hidden.`,
  end: 'I am back',
  back: 'You are back.',
  shown: (count: number) => `${count} of your requests and offers ${count === 1 ? 'is' : 'are'} shown again.`,
  listing: 'It is hidden while your membership is on hold, and comes back with you.',
};

export type HoldTexts = typeof EN;

const DE: HoldTexts = {
  title: 'Meine Mitgliedschaft ruhen lassen',
  lead: say(
    'Im Krankenhaus oder eine Weile weg? Bis Sie wieder da sind, sieht niemand Ihre Gesuche und Angebote, auch nicht im Heft. Stunden können Sie weiter eintragen und bestätigen; E-Mails dazu kommen weiter, Neuigkeiten nicht.',
    'Im Krankenhaus oder eine Weile weg? Bis du wieder da bist, sieht niemand deine Gesuche und Angebote, auch nicht im Heft. Stunden kannst du weiter eintragen und bestätigen; E-Mails dazu kommen weiter, Neuigkeiten nicht.',
  ),
  until: say('Wann sind Sie wieder da?', 'Wann bist du wieder da?'),
  hint: say(
    'An diesem Tag ist alles wieder zu sehen. Sie wissen es noch nicht? Lassen Sie das Feld leer.',
    'An diesem Tag ist alles wieder zu sehen. Du weißt es noch nicht? Lass das Feld leer.',
  ),
  begin: 'Ruhen lassen',
  change: 'Ein anderer Tag',
  save: 'Speichern',
  faults: {
    day: say('Wählen Sie einen Tag.', 'Wähle einen Tag.'),
    past: say('Wählen Sie einen Tag nach heute.', 'Wähle einen Tag nach heute.'),
    late: say('Wählen Sie einen Tag in den nächsten zwei Jahren.', 'Wähle einen Tag in den nächsten zwei Jahren.'),
  },
  on: (day) => {
    const until = day === undefined ? '' : ` bis zum ${day}`;
    return say(`Ihre Mitgliedschaft ruht${until}.`, `Deine Mitgliedschaft ruht${until}.`);
  },
  hidden: (count) =>
    say(
      `${count} Ihrer Gesuche und Angebote ${count === 1 ? 'ist' : 'sind'} verborgen.`,
      `${count} deiner Gesuche und Angebote ${count === 1 ? 'ist' : 'sind'} verborgen.`,
    ),
  end: 'Ich bin wieder da',
  back: say('Sie sind wieder da.', 'Du bist wieder da.'),
  shown: (count) =>
    say(
      `${count} Ihrer Gesuche und Angebote ${count === 1 ? 'ist' : 'sind'} wieder zu sehen.`,
      `${count} deiner Gesuche und Angebote ${count === 1 ? 'ist' : 'sind'} wieder zu sehen.`,
    ),
  listing: say(
    'Es ist verborgen, solange Ihre Mitgliedschaft ruht, und kommt mit Ihnen zurück.',
    'Es ist verborgen, solange deine Mitgliedschaft ruht, und kommt mit dir zurück.',
  ),
};

export const HOLD_TEXTS: Readonly<Record<MemberLanguage, HoldTexts>> = { en: EN, de: DE, es: ES, fr: FR, it: IT };
