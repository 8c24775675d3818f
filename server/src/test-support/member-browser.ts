/** A browser without script on a community's pages: keeps the cookie, and sends forms with the token of their page. */

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
  cookie(): string | undefined;
  csrf(): string;
}

/** @param jar a cookie that it begins with: `name=value` */
export function createMemberBrowser(origin: string, slug: string, jar?: string): MemberBrowser {
  let cookie = jar;
  let csrf = '';
  async function open(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (cookie !== undefined) headers.set('Cookie', cookie);
    headers.set('Accept', 'text/html');
    const response = await fetch(`${origin}/at/${slug}${path}`, { ...init, headers, redirect: 'manual' });
    const setCookie = response.headers.get('set-cookie') ?? '';
    if (setCookie !== '') cookie = setCookie.split(';', 1)[0];
    const text = await response.text();
    csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? csrf;
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
      setCookie,
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
    cookie: () => cookie,
    csrf: () => csrf,
  };
  return browser;
}
