/** What the pages of errors say: what happened, and what to do now. */

import type { MemberLanguage } from '@timebank/contract';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { OFFICE, OFFICE_FIRST, say } from '../../../../console/pages/voice/voice.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import * as ES from './es/pages.ts';
import * as FR from './fr/pages.ts';
import * as IT from './it/pages.ts';

interface ErrorText {
  readonly title: string;
  readonly text: string;
}

export interface ErrorTexts {
  readonly old: ErrorText;
  readonly signedOut: ErrorText;
  readonly foreign: ErrorText;
  readonly notYours: ErrorText;
  readonly missing: ErrorText;
  readonly changed: ErrorText;
  readonly tooOften: ErrorText;
  readonly later: ErrorText;
  readonly moving: ErrorText;
  readonly moved: ErrorText;
  readonly unfit: ErrorText;
  readonly failed: ErrorText;
  readonly back: string;
  readonly again: string;
  readonly there: string;
}

const TEXTS: Readonly<Record<MemberLanguage, ErrorTexts>> = {
  en: {
    old: {
      title: 'Please send this again',
      text: 'Since this page was opened, this browser has signed in or out, or it keeps no cookies, which these pages need. Nothing was done yet.',
    },
    signedOut: {
      title: 'You are signed out',
      text: 'Nothing is lost: sign in in a new window, come back to this one, and send the form again.',
    },
    foreign: {
      title: 'The form was not taken',
      text: 'This browser does not say that the form comes from these pages. Allow it to send the address of the page (the “referrer”), or use another browser.',
    },
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
    moving: {
      title: 'These pages are moving',
      text: 'They will be at another address soon. Please try again in a few minutes. Nothing was lost.',
    },
    moved: {
      title: 'These pages have moved',
      text: 'They are at another address now. What is printed or kept of this one leads there by this page.',
    },
    unfit: { title: 'This does not fit', text: 'The page cannot be opened like this.' },
    failed: { title: 'Something went wrong', text: 'Please try again in a minute.' },
    back: 'To the first page',
    again: 'Look at it again',
    there: 'To the new address',
  },
  de: {
    old: {
      title: 'Bitte noch einmal abschicken',
      text: 'Seit die Seite geöffnet wurde, hat sich dieser Browser an- oder abgemeldet, oder er behält keine Cookies, ohne die es hier nicht geht. Geschehen ist noch nichts.',
    },
    signedOut: {
      title: say('Sie sind abgemeldet', 'Du bist abgemeldet'),
      text: say(
        'Es ist nichts verloren: Melden Sie sich in einem neuen Fenster an, kommen Sie in dieses zurück, und schicken Sie das Formular noch einmal ab.',
        'Es ist nichts verloren: Melde dich in einem neuen Fenster an, komm in dieses zurück, und schick das Formular noch einmal ab.',
      ),
    },
    foreign: {
      title: 'Das Formular ist nicht angekommen',
      text: 'Dieser Browser sagt nicht, dass das Formular von diesen Seiten kommt. In seinen Einstellungen lässt sich erlauben, dass er die Adresse der Seite mitschickt („Referrer“); sonst hilft ein anderer Browser.',
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
    moving: {
      title: 'Diese Seiten ziehen um',
      text: 'Sie sind bald unter einer anderen Adresse zu finden. Bitte in einigen Minuten noch einmal versuchen. Es ist nichts verloren.',
    },
    moved: {
      title: 'Diese Seiten sind umgezogen',
      text: 'Sie haben jetzt eine andere Adresse. Was von dieser gedruckt oder gemerkt ist, führt über diese Seite dorthin.',
    },
    unfit: { title: 'Das passt nicht', text: 'So lässt sich die Seite nicht öffnen.' },
    failed: { title: 'Etwas ist schiefgegangen', text: 'Bitte in einer Minute noch einmal versuchen.' },
    back: 'Zur ersten Seite',
    again: 'Noch einmal ansehen',
    there: 'Zur neuen Adresse',
  },
  es: ES.ERRORS,
  fr: FR.ERRORS,
  it: IT.ERRORS,
};

/** Of a form that can be sent once more. */
export interface AgainTexts {
  readonly typed: string;
  readonly signIn: string;
  readonly send: string;
  readonly page: string;
}

export const AGAIN_TEXTS: Readonly<Record<MemberLanguage, AgainTexts>> = {
  en: {
    typed: 'What you typed',
    signIn: 'Sign in (opens a new window)',
    send: 'Send it again',
    page: 'Open the page again',
  },
  de: {
    typed: say('Was Sie geschrieben haben', 'Was du geschrieben hast'),
    signIn: 'Anmelden (öffnet ein neues Fenster)',
    send: 'Noch einmal abschicken',
    page: 'Die Seite neu öffnen',
  },
  es: ES.AGAIN,
  fr: FR.AGAIN,
  it: IT.AGAIN,
};

/** @property to the way on */
export interface MemberErrorText extends ErrorText {
  readonly back: string;
  readonly to: string;
}

/** Where a page that is refused leads: the page itself, the community's first one, and that in another installation. */
export interface WaysOn {
  readonly path: string;
  readonly home: string;
  readonly movedTo: string | null;
  readonly isMoving: boolean;
  /** The request comes from the service's own pages. */
  readonly isOwn: boolean;
}

export function memberErrorText(lang: MemberLanguage, status: number, error: unknown, ways: WaysOn): MemberErrorText {
  const { path, home, movedTo, isMoving, isOwn } = ways;
  const { there, again, back, ...texts } = TEXTS[lang];
  if (refusal.is(error, 'misdirected_request')) return { ...texts.moved, back: there, to: `${movedTo}${path}` };
  if (status === 503 && isMoving) return { ...texts.moving, back: again, to: path };
  return {
    ...texts[keyOf(status, error, isOwn)],
    ...(status === 409 ? { back: again, to: path } : { back, to: home }),
  };
}

function keyOf(status: number, error: unknown, isOwn: boolean): Exclude<keyof ErrorTexts, 'back' | 'again' | 'there'> {
  if (consoleRefusal.is(error, 'not_signed_in')) return 'signedOut';
  if (consoleRefusal.is(error, 'csrf_failed')) return isOwn ? 'old' : 'foreign';
  if (status === 503) return 'later';
  if (status >= 500) return 'failed';
  return ({ 403: 'notYours', 404: 'missing', 409: 'changed', 429: 'tooOften' } as const)[status] ?? 'unfit';
}
