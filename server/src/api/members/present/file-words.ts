/** The closed words of what is stored about a member, as members read them: by the name of the value, then by the value. */
import { OFFICE, OFFICE_FIRST } from '../../../domain/voice/voice.ts';
import type { Language } from '../../http/accept.ts';
import { SIGHT_TEXTS } from './sight-texts.ts';

type Words = Readonly<Record<string, string>>;

const STATES: Readonly<Record<Language, Words>> = {
  en: {
    held: `${OFFICE_FIRST} looks at it first`,
    office: `at ${OFFICE}`,
    pending: `${OFFICE_FIRST} looks at it first`,
  },
  de: {
    ...{ active: 'aktiv', pending: `${OFFICE_FIRST} sieht es sich erst an`, suspended: 'ausgesetzt' },
    ...{ left: 'ausgetreten', held: `${OFFICE_FIRST} sieht es sich erst an`, closed: 'geschlossen', open: 'offen' },
    ...{ agreed: 'zugesagt', declined: 'abgelehnt', ended: 'beendet', waiting: 'wartet' },
    ...{ office: `${OFFICE_FIRST} sieht es sich an`, confirmed: 'bestätigt', withdrawn: 'zurückgezogen' },
    ...{ due: 'wird verschickt', sent: 'verschickt', print: 'wird gedruckt', printed: 'gedruckt' },
    ...{ dropped: 'nicht verschickt', failed: 'nicht angekommen' },
  },
};

const TYPES: Readonly<Record<Language, Words>> = {
  en: { service: 'offer' },
  de: { service: 'Angebot', request: 'Gesuch' },
};

const MAILS: Readonly<Record<Language, Words>> = {
  en: {
    ...{ hours: 'hours to confirm', listings: 'requests and offers that end', messages: `messages of ${OFFICE}` },
    ...{ digest: 'the weekly overview', alerts: 'what fits mine' },
  },
  de: {
    ...{ hours: 'Stunden zum Bestätigen', listings: 'Gesuche und Angebote, die enden' },
    ...{ messages: `was ${OFFICE} schreibt`, digest: 'der Überblick in der Woche', alerts: 'was zu meinem passt' },
  },
};

/** The value in words; where there are none, as it is. @param key the name of the value */
export function fileWord(key: string, value: string, lang: Language): string {
  const words = wordsOf(key, lang);
  return words && Object.hasOwn(words, value) ? (words[value] as string) : value;
}

function wordsOf(key: string, lang: Language): Words | undefined {
  if (key === 'status' || key === 'state') return STATES[lang];
  if (key === 'type') return TYPES[lang];
  if (key === 'mail_kinds') return MAILS[lang];
  return ['visibility', 'default_visibility', 'choice', 'effective'].includes(key) ? SIGHT_TEXTS[lang].sees : undefined;
}
