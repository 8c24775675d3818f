/** `node --test --test-global-setup` of a run with files of the console: one server and one browser for all of them. */
import type { BrowserServer } from 'playwright-core';
import * as server from '../../test-support/global-setup.ts';
import { startSharedBrowser } from './chromium.ts';

let browser: BrowserServer | undefined;

export async function globalSetup(): Promise<void> {
  [browser] = await Promise.all([startSharedBrowser(), server.globalSetup()]);
}

export async function globalTeardown(): Promise<void> {
  await Promise.all([browser?.close(), server.globalTeardown()]);
}
