/** Runs a service until a signal asks it to stop. */

import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import type { Config } from '../../../core/base/config.ts';
import type { CommandContext } from './context.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** After draining; TimeoutStopSec in docs/deploy leaves room for both. */
const STOP_TIMEOUT_MS = 9000;

/** The log of a running service: one JSON object per line on standard output. */
export function createLogger(config: Config): Logger {
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}

/** What is to be stopped. */
export interface RunningService {
  /** Is no longer ready, and goes on answering. */
  drain(): void;
  stop(): Promise<void>;
  /** Resolves, with the reason in one sentence, when the service can go on no longer and must be stopped. */
  readonly ended: Promise<string>;
}

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
  start: () => Promise<RunningService>,
): Promise<void> {
  const signalled = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of SIGNALS) process.on(signal, resolve);
  });
  const interrupted = new Promise<void>((resolve) => process.on('SIGINT', () => resolve()));
  const started = start().catch((error) => {
    // What was started is stopped. If something of it goes on all the same, a signal ends the process, or time does.
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    throw error;
  });
  const service = await Promise.race([started, signalled.then(() => undefined)]);
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

// Tells systemd how the service fares (sd_notify): that it is ready, that it stops, and that its event loop turns.
// Node has no datagram sockets of Unix, so `systemd-notify` speaks; a unit therefore needs `NotifyAccess=all`.

export interface Supervisor {
  /** From now on it is also notified that the event loop turns, if it asks for that. */
  ready(): void;
  stopping(): void;
}

const NOTIFY_TIMEOUT_MS = 5000;
/** A ping costs a process, and the machine may be busy. */
const PINGS_PER_WATCHDOG = 3;

/** The supervisor that started this process; without `NOTIFY_SOCKET` nothing is sent. */
function createSupervisor(env: CommandContext['env'], log: Pick<Logger, 'warn'>): Supervisor {
  if (!env.NOTIFY_SOCKET) return { ready() {}, stopping() {} };
  const { PATH, NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID = String(process.pid) } = env;
  let hasFailed = false;
  const tell = (message: string) => {
    execFile('systemd-notify', [message], { env: { PATH, NOTIFY_SOCKET }, timeout: NOTIFY_TIMEOUT_MS }, (err) => {
      if (!err || hasFailed) return;
      hasFailed = true;
      log.warn({ err }, 'systemd cannot be told that the service is ready: it needs its command systemd-notify');
    });
  };
  const pingMs = Number(WATCHDOG_USEC) / 1000 / PINGS_PER_WATCHDOG;
  return {
    ready() {
      tell('READY=1');
      if (pingMs > 0 && WATCHDOG_PID === String(process.pid)) setInterval(tell, pingMs, 'WATCHDOG=1').unref();
    },
    stopping: () => tell('STOPPING=1'),
  };
}
