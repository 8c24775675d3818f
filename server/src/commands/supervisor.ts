/**
 * Tells systemd how the service fares (sd_notify): that it is ready, that it stops, and that its event loop turns.
 * Node has no datagram sockets of Unix, so `systemd-notify` speaks; a unit therefore needs `NotifyAccess=all`.
 */
import { execFile } from 'node:child_process';
import type { Logger } from 'pino';
import type { CommandContext } from './context.ts';

export interface Supervisor {
  /** From now on it is also notified that the event loop turns, if it asks for that. */
  ready(): void;
  stopping(): void;
}

const NOTIFY_TIMEOUT_MS = 5000;
/** A ping costs a process, and the machine may be busy. */
const PINGS_PER_WATCHDOG = 3;

/** The supervisor that started this process; without `NOTIFY_SOCKET` nothing is sent. */
export function createSupervisor(env: CommandContext['env'], log: Pick<Logger, 'warn'>): Supervisor {
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
