/** Runs a service until a signal asks it to stop. */
import type { Logger } from 'pino';
import type { Service } from '../service/service.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const STOP_TIMEOUT_MS = 9000;

/**
 * Starts the service, waits for a signal or until it can go on no longer, stops it. npm and a terminal both forward Ctrl-C, so signals come twice:
 * the first starts one graceful stop, repeats are ignored.
 */
export async function untilStopped(log: Logger, start: () => Promise<Service>): Promise<void> {
  const signalled = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of SIGNALS) process.on(signal, resolve);
  });
  const service = await Promise.race([start(), signalled.then(() => undefined)]);
  if (!service) {
    // Told to stop while starting: the database, if it was started, ends with this process.
    process.exit(0);
  }
  const fault = await Promise.race([service.ended, signalled.then((signal) => void log.info({ signal }, 'stopping'))]);
  if (fault !== undefined) log.error(fault);
  const timer = setTimeout(() => {
    log.error('stopping took too long; exiting');
    process.exit(1);
  }, STOP_TIMEOUT_MS);
  await service.stop();
  clearTimeout(timer);
  log.info('stopped');
  process.exit(fault === undefined ? 0 : 1);
}
