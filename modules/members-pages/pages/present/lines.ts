/** Hours, days and lines of an account as members read them. */

import type { MemberLanguage } from '@timebank/contract';
import { type Html, html } from '../../../../console/pages/html.ts';
import { shownHours } from '../../../../console/pages/voice/hours.ts';
import { longDate, say, sayDayOf, speak } from '../../../../console/pages/voice/voice.ts';
import { nameForMembers } from '../../../../core/people/name-for-members.ts';
import type { LineRow } from '../../../members/domain/exchanges/console-queries.ts';
import type { MemberCall } from './call.ts';
import * as ES from './es/pages.ts';
import * as FR from './fr/pages.ts';
import * as IT from './it/pages.ts';

/** Whom lines are shown to. */
type Reader = Pick<MemberCall, 'lang' | 'community'>;

export interface LineTexts {
  readonly gave: (who: string) => string;
  readonly got: (who: string) => string;
  readonly opening: string;
  readonly credit: (who: string) => string;
  readonly transfer: (who: string) => string;
  readonly reversal: (who: string) => string;
  readonly somebody: string;
  readonly chest: string;
}

const WORDS: Readonly<Record<MemberLanguage, LineTexts>> = {
  en: {
    gave: (who) => `You helped ${who}`,
    got: (who) => `${who} helped you`,
    opening: 'Brought along at the start',
    credit: (who) => `Credited by ${who}`,
    transfer: (who) => `Transfer to ${who}`,
    reversal: (who) => `Taken back: ${who}`,
    somebody: 'a former member',
    chest: 'the community fund',
  },
  de: {
    gave: (who) => say(`Sie haben geholfen: ${who}`, `Du hast geholfen: ${who}`),
    got: (who) => say(`Ihnen hat geholfen: ${who}`, `Dir hat geholfen: ${who}`),
    opening: 'Mitgebracht zu Beginn',
    credit: (who) => `Gutgeschrieben von: ${who}`,
    transfer: (who) => `Überweisung an ${who}`,
    reversal: (who) => `Zurückgenommen: ${who}`,
    somebody: 'ein früheres Mitglied',
    chest: 'der Gemeinschaftsfonds',
  },
  es: ES.LINES,
  fr: FR.LINES,
  it: IT.LINES,
};

/** A day of the calendar; of a time, the day by the clock of the community. */
export const shownDay = (at: Date | string, lang: MemberLanguage): string =>
  typeof at === 'string' ? longDate(new Date(`${at}T00:00:00Z`), lang, { timeZone: 'UTC' }) : sayDayOf(at);

/** Whom a line is with. */
export function otherOf(
  { otherKind, otherName, otherGiven, otherFamily }: LineRow,
  { lang, community }: Reader,
): string {
  const words = WORDS[lang];
  if (otherKind === 'chest') return words.chest;
  if (otherName === null) return words.somebody;
  if (otherKind !== 'member') return otherName;
  return nameForMembers({ name: otherName, givenName: otherGiven, familyName: otherFamily }, community);
}

/** A line in words. */
export const lineText = (line: LineRow, reader: Reader): string =>
  speak(markedText(line, reader), reader.community, reader.lang);

function markedText(line: LineRow, reader: Reader): string {
  const words = WORDS[reader.lang];
  const who = otherOf(line, reader);
  if (line.kind === 'opening') return words.opening;
  if (line.kind.endsWith('_reversal')) return words.reversal(who);
  if (line.kind === 'credit') return line.isOwn ? words.transfer(who) : words.credit(who);
  return line.signedSeconds > 0 ? words.gave(who) : words.got(who);
}

/** The day of the help, else of the booking. */
export const dayOfLine = ({ serviceDate, bookedOn }: LineRow): string => serviceDate ?? bookedOn;

export const lineItems = (lines: readonly LineRow[], reader: Reader): Html[] => {
  const { lang } = reader;
  return lines.map(
    (
      line,
    ) => html`<li><strong>${line.signedSeconds > 0 ? '+' : '−'} ${shownHours(Math.abs(line.signedSeconds), lang)}</strong> ${lineText(line, reader)} <small>${shownDay(dayOfLine(line), lang)}${line.note !== null && ` · ${line.note}`}</small></li>
`,
  );
};
