/** What the pages of errors say: what happened, and what to do now. */
import type { AnyErrorCode } from '@timebank/contract/console';
import { OFFICE, OFFICE_FIRST, say } from '../../../domain/voice/voice.ts';
import type { Language } from '../../http/accept.ts';

interface ErrorText {
  readonly title: string;
  readonly text: string;
}

interface ErrorTexts {
  readonly old: ErrorText;
  readonly notYours: ErrorText;
  readonly missing: ErrorText;
  readonly changed: ErrorText;
  readonly tooOften: ErrorText;
  readonly later: ErrorText;
  readonly unfit: ErrorText;
  readonly failed: ErrorText;
  readonly back: string;
  readonly again: string;
}

const TEXTS: Readonly<Record<Language, ErrorTexts>> = {
  en: {
    old: { title: 'Please send this again', text: 'The page was too old. Open it again, then send it.' },
    notYours: {
      title: 'You cannot do this yourself',
      text: `Another member decides this, or ${OFFICE}. ${OFFICE_FIRST} helps if that seems wrong to you.`,
    },
    missing: {
      title: 'There is no such page',
      text: 'What was here may be closed or withdrawn. Or the address has a slip of the pen.',
    },
    changed: {
      title: 'This has changed meanwhile',
      text: 'Look at it again, and then decide. What you have just sent does not count.',
    },
    tooOften: { title: 'Too many tries', text: 'Wait a few minutes, then try again.' },
    later: { title: 'Not at the moment', text: 'Please try again in a minute. Nothing was lost.' },
    unfit: { title: 'This does not fit', text: 'The page cannot be opened like this.' },
    failed: { title: 'Something went wrong', text: 'Please try again in a minute.' },
    back: 'To the first page',
    again: 'Look at it again',
  },
  de: {
    old: {
      title: 'Bitte noch einmal abschicken',
      text: 'Die Seite war zu alt. Bitte noch einmal öffnen und dann abschicken.',
    },
    notYours: {
      title: say('Das können Sie nicht selbst tun', 'Das kannst du nicht selbst tun'),
      text: `Darüber entscheidet ein anderes Mitglied oder ${OFFICE}. ${OFFICE_FIRST} hilft, wenn etwas daran falsch ist.`,
    },
    missing: {
      title: 'Diese Seite gibt es nicht',
      text: 'Vielleicht ist geschlossen oder zurückgezogen, was hier war. Oder in der Adresse ist ein Schreibfehler.',
    },
    changed: {
      title: 'Das hat sich inzwischen geändert',
      text: 'Bitte noch einmal ansehen und dann entscheiden. Was eben geschickt wurde, zählt nicht.',
    },
    tooOften: {
      title: 'Zu viele Versuche',
      text: 'Bitte einige Minuten warten und es dann noch einmal versuchen.',
    },
    later: {
      title: 'Im Moment nicht',
      text: 'Bitte in einer Minute noch einmal versuchen. Es ist nichts verloren.',
    },
    unfit: { title: 'Das passt nicht', text: 'So lässt sich die Seite nicht öffnen.' },
    failed: { title: 'Etwas ist schiefgegangen', text: 'Bitte in einer Minute noch einmal versuchen.' },
    back: 'Zur ersten Seite',
    again: 'Noch einmal ansehen',
  },
};

/** @property isAgain whether the way on is the page that has changed, and not the first one */
export interface MemberErrorText extends ErrorText {
  readonly back: string;
  readonly isAgain: boolean;
}

export function memberErrorText(lang: Language, status: number, code: AnyErrorCode): MemberErrorText {
  const texts = TEXTS[lang];
  const isAgain = status === 409;
  return { ...texts[keyOf(status, code)], back: isAgain ? texts.again : texts.back, isAgain };
}

function keyOf(status: number, code: AnyErrorCode): Exclude<keyof ErrorTexts, 'back' | 'again'> {
  if (code === 'csrf_failed') return 'old';
  if (status === 503) return 'later';
  if (status >= 500) return 'failed';
  return ({ 403: 'notYours', 404: 'missing', 409: 'changed', 429: 'tooOften' } as const)[status] ?? 'unfit';
}
