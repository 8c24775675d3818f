/** Opens the port, and closes it without cutting off running requests. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../core/base/config.ts';
import { naming } from '../core/base/system-error.ts';
import type { App } from './app.ts';

export interface Listening {
  /** The address it listens on: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** From now on each answer is the last one of its connection; the port stays open. */
  drain(): void;
  /** Drains, stops accepting, lets requests finish, and cuts those that are not done in time. */
  close(): Promise<void>;
}

/** How long requests may take to finish after the port has closed. */
const CLOSE_TIMEOUT_MS = 5000;
const SWEEP_INTERVAL_MS = 50;
/** Longer than an idle turn of the event loop. */
const QUIET_TURN_MS = 0.03;
const QUIET_WAIT_MS = 1000;

/** A socket of node:http knows the response that it is to write next. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/** Why an address cannot be listened on, and which setting is to be changed. */
export function listenAdvice(setting: 'PORT' | 'METRICS_PORT'): (code: string) => string {
  return (code) => {
    if (code === 'EADDRINUSE') {
      return `the port is in use, so set ${setting} to a free one${setting === 'PORT' ? ' (PORT=0 picks one)' : ''}`;
    }
    if (code === 'EACCES') return `ports below 1024 are root's, so set ${setting} to a higher one`;
    return 'set HOST to an address of this machine';
  };
}

/** Listens on `HOST` and `PORT`. @throws SystemError that names both */
export async function listen(
  { server, onClose }: App,
  { config }: { readonly config: Pick<Config, 'host' | 'port'> },
  closeTimeoutMs = CLOSE_TIMEOUT_MS,
): Promise<Listening> {
  const sockets = new Set<HttpSocket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await naming(`listen on ${config.host}:${config.port}`, listenAdvice('PORT'), () =>
    once(server.listen({ host: config.host, port: config.port }), 'listening'),
  ).catch(async (error) => {
    for (const close of onClose) await close();
    throw error;
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  let draining = false;
  function drain(): void {
    if (draining) return;
    draining = true;
    for (const { _httpMessage: response } of sockets) if (response) endConnectionWith(response);
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      server.prependListener(event, (_request: IncomingMessage, response: ServerResponse) => {
        endConnectionWith(response);
      });
    }
  }
  return {
    origin: `http://${host}:${port}`,
    drain,
    async close() {
      drain();
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeTimeoutMs);
      await quietTurn();
      const closed = once(server, 'close');
      server.close();
      // A connection that was busy when the port closed becomes idle with its answer.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
      for (const close of onClose) await close();
    },
  };
}

/**
 * Connections that the system has taken and this process has not yet are reset when the port closes, with a request that
 * a proxy may not repeat. Right after a turn of the event loop in which nothing happened, there are none.
 */
async function quietTurn(): Promise<void> {
  const startedMs = performance.now();
  for (let fromMs = startedMs; fromMs - startedMs < QUIET_WAIT_MS; ) {
    await nextTurn();
    const nowMs = performance.now();
    if (nowMs - fromMs < QUIET_TURN_MS) return;
    fromMs = nowMs;
  }
}

/** Adds `Connection: close` to the answer; an answer that has begun without it is followed by one that has it. */
function endConnectionWith(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}
