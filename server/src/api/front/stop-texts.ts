/** The words of the page that ends a kind of mail. */
import type { StopTarget } from '../../domain/mail/stop.ts';
import { OFFICE, say } from '../../domain/voice/voice.ts';
import type { Language } from '../http/accept.ts';

type ByKind = Readonly<Record<StopTarget['of'], (community: string) => string>>;

interface StopTexts {
  readonly title: string;
  readonly ask: ByKind;
  readonly stop: string;
  readonly done: string;
  readonly ended: ByKind;
  readonly unknown: string;
  readonly unknownLead: string;
}

const about = (
  sentence: (what: string, community: string) => string,
  words: Readonly<Record<StopTarget['of'], string>>,
) =>
  Object.fromEntries(
    Object.entries(words).map(([of, what]) => [of, (community: string) => sentence(what, community)]),
  ) as ByKind;

const EN = {
  hours: 'messages about your hours',
  listings: 'messages about your listings',
  messages: `what ${OFFICE} writes`,
  digest: 'the weekly overview',
  alerts: 'messages about new listings',
  office: 'alerts to administrators',
};
const DE = {
  hours: say('Nachrichten über Ihre Stunden', 'Nachrichten über deine Stunden'),
  listings: say('Nachrichten über Ihre Inserate', 'Nachrichten über deine Inserate'),
  messages: `Nachrichten, die ${OFFICE} schreibt`,
  digest: 'den wöchentlichen Überblick',
  alerts: 'Nachrichten über neue Inserate',
  office: 'Hinweise an das Verwaltungsteam',
};

export const STOP_TEXTS: Readonly<Record<Language, StopTexts>> = {
  en: {
    title: 'No more mail of this kind?',
    ask: about((what, community) => `${community} sends you by mail: ${what}. This button ends it.`, EN),
    stop: 'Send me no more of these',
    done: 'You get no more of these',
    ended: about((what, community) => `${community} sends you no more mail of this kind: ${what}.`, EN),
    unknown: 'This link is not known',
    unknownLead: 'It may be incomplete. Open it from the mail once more, or ask the office.',
  },
  de: {
    title: 'Keine Post dieser Art mehr?',
    ask: about(
      (what, community) =>
        `${say('Sie bekommen', 'Du bekommst')} von ${community} per E-Mail: ${what}. Mit diesem Knopf endet das.`,
      DE,
    ),
    stop: 'Nicht mehr schicken',
    done: say('Sie bekommen davon nichts mehr', 'Du bekommst davon nichts mehr'),
    ended: about((what, community) => `${community} schickt ${say('Ihnen', 'dir')} das nicht mehr: ${what}.`, DE),
    unknown: 'Dieser Link ist nicht bekannt',
    unknownLead: 'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail, oder fragen Sie im Büro.',
  },
};
