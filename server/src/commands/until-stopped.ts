/** Runs a service until a signal asks it to stop. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../platform/base/config.ts';
import type { Service } from '../service/service.ts';
import type { CommandContext } from './context.ts';
import { createSupervisor } from './supervisor.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** After draining; TimeoutStopSec in docs/deploy leaves room for both. */
const STOP_TIMEOUT_MS = 9000;

/** What serve and demo take beside their settings. */
export interface ServeOptions {
  readonly clockIsRight?: boolean;
}

export const CLOCK_OPTION = 'start although the newest row lies in the future, since it is the clock that is right';

/**
 * Starts the service, waits for a signal or until it can go on no longer, stops it. npm and a terminal both forward
 * Ctrl-C, so signals come twice: the first starts one graceful stop, repeats are ignored. Only SIGTERM, which
 * supervisors send, drains first; SIGINT ends that.
 */
export async function untilStopped(
  { log, env, drainSeconds }: Pick<Config, 'drainSeconds'> & Pick<CommandContext, 'env'> & { readonly log: Logger },
  start: () => Promise<Service>,
): Promise<void> {
  const signalled = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of SIGNALS) process.on(signal, resolve);
  });
  const interrupted = new Promise<void>((resolve) => process.on('SIGINT', () => resolve()));
  const service = await Promise.race([start(), signalled.then(() => undefined)]);
  if (!service) {
    // Asked to stop while starting: the database, if it was started, ends with this process.
    process.exit(0);
  }
  const supervisor = createSupervisor(env, log);
  supervisor.ready();
  let fault = await Promise.race([service.ended, signalled.then(() => undefined)]);
  supervisor.stopping();
  if (fault === undefined) {
    const signal = await signalled;
    if (signal === 'SIGTERM' && drainSeconds > 0) {
      log.info({ signal, seconds: drainSeconds }, 'draining');
      service.drain();
      const drained = delay(drainSeconds * 1000, undefined);
      fault = await Promise.race([drained, interrupted.then(() => undefined), service.ended]);
    }
    log.info({ signal }, 'stopping');
  }
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
