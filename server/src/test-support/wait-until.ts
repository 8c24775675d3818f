import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition instead of a time. An error of the condition counts as "not yet". */
export async function waitUntil(what: string, condition: () => Promise<boolean> | boolean, timeoutMs = 30_000) {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      if (await condition()) return;
    } catch (error) {
      if (Date.now() >= giveUpAt) throw error;
    }
    if (Date.now() >= giveUpAt) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    await delay(20);
  }
}
