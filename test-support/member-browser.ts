/** A browser without script on a community's pages: keeps the cookie, and sends forms with the token of their page. */

import assert from 'node:assert/strict';
import { writeLetters } from '../modules/members-pages/domain/member-access/letters.ts';
import type { TestCommunity, TestService } from './harness.ts';

/** Opens the pages of a community for its members. @param columns others of the community that the test needs */
export async function openPages(
  { ownerQuery }: TestService,
  communityId: number,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const set = ['members_side = true', ...Object.keys(columns).map((name, at) => `${name} = $${at + 2}`)];
  const values = [communityId, ...Object.values(columns)];
  await ownerQuery(`update communities set ${set.join(', ')} where id = $1`, values);
}

/** A new community whose members have pages. */
export async function communityWithPages(
  service: TestService,
  ...options: Parameters<TestService['createCommunity']>
): Promise<TestCommunity> {
  const community = await service.createCommunity(...options);
  await openPages(service, community.id);
  return community;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string | null;
  readonly setCookie: string;
}

export interface MemberBrowser {
  get(path: string, method?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends fields as they are. A header of `undefined` is left out. */
  send(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string | undefined>>,
  ): Promise<Answer>;
  /** Opens a page, and sends a form of it. */
  post(page: string, path: string, fields: Readonly<Record<string, string>>): Promise<Answer>;
  /** Types a code of a letter. */
  enter(code: string, fields?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The session's: `name=value`. */
  cookie(): string | undefined;
  csrf(): string;
}

/** @param jar the session's cookie that it begins with: `name=value` */
export function createMemberBrowser(origin: string, slug: string, jar?: string): MemberBrowser {
  const session = `__Host-timebank-at-${slug}`;
  const cookies = new Map<string, string>();
  const keep = (cookie: string) => {
    const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=', 2) ?? [];
    cookies.set(name, value);
  };
  if (jar !== undefined) keep(jar);
  let csrf = '';
  async function open(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((cookie) => cookie.join('=')).join('; '));
    headers.set('Accept', 'text/html');
    const response = await fetch(`${origin}/at/${slug}${path}`, { ...init, headers, redirect: 'manual' });
    const sent = response.headers.getSetCookie();
    for (const cookie of sent) keep(cookie);
    const text = await response.text();
    // Browsers of text alone leave no gap between neighbours.
    assert.doesNotMatch(text, /[\p{L}\d.?]<\/(?:a|button|strong|small)><(?:a|button|strong|small)\b/u, path);
    csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? csrf;
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
      setCookie: sent.find((cookie) => cookie.startsWith(`${session}=`)) ?? '',
    };
  }
  const browser: MemberBrowser = {
    get: (path, method = 'GET', headers = {}) => open(path, { method, headers }),
    send(path, fields, headers = {}) {
      const own = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...headers };
      const sent = Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return open(path, { method: 'POST', headers: sent, body: new URLSearchParams(fields) });
    },
    async post(page, path, fields) {
      await browser.get(page);
      return browser.send(path, { csrf, ...fields });
    },
    enter: (code, fields = {}) => browser.post('/sign-in', '/enter', { code, ...fields }),
    cookie() {
      const value = cookies.get(session);
      return value === undefined ? undefined : `${session}=${value}`;
    },
    csrf: () => csrf,
  };
  return browser;
}

/** A browser in which a member is signed in by a letter. @param uuid of the member */
export async function browserOfMember(
  service: Pick<TestService, 'deps' | 'origin'>,
  { id, slug }: Pick<TestCommunity, 'id' | 'slug'>,
  uuid: string,
): Promise<MemberBrowser> {
  const [letter] = await writeLetters(service.deps, { communityId: id, actor: 'test' }, [uuid]);
  const window = createMemberBrowser(service.origin, slug);
  assert.equal((await window.enter(letter?.code ?? '')).status, 303);
  return window;
}
