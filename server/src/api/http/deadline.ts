/**
 * 503 within five seconds, whatever step keeps an answer back: each step has a limit of its own, and a slow database may
 * stay below every one of them. The work goes on behind the answer; a repeat is safe where the contract says so.
 */
import { DatabaseUnavailable } from '../../platform/database/connection.ts';
import type { HttpExchange } from './http-exchange.ts';

/** Above the limit of a statement, whose error tells more. */
const ANSWER_WITHIN_MS = 4500;
const LOOK_EVERY_MS = 100;

interface Running {
  readonly startedMs: number;
  readonly giveUp: (error: DatabaseUnavailable) => void;
}

export interface Deadlines {
  start(exchange: HttpExchange, giveUp: (error: DatabaseUnavailable) => void): void;
  /** Reads what the client sends, in time that does not count. @throws DatabaseUnavailable when it was given up before */
  pausedFor<T>(exchange: HttpExchange, read: () => Promise<T>): Promise<T>;
  end(exchange: HttpExchange): void;
  close(): void;
}

/** One timer for all requests of an application. */
export function createDeadlines(): Deadlines {
  const running = new Map<HttpExchange, Running>();

  const timer = setInterval(() => {
    const limit = performance.now() - ANSWER_WITHIN_MS;
    for (const [exchange, { startedMs, giveUp }] of running) {
      if (startedMs > limit) continue;
      running.delete(exchange);
      giveUp(new DatabaseUnavailable('no answer in time'));
    }
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    start(exchange, giveUp) {
      running.set(exchange, { startedMs: performance.now(), giveUp });
    },
    async pausedFor(exchange, read) {
      const entry = running.get(exchange);
      if (!entry && exchange.res.headersSent) throw new DatabaseUnavailable('no answer in time');
      if (!entry) return await read();
      const pausedMs = performance.now();
      running.delete(exchange);
      const value = await read();
      running.set(exchange, { ...entry, startedMs: entry.startedMs + performance.now() - pausedMs });
      return value;
    },
    end(exchange) {
      running.delete(exchange);
    },
    close() {
      clearInterval(timer);
    },
  };
}
