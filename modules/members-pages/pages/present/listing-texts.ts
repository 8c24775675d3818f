/** The words of the pages for requests, offers and answers. */

import type { AnswerState, Contact, ListingStatus, ListingType, MemberLanguage } from '@timebank/contract';
import { OFFICE, OFFICE_FIRST, say } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/forms.ts';
import * as FR from './fr/forms.ts';
import * as IT from './it/forms.ts';

/** What a form of a listing has. */
export interface TypedListing {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly time: string;
}

type ByType = Readonly<Record<ListingType, string>>;

const EN = {
  list: {
    title: { request: 'Requests', service: 'Offers' } as ByType,
    kind: { request: 'Request', service: 'Offer' } as ByType,
    lead: {
      request: 'What other members need, newest first.',
      service: 'What other members do, newest first.',
    } as ByType,
    add: { request: 'Ask for help', service: 'Offer help' } as ByType,
    mine: 'My requests, offers and answers',
    q: 'What are you looking for?',
    qHint: 'A word, or a part of it. May be left empty.',
    category: 'Category',
    anyCategory: 'All categories',
    everywhere: 'Everywhere',
    nearMe: (quarter: string) => `Near me: ${quarter}`,
    search: 'Search',
    none: { request: 'There is no request like this.', service: 'There is no offer like this.' } as ByType,
    empty: {
      request: 'There are no requests yet. Yours may be the first.',
      service: 'There are no offers yet. Yours may be the first.',
    } as ByType,
    older: 'Older ones',
    first: 'Back to the newest',
  },
  publish: {
    title: { request: 'What do you need?', service: 'What do you offer?' } as ByType,
    submit: 'Publish',
    sentBefore: 'From this page another text was published already, and it stands. There you can change it.',
    lookAtIt: 'Look at it',
    beside: 'Publish this as well',
  },
  fields: {
    title: 'In a few words',
    titleHint: { request: 'Such as: someone to cut the hedge', service: 'Such as: I mend bicycles' } as ByType,
    description: 'More about it',
    descriptionHint:
      'Where, when, what to know. May be left empty. All members can read it, so no telephone number here.',
    category: 'Category',
    noCategory: 'None of these',
    time: 'How long, about?',
    timeHint: 'Such as 1:30. May be left empty.',
  },
  faults: {
    title: 'Write in a few words what it is about: at most 200 characters, on one line.',
    description: 'This is too long: at most 10,000 characters.',
    category: 'Choose a category of the list.',
    time: 'Write a time such as 1:30 or 2.',
    message: 'Write a few words: at most 2,000 characters.',
    day: 'Choose a day that is not over, within a year.',
  } satisfies Readonly<Record<keyof TypedListing | 'message' | 'day', string>>,
  daily: {
    listing: 'You have published 10 today, and that is enough for a day. Please try again tomorrow.',
    answer: 'You have sent 20 answers today, and that is enough for a day. Please try again tomorrow.',
  },
  listing: {
    by: { request: (who: string) => `${who} asks for help`, service: (who: string) => `${who} offers this` },
    about: (hours: string) => `about ${hours}`,
    answer: (who: string) => `Answer ${who}`,
    hidden: 'A member',
    answerHidden: 'Answer',
    message: 'Your message',
    prefilled: { request: 'I can help.', service: 'I would like that.' } as ByType,
    contact: (who: string) => `What may ${who} see?`,
    contactHidden: 'What may this member see?',
    release: {
      email: (value: string) => `Show my e-mail address: ${value}`,
      phone: (value: string) => `Show my telephone: ${value}`,
    } satisfies Record<Contact, unknown>,
    office: `Nobody else reads this. Only if no mail reaches the other side does ${OFFICE} hand it on, and can read it then.`,
    send: 'Send',
    answered: 'You have answered this.',
    sentBefore: 'Your answer was sent before, with other words or contacts, and it stands.',
    toAnswer: 'Look at your answer',
    own: 'This is yours.',
    status: {
      active: 'Other members see it.',
      held: `${OFFICE_FIRST} looks at it before other members see it.`,
      closed: `It is closed: other members no longer see it. ${OFFICE_FIRST} can open it again.`,
    } satisfies Record<ListingStatus, string>,
    until: (day: string) => `It is there until ${day}.`,
    change: 'Change it',
    save: 'Save',
    renew: 'Keep it longer',
    close: 'Close it',
    answers: 'Answers',
  },
  answer: {
    received: (who: string) => `${who} has answered`,
    sent: (who: string) => `Your answer to ${who}`,
    reach: (who: string) => `How to reach ${who}`,
    unreleased: (who: string) => `${who} shows neither telephone nor address. Write here, or tell ${OFFICE}.`,
    email: 'E-mail',
    phone: 'Telephone',
    reply: 'Your reply',
    replyHint: 'After it, each of you can write twice more.',
    send: 'Send',
    decline: 'Decline',
    replied: (who: string) => `${who} writes:`,
    youReplied: 'You replied:',
    record: 'Record the hours',
    agreed: (day: string) => `Agreed on: ${day}`,
    calledOff: (day: string) => `${day} is called off.`,
    calendar: 'Put it in my calendar',
    callOff: 'Call it off',
    write: 'Write again',
    writeHint: (left: number): string => (left === 1 ? 'You can write once more.' : 'You can write twice more.'),
    wrote: 'You have written twice. You can still agree on a day, or show how to reach you.',
    day: 'A day, if you have agreed on one',
    dayHint: 'Both of you get it by mail, for your calendars. You can change it later.',
    sentBefore: 'From this page something else was sent already, and it stands.',
    tooOften: `This was changed very often. Please ring each other; ${OFFICE} helps.`,
    agreedDays: 'Agreed on',
    state: {
      open: { received: 'It waits for your reply.', sent: 'It is sent, and waits for a reply.' },
      agreed: { received: 'You have replied.', sent: 'You have a reply.' },
      declined: { received: 'You have declined.', sent: 'It was declined.' },
      ended: { received: 'It has come to an end.', sent: 'It has come to an end.' },
    } satisfies Record<AnswerState, unknown>,
  },
  mine: {
    title: 'My requests, offers and answers',
    listings: 'My requests and offers',
    received: 'Answers to me',
    sent: 'My answers',
    noListings: 'You have no request and no offer yet.',
    noReceived: 'Nothing has come yet.',
    noSent: 'You have answered nothing yet.',
  },
  newest: 'Newest requests',
  allRequests: 'All requests',
};

export type ListingTexts = typeof EN;

const DE: ListingTexts = {
  list: {
    title: { request: 'Gesuche', service: 'Angebote' },
    kind: { request: 'Gesuch', service: 'Angebot' },
    lead: {
      request: 'Was andere Mitglieder brauchen, das Neueste zuerst.',
      service: 'Was andere Mitglieder können, das Neueste zuerst.',
    },
    add: { request: 'Um Hilfe bitten', service: 'Hilfe anbieten' },
    mine: 'Meine Gesuche, Angebote und Antworten',
    q: say('Was suchen Sie?', 'Was suchst du?'),
    qHint: 'Ein Wort oder ein Teil davon. Darf leer bleiben.',
    category: 'Bereich',
    anyCategory: 'Alle Bereiche',
    everywhere: 'Überall',
    nearMe: (quarter) => `In meiner Nähe: ${quarter}`,
    search: 'Suchen',
    none: { request: 'Dazu gibt es kein Gesuch.', service: 'Dazu gibt es kein Angebot.' },
    empty: {
      request: say(
        'Noch gibt es keine Gesuche. Ihres kann das erste sein.',
        'Noch gibt es keine Gesuche. Deines kann das erste sein.',
      ),
      service: say(
        'Noch gibt es keine Angebote. Ihres kann das erste sein.',
        'Noch gibt es keine Angebote. Deines kann das erste sein.',
      ),
    },
    older: 'Ältere',
    first: 'Zurück zu den neuesten',
  },
  publish: {
    title: {
      request: say('Wobei brauchen Sie Hilfe?', 'Wobei brauchst du Hilfe?'),
      service: say('Was bieten Sie an?', 'Was bietest du an?'),
    },
    submit: 'Veröffentlichen',
    sentBefore: say(
      'Von dieser Seite ist schon ein anderer Text veröffentlicht, und er gilt. Dort können Sie ihn ändern.',
      'Von dieser Seite ist schon ein anderer Text veröffentlicht, und er gilt. Dort kannst du ihn ändern.',
    ),
    lookAtIt: 'Ansehen',
    beside: 'Das hier auch noch veröffentlichen',
  },
  fields: {
    title: 'In wenigen Worten',
    titleHint: { request: 'Zum Beispiel: Hecke schneiden', service: 'Zum Beispiel: Ich repariere Fahrräder' },
    description: 'Mehr dazu',
    descriptionHint:
      'Wo, wann, was zu wissen ist. Darf leer bleiben. Alle Mitglieder können es lesen, also keine Telefonnummer.',
    category: 'Bereich',
    noCategory: 'Keiner von diesen',
    time: 'Wie lange ungefähr?',
    timeHint: 'Zum Beispiel 1:30. Darf leer bleiben.',
  },
  faults: {
    title: say(
      'Schreiben Sie in wenigen Worten, worum es geht: höchstens 200 Zeichen, in einer Zeile.',
      'Schreib in wenigen Worten, worum es geht: höchstens 200 Zeichen, in einer Zeile.',
    ),
    description: 'Das ist zu lang: höchstens 10.000 Zeichen.',
    category: say('Wählen Sie einen Bereich der Liste.', 'Wähle einen Bereich der Liste.'),
    time: say('Schreiben Sie eine Zeit wie 1:30 oder 2.', 'Schreib eine Zeit wie 1:30 oder 2.'),
    day: say(
      'Wählen Sie einen Tag, der noch nicht vorbei ist, innerhalb eines Jahres.',
      'Wähle einen Tag, der noch nicht vorbei ist, innerhalb eines Jahres.',
    ),
    message: say(
      'Schreiben Sie ein paar Worte: höchstens 2.000 Zeichen.',
      'Schreib ein paar Worte: höchstens 2.000 Zeichen.',
    ),
  },
  daily: {
    listing: say(
      'Sie haben heute 10 veröffentlicht, das genügt für einen Tag. Bitte versuchen Sie es morgen wieder.',
      'Du hast heute 10 veröffentlicht, das genügt für einen Tag. Bitte versuch es morgen wieder.',
    ),
    answer: say(
      'Sie haben heute 20 Antworten geschickt, das genügt für einen Tag. Bitte versuchen Sie es morgen wieder.',
      'Du hast heute 20 Antworten geschickt, das genügt für einen Tag. Bitte versuch es morgen wieder.',
    ),
  },
  listing: {
    by: { request: (who) => `${who} bittet um Hilfe`, service: (who) => `${who} bietet das an` },
    about: (hours) => `ungefähr ${hours}`,
    answer: (who) => `${who} antworten`,
    hidden: 'Ein Mitglied',
    answerHidden: 'Antworten',
    message: say('Ihre Nachricht', 'Deine Nachricht'),
    prefilled: { request: 'Ich kann helfen.', service: 'Das hätte ich gern.' },
    contact: (who) => `Was darf ${who} sehen?`,
    contactHidden: 'Was darf dieses Mitglied sehen?',
    release: {
      email: (value) => `Meine E-Mail-Adresse zeigen: ${value}`,
      phone: (value) => `Meine Telefonnummer zeigen: ${value}`,
    },
    office: `Das liest sonst niemand. Nur wenn die andere Seite keine E-Mail bekommt, gibt ${OFFICE} es weiter und kann es dann lesen.`,
    send: 'Abschicken',
    sentBefore: say(
      'Ihre Antwort ist schon abgeschickt, mit anderen Worten oder Kontakten, und sie gilt.',
      'Deine Antwort ist schon abgeschickt, mit anderen Worten oder Kontakten, und sie gilt.',
    ),
    answered: say('Darauf haben Sie geantwortet.', 'Darauf hast du geantwortet.'),
    toAnswer: say('Ihre Antwort ansehen', 'Deine Antwort ansehen'),
    own: say('Das ist von Ihnen.', 'Das ist von dir.'),
    status: {
      active: 'Andere Mitglieder sehen es.',
      held: `${OFFICE_FIRST} sieht es sich an, bevor andere Mitglieder es sehen.`,
      closed: `Es ist geschlossen: Andere Mitglieder sehen es nicht mehr. ${OFFICE_FIRST} kann es wieder öffnen.`,
    },
    until: (day) => `Es bleibt bis zum ${day}.`,
    change: 'Ändern',
    save: 'Speichern',
    renew: 'Länger behalten',
    close: 'Schließen',
    answers: 'Antworten',
  },
  answer: {
    received: (who) => `${who} hat geantwortet`,
    sent: (who) => say(`Ihre Antwort an ${who}`, `Deine Antwort an ${who}`),
    reach: (who) => say(`So erreichen Sie ${who}`, `So erreichst du ${who}`),
    unreleased: (who) =>
      say(
        `${who} zeigt weder Telefon noch Adresse. Schreiben Sie hier; ${OFFICE} hilft, wenn das nicht genügt.`,
        `${who} zeigt weder Telefon noch Adresse. Schreib hier; ${OFFICE} hilft, wenn das nicht genügt.`,
      ),
    email: 'E-Mail',
    phone: 'Telefon',
    reply: say('Ihre Nachricht zurück', 'Deine Nachricht zurück'),
    replyHint: say('Danach können Sie beide noch zweimal schreiben.', 'Danach könnt ihr beide noch zweimal schreiben.'),
    send: 'Abschicken',
    decline: 'Absagen',
    replied: (who) => `${who} schreibt:`,
    youReplied: say('Sie haben zurückgeschrieben:', 'Du hast zurückgeschrieben:'),
    record: 'Stunden eintragen',
    agreed: (day) => `Verabredet: ${day}`,
    calledOff: (day) => `Der ${day} ist abgesagt.`,
    calendar: 'In meinen Kalender',
    callOff: 'Den Tag absagen',
    write: 'Noch einmal schreiben',
    writeHint: (left) =>
      left === 1
        ? say('Sie können noch einmal schreiben.', 'Du kannst noch einmal schreiben.')
        : say('Sie können noch zweimal schreiben.', 'Du kannst noch zweimal schreiben.'),
    wrote: say(
      'Sie haben zweimal geschrieben. Einen Tag verabreden oder zeigen, wie man Sie erreicht, können Sie weiterhin.',
      'Du hast zweimal geschrieben. Einen Tag verabreden oder zeigen, wie man dich erreicht, kannst du weiterhin.',
    ),
    day: 'Ein Tag, falls schon einer verabredet ist',
    dayHint: 'Er kommt zu beiden per E-Mail, für den Kalender. Er lässt sich später ändern.',
    sentBefore: 'Von dieser Seite ist schon etwas anderes abgeschickt, und es gilt.',
    tooOften: say(
      `Das wurde sehr oft geändert. Rufen Sie einander bitte an; ${OFFICE} hilft.`,
      `Das wurde sehr oft geändert. Ruft einander bitte an; ${OFFICE} hilft.`,
    ),
    agreedDays: 'Verabredet',
    state: {
      open: {
        received: say('Die Antwort wartet auf Sie.', 'Die Antwort wartet auf dich.'),
        sent: 'Abgeschickt. Noch ist keine Antwort da.',
      },
      agreed: {
        received: say('Sie haben zurückgeschrieben.', 'Du hast zurückgeschrieben.'),
        sent: say('Sie haben eine Antwort bekommen.', 'Du hast eine Antwort bekommen.'),
      },
      declined: { received: say('Sie haben abgesagt.', 'Du hast abgesagt.'), sent: 'Es wurde abgesagt.' },
      ended: { received: 'Das ist zu Ende.', sent: 'Das ist zu Ende.' },
    },
  },
  mine: {
    title: 'Meine Gesuche, Angebote und Antworten',
    listings: 'Meine Gesuche und Angebote',
    received: 'Antworten an mich',
    sent: 'Meine Antworten',
    noListings: say('Sie haben noch kein Gesuch und kein Angebot.', 'Du hast noch kein Gesuch und kein Angebot.'),
    noReceived: 'Noch ist nichts gekommen.',
    noSent: say('Sie haben noch auf nichts geantwortet.', 'Du hast noch auf nichts geantwortet.'),
  },
  newest: 'Neueste Gesuche',
  allRequests: 'Alle Gesuche',
};

export const LISTING_TEXTS: Readonly<Record<MemberLanguage, ListingTexts>> = {
  en: EN,
  de: DE,
  es: ES.LISTING,
  fr: FR.LISTING,
  it: IT.LISTING,
};
