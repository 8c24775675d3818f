/** Hours of two as members record and answer them on their pages. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { MemberBrowser } from './member-browser.ts';

type Fields = Readonly<Record<string, string>>;

/** The form of a member who has helped another for an hour. @param who the id of the other, or what is typed */
export const slipFor = (who: string, more: Fields = {}) => ({
  ...{ side: 'helped', who, time: '1:00', day: '2026-11-18', form: randomUUID() },
  ...more,
});

export const sendSlip = (window: MemberBrowser, fields: Fields) => window.post('/record', '/record', fields);

/** Where an answer leads to, within the pages of the community. */
export const pathIn = ({ location }: { readonly location: string | null }) =>
  (location ?? '').replace(/^\/at\/[^/]+/, '');

/** Records it. @returns the address of the proposal */
export async function recordOn(window: MemberBrowser, who: string, more?: Fields): Promise<string> {
  const answer = await sendSlip(window, slipFor(who, more));
  assert.equal(answer.status, 303, answer.text);
  return pathIn(answer);
}

export const answerOn = (window: MemberBrowser, path: string, what: string, more: Fields = {}) =>
  window.post('', path, { do: what, seen: '1', ...more });

/** The state that a page shows. */
export const stateOn = (text: string) => /data-state="([^"]+)"/.exec(text)?.[1];
