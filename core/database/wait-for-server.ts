/** A server that is still starting, or started after this service: waited for, so that the order does not matter. */
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from './client.ts';
import { type ConnectionSettings, isUnavailable, WritesOff } from './connection.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseOpenError, explainConnecting } from './open-error.ts';

const WAIT_MS = 60_000;
const RETRY_MS = 500;

/**
 * Resolves when the server answers.
 * @throws DatabaseOpenError: at once when waiting would not help (a wrong password, writes that are switched off), else after a minute
 */
export async function waitForServer(connection: ConnectionSettings, log: DatabaseLog, waitMs = WAIT_MS): Promise<void> {
  const untilMs = performance.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await withClient(connection, async () => {});
    } catch (error) {
      const why = error instanceof DatabaseOpenError ? error.cause : error;
      if (!isUnavailable(why) || why instanceof WritesOff || performance.now() > untilMs) throw error;
      if (attempt === 1) {
        const { message } = error instanceof DatabaseOpenError ? error : { message: explainConnecting(error) };
        log.warn({}, `${message} Waiting up to ${waitMs / 1000} seconds for it.`);
      }
      await delay(RETRY_MS);
    }
  }
}
