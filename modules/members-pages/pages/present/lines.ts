/** Hours, days and lines of an account as members read them. */

import { type Html, html } from '../../../../console/pages/html.ts';
import { shownHours } from '../../../../console/pages/voice/hours.ts';
import { say, sayDayOf, speak } from '../../../../console/pages/voice/voice.ts';
import type { Language } from '../../../../core/http/accept.ts';
import { nameForMembers } from '../../../../core/people/name-for-members.ts';
import type { LineRow } from '../../../members/domain/exchanges/console-queries.ts';
import type { MemberCall } from './call.ts';

/** Whom lines are shown to. */
type Reader = Pick<MemberCall, 'lang' | 'community'>;

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
const WORDS = {
  en: {
    gave: (who: string) => `You helped ${who}`,
    got: (who: string) => `${who} helped you`,
    opening: 'Brought along at the start',
    credit: (who: string) => `Credited by ${who}`,
    transfer: (who: string) => `Transfer to ${who}`,
    reversal: (who: string) => `Taken back: ${who}`,
    somebody: 'a former member',
    chest: 'the community fund',
  },
  de: {
    gave: (who: string) => say(`Sie haben geholfen: ${who}`, `Du hast geholfen: ${who}`),
    got: (who: string) => say(`Ihnen hat geholfen: ${who}`, `Dir hat geholfen: ${who}`),
    opening: 'Mitgebracht zu Beginn',
    credit: (who: string) => `Gutgeschrieben von: ${who}`,
    transfer: (who: string) => `Überweisung an ${who}`,
    reversal: (who: string) => `Zurückgenommen: ${who}`,
    somebody: 'ein früheres Mitglied',
    chest: 'der Gemeinschaftsfonds',
  },
} as const;

/** A day of the calendar; of a time, the day by the clock of the community. */
export const shownDay = (at: Date | string, lang: Language): string =>
  typeof at === 'string'
    ? new Intl.DateTimeFormat(LOCALES[lang], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${at}T00:00:00Z`))
    : sayDayOf(at);

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
    ) => html`<li><strong>${line.signedSeconds > 0 ? '+' : '−'} ${shownHours(Math.abs(line.signedSeconds), lang)}</strong>${lineText(line, reader)}<small>${shownDay(dayOfLine(line), lang)}${line.note !== null && ` · ${line.note}`}</small></li>
`,
  );
};
