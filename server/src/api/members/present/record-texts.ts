/** The words of recording and confirming hours. */

import type { OfficeReason, ProposalState } from '@timebank/contract';
import { OFFICE, OFFICE_FIRST, say } from '../../../domain/voice/voice.ts';
import type { Language } from '../../http/accept.ts';

const EN = {
  record: {
    menu: 'Record an hour',
    title: 'Record an hour',
    side: 'What was it?',
    helped: 'I helped',
    wasHelped: 'I was helped',
    who: 'With whom?',
    whoHint: 'The name or the member number.',
    before: 'You were in touch with',
    other: 'Someone else',
    time: 'How long?',
    timeOther: 'Another time',
    timeHint: 'For example 1:15 or 45 min.',
    day: 'When?',
    dayHint: 'The day of the help.',
    note: 'What for? (if you like)',
    send: 'Send',
    sendTo: (name: string) => `Send to ${name}`,
    again: 'It is another time. Record it as well.',
    alike: (name: string) => `The same time with ${name} on this day is recorded already.`,
    lookAtIt: 'Look at it',
    choose: 'Several people have this name. Choose one.',
    number: (number: string) => `No. ${number}`,
  },
  faults: {
    who_required: 'Say with whom.',
    who_unknown: 'We find no member of this name. Check the spelling, or take the member number.',
    who_short: 'Write at least three letters of the name.',
    same_account: 'You cannot record help to yourself.',
    not_active: `This member does not take part at present. Ask ${OFFICE}.`,
    side_required: 'Say whether you helped or were helped.',
    time_required: 'Say how long it took.',
    wrong_step: 'Times are written in steps. Choose one from the list, or round it.',
    too_long: 'More than 24 hours do not fit into one record.',
    lower_balance: `So many hours are not left on your account. Ask ${OFFICE}.`,
    upper_balance: `So many hours do not fit on your account. Ask ${OFFICE}.`,
    in_the_future: 'This day has not come yet.',
    too_long_ago: `This was more than a year ago. Ask ${OFFICE}.`,
    same_version: 'Change the time or the day, or confirm it.',
    words_required: 'Say in your words what is wrong.',
    time: 'We do not understand this time. Write it like 1:30.',
    day: 'We do not understand this day.',
    note: 'The note is too long, or has signs that do not fit.',
    other: 'Please look at this again.',
  },
  proposal: {
    titles: {
      mine: 'Sent.',
      yours: 'Is that right?',
      office: `${OFFICE_FIRST} will look at it.`,
      confirmed: 'Confirmed.',
      withdrawn: 'Withdrawn.',
      ended: 'Ended.',
    },
    helped: (who: string, hours: string, day: string) => `${who} helped you for ${hours} on ${day}.`,
    wasHelped: (who: string, hours: string, day: string) => `You helped ${who} for ${hours} on ${day}.`,
    mineText: (name: string) => `It counts as soon as ${name} says yes.`,
    ownVersion: `You have recorded it yourself. The member for whom you act confirms it in person, or ${OFFICE} does.`,
    confirmedText: 'It counts, and is among your hours.',
    officeTexts: {
      organisation: `${OFFICE_FIRST} confirms it for the organisation. Nothing counts until then.`,
      limit: `This cannot be booked now. ${OFFICE_FIRST} knows.`,
      rule: `This cannot be booked now. ${OFFICE_FIRST} knows.`,
      contested: 'Nothing counts until then.',
      silent: `There was no answer. Nothing counts until ${OFFICE} has asked.`,
    },
    withdrawnText: 'Nothing was booked.',
    endedText: 'It ended without being booked.',
    confirm: 'Yes, that is right',
    wrong: 'Something is wrong',
    wrongTitle: 'What is wrong?',
    rightTime: 'The right time',
    rightTimeHint: 'For example 1:30. Empty: the time is right.',
    rightDay: 'The right day',
    rightDayHint: 'Empty: the day is right.',
    correct: 'Send the correction',
    words: 'Something else, in your words',
    wordsHint: `${OFFICE_FIRST} reads it and calls you.`,
    contest: `Send to ${OFFICE}`,
    withdraw: 'Withdraw',
    history: 'What happened',
    back: 'To the first page',
  },
  acts: {
    propose: 'recorded',
    correct: 'corrected',
    confirm: 'confirmed',
    contest: 'said what is wrong',
    withdraw: 'withdrawn',
    remind: 'reminder sent',
    silence: `no answer; handed to ${OFFICE}`,
    refuse: `handed to ${OFFICE}`,
    settle: 'settled',
    end: 'ended',
    leave: 'ended, since one of the two has left',
  } as Readonly<Record<string, string>>,
  actors: { you: 'You', office: OFFICE_FIRST, service: 'The service', deputy: 'A deputy' },
  home: {
    waiting: 'Hours to confirm',
    sent: 'Sent, and not confirmed yet',
    atOffice: `At ${OFFICE}`,
    saysHelped: (who: string, hours: string, day: string) => `${who}: “I helped you for ${hours} on ${day}.”`,
    saysWasHelped: (who: string, hours: string, day: string) => `${who}: “You helped me for ${hours} on ${day}.”`,
    people: 'Record again with',
  },
};

export type RecordTexts = typeof EN;

const DE: RecordTexts = {
  record: {
    menu: 'Stunden eintragen',
    title: 'Stunden eintragen',
    side: 'Was war es?',
    helped: 'Ich habe geholfen',
    wasHelped: 'Mir wurde geholfen',
    who: 'Mit wem?',
    whoHint: 'Der Name oder die Mitgliedsnummer.',
    before: say('Sie hatten zu tun mit', 'Du hattest zu tun mit'),
    other: 'Jemand anderes',
    time: 'Wie lange?',
    timeOther: 'Eine andere Zeit',
    timeHint: 'Zum Beispiel 1:15 oder 45 min.',
    day: 'Wann?',
    dayHint: 'Der Tag der Hilfe.',
    note: say('Wofür? (wenn Sie mögen)', 'Wofür? (wenn du magst)'),
    send: 'Abschicken',
    sendTo: (name) => `An ${name} schicken`,
    again: 'Es ist ein weiteres Mal. Auch das eintragen.',
    alike: (name) => `Dieselbe Zeit mit ${name} an diesem Tag ist schon eingetragen.`,
    lookAtIt: 'Ansehen',
    choose: say(
      'Diesen Namen gibt es mehrmals. Wählen Sie die richtige Person.',
      'Diesen Namen gibt es mehrmals. Wähle die richtige Person.',
    ),
    number: (number) => `Nr. ${number}`,
  },
  faults: {
    who_required: say('Geben Sie an, mit wem.', 'Gib an, mit wem.'),
    who_unknown: say(
      'Wir finden kein Mitglied mit diesem Namen. Prüfen Sie die Schreibweise, oder nehmen Sie die Mitgliedsnummer.',
      'Wir finden kein Mitglied mit diesem Namen. Prüfe die Schreibweise, oder nimm die Mitgliedsnummer.',
    ),
    who_short: say(
      'Schreiben Sie mindestens drei Buchstaben des Namens.',
      'Schreib mindestens drei Buchstaben des Namens.',
    ),
    same_account: say(
      'Hilfe für sich selbst können Sie nicht eintragen.',
      'Hilfe für dich selbst kannst du nicht eintragen.',
    ),
    not_active: `Dieses Mitglied macht zurzeit nicht mit. ${OFFICE_FIRST} hilft weiter.`,
    side_required: say(
      'Geben Sie an, ob Sie geholfen haben oder Ihnen geholfen wurde.',
      'Gib an, ob du geholfen hast oder dir geholfen wurde.',
    ),
    time_required: say('Geben Sie an, wie lange es gedauert hat.', 'Gib an, wie lange es gedauert hat.'),
    wrong_step: say(
      'Zeiten werden in Schritten eingetragen. Wählen Sie eine aus der Liste, oder runden Sie.',
      'Zeiten werden in Schritten eingetragen. Wähle eine aus der Liste, oder runde.',
    ),
    too_long: 'Mehr als 24 Stunden passen nicht in einen Eintrag.',
    lower_balance: say(
      `So viele Stunden sind auf Ihrem Konto nicht mehr frei. ${OFFICE_FIRST} hilft weiter.`,
      `So viele Stunden sind auf deinem Konto nicht mehr frei. ${OFFICE_FIRST} hilft weiter.`,
    ),
    upper_balance: say(
      `So viele Stunden passen nicht auf Ihr Konto. ${OFFICE_FIRST} hilft weiter.`,
      `So viele Stunden passen nicht auf dein Konto. ${OFFICE_FIRST} hilft weiter.`,
    ),
    in_the_future: 'Dieser Tag ist noch nicht gekommen.',
    too_long_ago: `Das ist mehr als ein Jahr her. ${OFFICE_FIRST} hilft weiter.`,
    same_version: say(
      'Ändern Sie die Zeit oder den Tag, oder stimmen Sie zu.',
      'Ändere die Zeit oder den Tag, oder stimm zu.',
    ),
    words_required: say('Sagen Sie in Ihren Worten, was nicht stimmt.', 'Sag in deinen Worten, was nicht stimmt.'),
    time: say(
      'Diese Zeit verstehen wir nicht. Schreiben Sie sie wie 1:30.',
      'Diese Zeit verstehen wir nicht. Schreib sie wie 1:30.',
    ),
    day: 'Diesen Tag verstehen wir nicht.',
    note: 'Die Notiz ist zu lang oder enthält Zeichen, die nicht gehen.',
    other: say('Bitte sehen Sie sich das noch einmal an.', 'Bitte sieh dir das noch einmal an.'),
  },
  proposal: {
    titles: {
      mine: 'Abgeschickt.',
      yours: 'Stimmt das?',
      office: `${OFFICE_FIRST} sieht sich das an.`,
      confirmed: 'Bestätigt.',
      withdrawn: 'Zurückgezogen.',
      ended: 'Beendet.',
    },
    helped: (who, hours, day) =>
      say(`${who} hat Ihnen am ${day} ${hours} geholfen.`, `${who} hat dir am ${day} ${hours} geholfen.`),
    wasHelped: (who, hours, day) =>
      say(`Sie haben ${who} am ${day} ${hours} geholfen.`, `Du hast ${who} am ${day} ${hours} geholfen.`),
    mineText: (name) => `Es zählt, sobald ${name} zustimmt.`,
    ownVersion: say(
      `Sie haben es selbst eingetragen. Bestätigen kann es das Mitglied, für das Sie handeln, oder ${OFFICE}.`,
      `Du hast es selbst eingetragen. Bestätigen kann es das Mitglied, für das du handelst, oder ${OFFICE}.`,
    ),
    confirmedText: say('Es zählt und steht bei Ihren Stunden.', 'Es zählt und steht bei deinen Stunden.'),
    officeTexts: {
      organisation: `${OFFICE_FIRST} bestätigt es für die Organisation. Bis dahin zählt nichts.`,
      limit: `Das lässt sich gerade nicht buchen. ${OFFICE_FIRST} weiß Bescheid.`,
      rule: `Das lässt sich gerade nicht buchen. ${OFFICE_FIRST} weiß Bescheid.`,
      contested: 'Bis dahin zählt nichts.',
      silent: `Es kam keine Antwort. Bis ${OFFICE} nachgefragt hat, zählt nichts.`,
    },
    withdrawnText: 'Es wurde nichts gebucht.',
    endedText: 'Es endete, ohne dass etwas gebucht wurde.',
    confirm: 'Ja, das stimmt',
    wrong: 'Da stimmt etwas nicht',
    wrongTitle: 'Was stimmt nicht?',
    rightTime: 'Die richtige Zeit',
    rightTimeHint: 'Zum Beispiel 1:30. Leer: Die Zeit stimmt.',
    rightDay: 'Der richtige Tag',
    rightDayHint: 'Leer: Der Tag stimmt.',
    correct: 'Berichtigung abschicken',
    words: say('Etwas anderes, in Ihren Worten', 'Etwas anderes, in deinen Worten'),
    wordsHint: say(`${OFFICE_FIRST} liest es und ruft Sie an.`, `${OFFICE_FIRST} liest es und ruft dich an.`),
    contest: 'Abschicken',
    withdraw: 'Zurückziehen',
    history: 'Was geschehen ist',
    back: 'Zur ersten Seite',
  },
  acts: {
    propose: 'eingetragen',
    correct: 'berichtigt',
    confirm: 'bestätigt',
    contest: 'gesagt, was nicht stimmt',
    withdraw: 'zurückgezogen',
    remind: 'Erinnerung verschickt',
    silence: `keine Antwort; ${OFFICE} fragt nach`,
    refuse: `${OFFICE} sieht sich das an`,
    settle: 'geklärt',
    end: 'beendet',
    leave: 'beendet, weil eines der beiden Mitglieder ausgetreten ist',
  },
  actors: { you: say('Sie', 'Du'), office: OFFICE_FIRST, service: 'Der Dienst', deputy: 'Eine Vertretung' },
  home: {
    waiting: 'Stunden zum Bestätigen',
    sent: 'Abgeschickt und noch nicht bestätigt',
    atOffice: `${OFFICE_FIRST} sieht sich das an`,
    saysHelped: (who, hours, day) =>
      say(
        `${who}: „Ich habe Ihnen am ${day} ${hours} geholfen.“`,
        `${who}: „Ich habe dir am ${day} ${hours} geholfen.“`,
      ),
    saysWasHelped: (who, hours, day) =>
      say(`${who}: „Sie haben mir am ${day} ${hours} geholfen.“`, `${who}: „Du hast mir am ${day} ${hours} geholfen.“`),
    people: 'Wieder eintragen mit',
  },
};

export const RECORD_TEXTS: Readonly<Record<Language, RecordTexts>> = { en: EN, de: DE };

/** The key of a proposal's title. */
export function titleKey(state: ProposalState, isTheirTurn: boolean): keyof RecordTexts['proposal']['titles'] {
  if (state === 'waiting') return isTheirTurn ? 'yours' : 'mine';
  return state;
}

/** What is said of a proposal at the office. */
export const officeText = (texts: RecordTexts, reason: OfficeReason | null): string =>
  texts.proposal.officeTexts[reason ?? 'contested'];
