/** The closed words of what is stored about a member, as members read them: by the name of the value, then by the value. */

import type { MemberLanguage } from '@timebank/contract';
import { OFFICE, OFFICE_FIRST } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/file.ts';
import * as FR from './fr/file.ts';
import * as IT from './it/file.ts';
import { RECORD_TEXTS } from './record-texts.ts';
import { SIGHT_TEXTS } from './sight-texts.ts';

export type FileWords = Readonly<Record<string, string>>;

const STATES: Readonly<Record<MemberLanguage, FileWords>> = {
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
  es: ES.STATES,
  fr: FR.STATES,
  it: IT.STATES,
};

const TYPES: Readonly<Record<MemberLanguage, FileWords>> = {
  en: { service: 'offer' },
  de: { service: 'Angebot', request: 'Gesuch' },
  es: ES.TYPES,
  fr: FR.TYPES,
  it: IT.TYPES,
};

const MAILS: Readonly<Record<MemberLanguage, FileWords>> = {
  en: {
    ...{ hours: 'hours to confirm', listings: 'requests and offers that end', messages: `messages of ${OFFICE}` },
    ...{ digest: 'the weekly overview', alerts: 'what fits mine' },
  },
  de: {
    ...{ hours: 'Stunden zum Bestätigen', listings: 'Gesuche und Angebote, die enden' },
    ...{ messages: `was ${OFFICE} schreibt`, digest: 'der Überblick in der Woche', alerts: 'was zu meinem passt' },
  },
  es: ES.MAILS,
  fr: FR.MAILS,
  it: IT.MAILS,
};

/** Of mails, of lines of the account and of the accounts beside them, and of own fields. */
const KINDS: Readonly<Record<MemberLanguage, FileWords>> = {
  en: {
    ...{ 'sign_in.link': 'link to sign in', 'sign_in.device': 'notice of a sign-in', message: `message of ${OFFICE}` },
    ...{
      'address.new': 'link for a new address',
      'address.old': 'notice of a new address',
      'deputy.appointed': 'notice of a deputy',
      digest: 'weekly overview',
    },
    ...{ 'listing.ending': 'a listing that ends', 'listing.answered': 'an answer', 'answer.replied': 'a reply' },
    ...{ 'answer.written': 'a message', 'answer.day': 'a day that was agreed on' },
    ...{ 'proposal.waiting': 'hours to confirm', 'proposal.reminder': 'reminder of hours to confirm' },
    ...{
      'proposal.done': 'how hours went on',
      category: 'what fits mine',
      'join.received': 'answer to a wish to join',
    },
    ...{ 'join.accepted': 'welcome', opening: 'hours brought along', opening_reversal: 'hours brought along, undone' },
    ...{ credit: 'hours of a partner', credit_reversal: 'hours of a partner, undone', exchange: 'help' },
    ...{ exchange_reversal: 'help, undone', gift_reversal: 'gift, undone', chest: 'community fund' },
    ...{ settlement: 'partner', community: 'community', yes_no: 'yes or no', choice: 'one of a list' },
  },
  de: {
    ...{ 'sign_in.link': 'Link zum Anmelden', 'sign_in.device': 'Hinweis auf eine Anmeldung' },
    ...{ message: `was ${OFFICE} schreibt`, 'address.new': 'Link für eine neue Adresse' },
    ...{ 'deputy.appointed': 'Hinweis auf eine Vertretung' },
    ...{ 'address.old': 'Hinweis auf eine neue Adresse', digest: 'Überblick der Woche' },
    ...{ 'listing.ending': 'ein Inserat, das endet', 'listing.answered': 'eine Antwort' },
    ...{
      'answer.replied': 'eine Rückmeldung',
      'answer.written': 'eine Nachricht',
      'answer.day': 'ein verabredeter Tag',
      'proposal.waiting': 'Stunden zum Bestätigen',
    },
    ...{
      'proposal.reminder': 'Erinnerung an Stunden zum Bestätigen',
      'proposal.done': 'wie es mit Stunden weiterging',
    },
    ...{ category: 'was zu meinem passt', 'join.received': 'Antwort auf den Wunsch mitzumachen' },
    ...{ 'join.accepted': 'Willkommen', opening: 'mitgebrachte Stunden', credit: 'Stunden eines Partners' },
    ...{ opening_reversal: 'mitgebrachte Stunden, zurückgenommen', exchange: 'Hilfe', gift: 'Geschenk' },
    ...{ credit_reversal: 'Stunden eines Partners, zurückgenommen', exchange_reversal: 'Hilfe, zurückgenommen' },
    ...{ gift_reversal: 'Geschenk, zurückgenommen', member: 'Mitglied', organisation: 'Organisation' },
    ...{
      chest: 'Gemeinschaftskonto',
      settlement: 'Partner',
      community: 'Gemeinschaft',
      text: 'Text',
      date: 'Tag',
      yes_no: 'Ja oder Nein',
      choice: 'Auswahl',
    },
  },
  es: ES.KINDS,
  fr: FR.KINDS,
  it: IT.KINDS,
};

/** How something was agreed on, or a member is reached. */
const WAYS: Readonly<Record<MemberLanguage, FileWords>> = {
  en: {
    in_person: 'in person',
    pages: 'on these pages',
    email: 'e-mail',
    phone: 'telephone',
    mail: 'e-mail',
    number: 'number of an e-mail',
  },
  de: {
    ...{ telephone: 'am Telefon', paper: 'auf Papier', in_person: 'im Gespräch', pages: 'auf diesen Seiten' },
    ...{
      email: 'E-Mail',
      phone: 'Telefon',
      letter: 'Brief',
      post: 'Post',
      mail: 'E-Mail',
      number: 'Nummer aus einer E-Mail',
    },
  },
  es: ES.WAYS,
  fr: FR.WAYS,
  it: IT.WAYS,
};
/** What a partner reads for the address, and who acted. */
const OTHERS: Readonly<Record<MemberLanguage, Readonly<Record<string, FileWords>>>> = {
  en: {
    email: {
      shown: 'my address',
      not_chosen: 'no address: I have not agreed',
      no_address: 'no address: there is none',
      no_scope: 'no address: it may not read any',
    },
    office_reason: {
      ...{ organisation: 'with an organisation', limit: 'beyond a limit', rule: 'could not be booked' },
      ...{ contested: 'contested', silent: 'no answer' },
    },
    booklet_contact: { none: 'neither address nor telephone', both: 'address and telephone' },
  },
  de: {
    email: {
      ...{ shown: 'meine Adresse', not_chosen: 'keine Adresse: Ich habe nicht zugestimmt' },
      ...{ no_address: 'keine Adresse: Es gibt keine', no_scope: 'keine Adresse: Er darf keine lesen' },
    },
    office_reason: {
      ...{ organisation: 'mit einer Organisation', limit: 'über eine Grenze hinaus', rule: 'ließ sich nicht buchen' },
      ...{ contested: 'bestritten', silent: 'keine Antwort' },
    },
    booklet_contact: { none: 'weder Adresse noch Telefon', both: 'Adresse und Telefon' },
  },
  es: ES.OTHERS,
  fr: FR.OTHERS,
  it: IT.OTHERS,
};

/** By the word before the colon of an actor such as `member:usr_…`. */
const ACTORS: Readonly<Record<MemberLanguage, FileWords>> = {
  en: {
    ...{ member: 'a member', deputy: 'a deputy', administrator: OFFICE, partner: 'a partner', worker: 'the service' },
    ...{ system: 'the service', command: 'who runs the service' },
  },
  de: {
    ...{ member: 'ein Mitglied', deputy: 'eine Vertretung', administrator: OFFICE, partner: 'ein Partner' },
    ...{ worker: 'der Dienst', system: 'der Dienst', command: 'wer den Dienst betreibt' },
  },
  es: ES.ACTORS,
  fr: FR.ACTORS,
  it: IT.ACTORS,
};
const OF_ACTORS: ReadonlySet<string> = new Set(['actor', 'recorded_by']);

const OF_WAYS: ReadonlySet<string> = new Set([
  ...['how', 'way', 'preferred_contact', 'released', 'owner_released', 'booklet_contact'],
]);

/** The value in words; where there are none, as it is. @param key the name of the value */
export function fileWord(key: string, value: string, lang: MemberLanguage): string {
  if (OF_ACTORS.has(key)) return ACTORS[lang][/^[a-z]*/.exec(value)?.[0] ?? ''] ?? ACTORS[lang].system ?? value;
  const own = OTHERS[lang][key];
  if (own && Object.hasOwn(own, value)) return own[value] as string;
  const words = wordsOf(key, lang);
  return words && Object.hasOwn(words, value) ? (words[value] as string) : value;
}

function wordsOf(key: string, lang: MemberLanguage): FileWords | undefined {
  if (key === 'status' || key === 'state' || key === 'back_as') return STATES[lang];
  if (key === 'type') return TYPES[lang];
  if (key === 'mail_kinds') return MAILS[lang];
  if (key === 'kind') return KINDS[lang];
  if (OF_WAYS.has(key)) return WAYS[lang];
  if (key === 'act') return RECORD_TEXTS[lang].acts;
  return ['visibility', 'default_visibility', 'choice', 'effective'].includes(key) ? SIGHT_TEXTS[lang].sees : undefined;
}
