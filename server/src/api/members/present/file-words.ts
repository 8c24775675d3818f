/** The closed words of what is stored about a member, as members read them: by the name of the value, then by the value. */
import { OFFICE, OFFICE_FIRST } from '../../../domain/voice/voice.ts';
import type { Language } from '../../http/accept.ts';
import { RECORD_TEXTS } from './record-texts.ts';
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

/** Of mails, of lines of the account and of the accounts beside them, and of own fields. */
const KINDS: Readonly<Record<Language, Words>> = {
  en: {
    ...{ 'sign_in.link': 'link to sign in', 'sign_in.device': 'notice of a sign-in', message: `message of ${OFFICE}` },
    ...{ 'address.new': 'link for a new address', 'address.old': 'notice of a new address', digest: 'weekly overview' },
    ...{ 'listing.ending': 'a listing that ends', 'listing.answered': 'an answer', 'answer.replied': 'a reply' },
    ...{ 'proposal.waiting': 'hours to confirm', 'proposal.reminder': 'reminder of hours to confirm' },
    ...{
      'proposal.done': 'how hours went on',
      category: 'what fits mine',
      'join.received': 'answer to a wish to join',
    },
    ...{ 'join.accepted': 'welcome', opening: 'hours brought along', opening_reversal: 'hours brought along, undone' },
    ...{ credit: 'hours of a partner', credit_reversal: 'hours of a partner, undone', exchange: 'help' },
    ...{ exchange_reversal: 'help, undone', gift_reversal: 'gift, undone', chest: 'community fund' },
    ...{ settlement: 'partner', yes_no: 'yes or no' },
  },
  de: {
    ...{ 'sign_in.link': 'Link zum Anmelden', 'sign_in.device': 'Hinweis auf eine Anmeldung' },
    ...{ message: `was ${OFFICE} schreibt`, 'address.new': 'Link für eine neue Adresse' },
    ...{ 'address.old': 'Hinweis auf eine neue Adresse', digest: 'Überblick der Woche' },
    ...{ 'listing.ending': 'ein Inserat, das endet', 'listing.answered': 'eine Antwort' },
    ...{ 'answer.replied': 'eine Rückmeldung', 'proposal.waiting': 'Stunden zum Bestätigen' },
    ...{
      'proposal.reminder': 'Erinnerung an Stunden zum Bestätigen',
      'proposal.done': 'wie es mit Stunden weiterging',
    },
    ...{ category: 'was zu meinem passt', 'join.received': 'Antwort auf den Wunsch mitzumachen' },
    ...{ 'join.accepted': 'Willkommen', opening: 'mitgebrachte Stunden', credit: 'Stunden eines Partners' },
    ...{ opening_reversal: 'mitgebrachte Stunden, zurückgenommen', exchange: 'Hilfe', gift: 'Geschenk' },
    ...{ credit_reversal: 'Stunden eines Partners, zurückgenommen', exchange_reversal: 'Hilfe, zurückgenommen' },
    ...{ gift_reversal: 'Geschenk, zurückgenommen', member: 'Mitglied', organisation: 'Organisation' },
    ...{ chest: 'Gemeinschaftskonto', settlement: 'Partner', text: 'Text', date: 'Tag', yes_no: 'Ja oder Nein' },
  },
};

/** How something was agreed on, or a member is reached. */
const WAYS: Readonly<Record<Language, Words>> = {
  en: { in_person: 'in person', pages: 'on these pages', email: 'e-mail', phone: 'telephone' },
  de: {
    ...{ telephone: 'am Telefon', paper: 'auf Papier', in_person: 'im Gespräch', pages: 'auf diesen Seiten' },
    ...{ email: 'E-Mail', phone: 'Telefon', letter: 'Brief', post: 'Post' },
  },
};
const OF_WAYS: ReadonlySet<string> = new Set([
  ...['how', 'preferred_contact', 'released', 'owner_released', 'booklet_contact'],
]);

/** The value in words; where there are none, as it is. @param key the name of the value */
export function fileWord(key: string, value: string, lang: Language): string {
  const words = wordsOf(key, lang);
  return words && Object.hasOwn(words, value) ? (words[value] as string) : value;
}

function wordsOf(key: string, lang: Language): Words | undefined {
  if (key === 'status' || key === 'state') return STATES[lang];
  if (key === 'type') return TYPES[lang];
  if (key === 'mail_kinds') return MAILS[lang];
  if (key === 'kind') return KINDS[lang];
  if (OF_WAYS.has(key)) return WAYS[lang];
  if (key === 'act') return RECORD_TEXTS[lang].acts;
  return ['visibility', 'default_visibility', 'choice', 'effective'].includes(key) ? SIGHT_TEXTS[lang].sees : undefined;
}
