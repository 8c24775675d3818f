/** The words of the page that ends a kind of mail. */
import type { MemberLanguage } from '@timebank/contract';
import { OFFICE, say } from '../../../console/pages/voice/voice.ts';
import type { StopTarget } from '../domain/stop.ts';
import { STOP_ES } from '../domain/texts/es.ts';
import { STOP_FR } from '../domain/texts/fr.ts';
import { STOP_IT } from '../domain/texts/it.ts';

export interface StopTexts {
  readonly title: string;
  /** What comes by mail, within a sentence. */
  readonly kinds: Readonly<Record<StopTarget['of'], string>>;
  readonly ask: (what: string, community: string) => string;
  readonly stop: string;
  readonly done: string;
  /** The way on. */
  readonly on: string;
  readonly ended: (what: string, community: string) => string;
  readonly unknown: string;
  readonly unknownLead: string;
}

export const STOP_TEXTS: Readonly<Record<MemberLanguage, StopTexts>> = {
  en: {
    title: 'No more mail of this kind?',
    kinds: {
      hours: 'messages about your hours',
      listings: 'messages about your listings',
      messages: `what ${OFFICE} writes`,
      digest: 'the weekly overview',
      alerts: 'messages about new listings',
      office: 'alerts to administrators',
    },
    ask: (what, community) => `${community} sends you by mail: ${what}. This button ends it.`,
    stop: 'Send me no more of these',
    done: 'You get no more of these',
    on: 'To your pages',
    ended: (what, community) => `${community} sends you no more mail of this kind: ${what}.`,
    unknown: 'This link is not known',
    unknownLead: 'It may be incomplete. Open it from the mail once more, or ask the office.',
  },
  de: {
    title: 'Keine Post dieser Art mehr?',
    kinds: {
      hours: say('Nachrichten über Ihre Stunden', 'Nachrichten über deine Stunden'),
      listings: say('Nachrichten über Ihre Inserate', 'Nachrichten über deine Inserate'),
      messages: `Nachrichten, die ${OFFICE} schreibt`,
      digest: 'den wöchentlichen Überblick',
      alerts: 'Nachrichten über neue Inserate',
      office: 'Hinweise an das Verwaltungsteam',
    },
    ask: (what, community) =>
      `${say('Sie bekommen', 'Du bekommst')} von ${community} per E-Mail: ${what}. Mit diesem Knopf endet das.`,
    stop: 'Nicht mehr schicken',
    done: say('Sie bekommen davon nichts mehr', 'Du bekommst davon nichts mehr'),
    on: say('Zu Ihren Seiten', 'Zu deinen Seiten'),
    ended: (what, community) => `${community} schickt ${say('Ihnen', 'dir')} das nicht mehr: ${what}.`,
    unknown: 'Dieser Link ist nicht bekannt',
    unknownLead: 'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail, oder fragen Sie im Büro.',
  },
  es: STOP_ES,
  fr: STOP_FR,
  it: STOP_IT,
};
