/** What pages say about deputies: for whom one acts, and who acts for oneself. */

import type { MemberLanguage } from '@timebank/contract';
import { OFFICE, OFFICE_FIRST, say } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/pages.ts';
import * as FR from './fr/pages.ts';
import * as IT from './it/pages.ts';

export interface ActTexts {
  readonly title: string;
  readonly lead: string;
  readonly choose: string;
  /** None of them was chosen. */
  readonly chooseFault: string;
  /** Oneself, among those to choose from. */
  readonly oneself: (name: string) => string;
  readonly forThem: (name: string) => string;
  readonly submit: string;
  /** Only oneself is there. */
  readonly none: string;
  readonly noneText: string;
  /** On every page: for whom the person acts. */
  readonly now: (name: string) => string;
  readonly change: string;
  /** On the first page, for some days. */
  readonly newDeputy: (name: string, day: string) => string;
  readonly newActing: (forName: string, day: string) => string;
  /** `Karl Meier, for Helga Brandt` */
  readonly personFor: (name: string, forName: string) => string;
  readonly actsFor: (forName: string) => string;
  /** Of an answer. */
  readonly writtenBy: (name: string) => string;
  /** A page that only the member opens. */
  readonly selfOnly: string;
  readonly selfOnlyText: string;
  readonly deputies: {
    readonly title: string;
    readonly lead: string;
    readonly none: string;
    readonly since: (day: string) => string;
    readonly until: (day: string) => string;
    readonly end: string;
    readonly addTitle: string;
    readonly who: string;
    readonly whoHint: string;
    readonly agreed: string;
    readonly add: string;
    readonly office: string;
    readonly faults: {
      readonly agreed: string;
      readonly there: string;
      readonly oneself: string;
      readonly notMember: string;
    };
  };
}

export const ACT_TEXTS: Readonly<Record<MemberLanguage, ActTexts>> = {
  en: {
    title: 'For whom?',
    lead: 'You act for others, too. The pages then show their hours, and what you do counts as done by you for them.',
    choose: 'For whom do you want to act?',
    chooseFault: 'Choose one of these names.',
    oneself: (name) => `For myself, ${name}`,
    forThem: (name) => `For ${name}`,
    submit: 'Go on',
    none: 'You act for yourself',
    noneText: `Nobody has asked you to act for them. If a member wants that, ${OFFICE} notes it, or the member does under My data.`,
    now: (name) => `You act for ${name}.`,
    change: 'Change',
    newDeputy: (name, day) => `${name} acts for you since ${day}. Do you not want that? Then end it.`,
    newActing: (forName, day) => `You may act for ${forName} since ${day}.`,
    personFor: (name, forName) => `${name}, for ${forName}`,
    actsFor: (forName) => `You act for ${forName}.`,
    writtenBy: (name) => `Written by ${name} for the member.`,
    selfOnly: 'Only the member opens this page',
    selfOnlyText: `What is here a member decides in person. ${OFFICE_FIRST} helps if that is difficult.`,
    deputies: {
      title: 'Who acts for me',
      lead: 'A deputy sees your hours and records, confirms and asks for you. Your data, your devices and leaving stay yours alone.',
      none: 'Nobody acts for you.',
      since: (day) => `since ${day}`,
      until: (day) => `until ${day}`,
      end: 'End this',
      addTitle: 'Let a member act for you',
      who: 'Who?',
      whoHint: 'Name or member number',
      agreed: 'We have spoken about it, and this member wants to act for me.',
      add: 'Let this member act for me',
      office: `Someone who is no member? ${OFFICE_FIRST} notes it.`,
      faults: {
        agreed: 'Say that you have spoken about it.',
        there: 'This member acts for you already.',
        oneself: 'You always act for yourself.',
        notMember: 'Choose a member.',
      },
    },
  },
  de: {
    title: 'Für wen?',
    lead: say(
      'Sie handeln auch für andere. Die Seiten zeigen dann deren Stunden, und was Sie tun, gilt als von Ihnen für sie getan.',
      'Du handelst auch für andere. Die Seiten zeigen dann deren Stunden, und was du tust, gilt als von dir für sie getan.',
    ),
    choose: say('Für wen möchten Sie handeln?', 'Für wen möchtest du handeln?'),
    chooseFault: say('Wählen Sie einen dieser Namen.', 'Wähle einen dieser Namen.'),
    oneself: (name) => `Für mich selbst, ${name}`,
    forThem: (name) => `Für ${name}`,
    submit: 'Weiter',
    none: say('Sie handeln für sich selbst', 'Du handelst für dich selbst'),
    noneText: say(
      `Niemand hat Sie gebeten, für ihn zu handeln. Möchte ein Mitglied das, notiert es ${OFFICE} oder das Mitglied selbst unter „Meine Daten“.`,
      `Niemand hat dich gebeten, für ihn zu handeln. Möchte ein Mitglied das, notiert es ${OFFICE} oder das Mitglied selbst unter „Meine Daten“.`,
    ),
    now: (name) => say(`Sie handeln für ${name}.`, `Du handelst für ${name}.`),
    change: 'Ändern',
    newDeputy: (name, day) =>
      say(
        `${name} handelt seit dem ${day} für Sie. Sie möchten das nicht? Dann beenden Sie es.`,
        `${name} handelt seit dem ${day} für dich. Du möchtest das nicht? Dann beende es.`,
      ),
    newActing: (forName, day) =>
      say(`Seit dem ${day} dürfen Sie für ${forName} handeln.`, `Seit dem ${day} darfst du für ${forName} handeln.`),
    personFor: (name, forName) => `${name}, für ${forName}`,
    writtenBy: (name) => `Geschrieben von ${name} für das Mitglied.`,
    actsFor: (forName) => say(`Sie handeln für ${forName}.`, `Du handelst für ${forName}.`),
    selfOnly: 'Diese Seite öffnet nur das Mitglied',
    selfOnlyText: `Was hier ist, entscheidet ein Mitglied selbst. ${OFFICE_FIRST} hilft, wenn das schwierig ist.`,
    deputies: {
      title: 'Wer für mich handelt',
      lead: say(
        'Eine Vertretung sieht Ihre Stunden und trägt für Sie ein, bestätigt und bittet um Hilfe. Ihre Daten, Ihre Geräte und der Austritt bleiben allein bei Ihnen.',
        'Eine Vertretung sieht deine Stunden und trägt für dich ein, bestätigt und bittet um Hilfe. Deine Daten, deine Geräte und der Austritt bleiben allein bei dir.',
      ),
      none: say('Niemand handelt für Sie.', 'Niemand handelt für dich.'),
      since: (day) => `seit ${day}`,
      until: (day) => `bis ${day}`,
      end: 'Beenden',
      addTitle: 'Ein Mitglied für sich handeln lassen',
      who: 'Wer?',
      whoHint: 'Name oder Mitgliedsnummer',
      agreed: 'Wir haben darüber gesprochen, und dieses Mitglied möchte für mich handeln.',
      add: 'Dieses Mitglied für mich handeln lassen',
      office: `Jemand, der kein Mitglied ist? ${OFFICE_FIRST} notiert es.`,
      faults: {
        agreed: say(
          'Bestätigen Sie, dass Sie darüber gesprochen haben.',
          'Bestätige, dass ihr darüber gesprochen habt.',
        ),
        there: say('Dieses Mitglied handelt schon für Sie.', 'Dieses Mitglied handelt schon für dich.'),
        oneself: say('Für sich selbst handeln Sie immer.', 'Für dich selbst handelst du immer.'),
        notMember: say('Wählen Sie ein Mitglied.', 'Wähle ein Mitglied.'),
      },
    },
  },
  es: ES.ACT,
  fr: FR.ACT,
  it: IT.ACT,
};
