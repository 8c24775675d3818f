/** The console as its tests see it: the real service, the built pages, a real browser. */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import type { AdministratorRole } from '@timebank/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { systemClock } from '../../core/base/clock.ts';
import { addAdministrator } from '../../modules/office/domain/administrators/create.ts';
import { startTestService, type TestCommunity, type TestService } from '../../test-support/harness.ts';
import { patientMs } from '../../test-support/speed.ts';
import { CONSOLE_ROUTES } from '../desk/contract/operations.gen.ts';
import { CONSOLE_BASE_PATH, CSRF_HEADER } from '../desk/contract/routes.ts';
import { openBrowser } from './chromium.ts';

export const PASSWORD = 'seven lanterns over the canal';

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of the content security policy, errors of the page, and requests to other hosts. Should stay empty. */
  readonly faults: string[];
  close(): Promise<void>;
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** As the browser is set: `de-AT`. */
  readonly locale?: string;
}

export interface Console {
  readonly service: TestService;
  readonly browser: Browser;
  /** `http://localhost:<port>` */
  readonly origin: string;
  administrator(community: TestCommunity, role?: AdministratorRole, name?: string): Promise<Person>;
  open(options?: PageOptions): Promise<OpenPage>;
  /** A page on which a person has signed in, at a path below /console. */
  openAs(person: Person, path: string, options?: PageOptions): Promise<OpenPage>;
  /** The same on a page that a test has made ready. */
  signInTo(opened: OpenPage, person: Person, path: string): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Builds what has changed since the last build. */
const BUILD = join(import.meta.dirname, '../build.mjs');

/** The console of a test file: it stops after the file's last test. */
export async function testConsole(env: Readonly<Record<string, string>> = {}): Promise<Console> {
  const started = await startConsole(env);
  after(() => started.stop());
  return started;
}

export async function startConsole(env: Readonly<Record<string, string>> = {}): Promise<Console> {
  await promisify(execFile)(process.execPath, [BUILD, '--strict']);
  const service = await startTestService({ clock: systemClock, env });
  const browser = await openBrowser().catch(async (error) => {
    await service.stop();
    throw error;
  });
  const origin = service.origin.replace('127.0.0.1', 'localhost');

  const started: Console = {
    service,
    browser,
    origin,
    async administrator(community, role = 'owner', name = 'Ada Riverside') {
      const email = `${randomBytes(6).toString('hex')}@example.org`;
      const deps = { ...service.deps, clock: systemClock };
      const act = { communityId: community.id, actor: 'test' };
      const { id } = await addAdministrator(deps, act, { email, name, password: PASSWORD, role });
      return { id, email, name };
    },
    async open({ width = 1280, height = 900, dark = false, locale = 'en-GB' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        locale,
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(patientMs(DEFAULT_TIMEOUT_MS));
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => {
        const expected = /Failed to load resource/.test(message.text());
        if (message.type() === 'error' && !expected) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('request', (request) => {
        const { protocol, origin: asked } = new URL(request.url());
        if (protocol.startsWith('http') && asked !== origin) faults.push(`request to ${asked}`);
      });
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`csp: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
        });
      });
      return { page, context, faults, close: () => context.close() };
    },
    async openAs(person, path, options) {
      const opened = await started.open(options);
      await started.signInTo(opened, person, path);
      return opened;
    },
    async signInTo({ context, page }, person, path) {
      await signIn(context, origin, person);
      await page.goto(`${origin}/console${path}`);
      await page.locator('.nav-foot').waitFor({ state: 'attached' });
    },
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
  return started;
}

/** As the form does it, without drawing it: it has tests of its own. */
async function signIn({ request }: BrowserContext, origin: string, { email }: Pick<Person, 'email'>): Promise<void> {
  const url = (id: 'getSession' | 'signIn') => `${origin}${CONSOLE_BASE_PATH}${CONSOLE_ROUTES[id][1]}`;
  const { data } = (await (await request.get(url('getSession'))).json()) as { data: { csrf_token: string } };
  const answer = await request.post(url('signIn'), {
    data: { email, password: PASSWORD },
    headers: { Origin: origin, [CSRF_HEADER]: data.csrf_token },
  });
  if (!answer.ok()) throw new Error(`nobody is signed in: ${await answer.text()}`);
}
