/** A length of time that may be two: its readings, to be chosen from. */

import type { MemberLanguage } from '@timebank/contract';
import { clockOf, readDuration } from '@timebank/contract/duration';
import { type Html, html } from '../../../../console/pages/html.ts';
import { spelledTime } from '../../../../console/pages/voice/hours.ts';

/** No help takes longer. */
const DAY_SECONDS = 86_400;

/** The lengths that a text may mean; undefined: it has one, or none. */
export function readingsOf(typed: string): readonly number[] | undefined {
  const read = readDuration(typed);
  const readings = 'readings' in read ? read.readings.filter((seconds) => seconds <= DAY_SECONDS) : [];
  return readings.length > 0 ? readings : undefined;
}

/** What is meant: what was typed beside the choices counts, but where one of its readings was chosen. */
export function chosenTime(chosen: string, typed: string): string {
  if (typed === '' || readingsOf(typed)?.some((seconds) => clockOf(seconds) === chosen)) return chosen;
  return typed;
}

/** The choices, as fields `time`. @param chosen the value of one of them */
export const timeChoices = (lengths: readonly number[], chosen: string, lang: MemberLanguage): Html[] =>
  lengths.map((seconds) => {
    const value = clockOf(seconds);
    return html`<label class="tick"><input type="radio" name="time" value="${value}"${value === chosen && html` checked`}>${spelledTime(seconds, lang)}</label>\n`;
  });
