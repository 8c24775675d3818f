import { setTimeout as delay } from 'node:timers/promises';
import { patientMs } from './speed.ts';

/** Enough for everything that a test waits for, by far. */
const USUAL_MS = 60_000;

/** Waits for a condition instead of a time. An error of the condition counts as "not yet". */
export async function waitUntil(what: string, condition: () => Promise<boolean> | boolean, usualMs = USUAL_MS) {
  const timeoutMs = patientMs(usualMs);
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
