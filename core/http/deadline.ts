/**
 * Answers 503 in time, for partners within five seconds, whichever step is slow: each step has a limit of its own, and a
 * slow database may stay below every one of them. The work goes on after the answer; a repeat is safe where the contract
 * says so.
 */
import type { Load } from '../base/load.ts';
import { DatabaseUnavailable } from '../database/connection.ts';
import type { HttpExchange } from './http-exchange.ts';

/** The time limit for partners. Above that of a statement, whose error is more precise. */
export const ANSWER_WITHIN_MS = 4500;
const LOOK_EVERY_MS = 100;

/** Answers in place of an answer that is late. */
type GiveUp = (exchange: HttpExchange, error: DatabaseUnavailable) => void;

/** The time limit of one answer. */
export interface Deadline {
  startedMs: number;
  readonly withinMs: number;
  readonly giveUp: GiveUp;
  /** Why it was given up. */
  late: DatabaseUnavailable | undefined;
  /** Its place among the running ones; undefined while its time does not count, and at its end. */
  place: number | undefined;
}

export interface Deadlines {
  start(exchange: HttpExchange, withinMs: number, giveUp: GiveUp): void;
  /** Reads what the client sends, in time that does not count. @throws DatabaseUnavailable when it was given up before */
  pausedFor<T>(exchange: HttpExchange, read: () => Promise<T>): Promise<T>;
  end(exchange: HttpExchange): void;
  close(): void;
}

/**
 * One timer for all requests of an application. They have places in an array and not in a Map: a Map that is filled and
 * emptied all the time leaves old tables behind, which keep what they held from the next collection of garbage, and
 * point at the newer ones (measured: a fifth of all garbage outlived its request, and pauses of 10 ms each second).
 */
export function createDeadlines(load: Load): Deadlines {
  const running: (HttpExchange | undefined)[] = [];
  const free: number[] = [];

  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = performance.now();
    if (free.length === running.length) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const exchange of running) {
      const { deadline } = exchange ?? {};
      if (!exchange || !deadline || now - deadline.startedMs < deadline.withinMs) continue;
      leave(deadline);
      deadline.late = new DatabaseUnavailable('no answer in time');
      deadline.giveUp(exchange, deadline.late);
    }
  };

  function enter(exchange: HttpExchange, deadline: Deadline): void {
    deadline.place = free.pop() ?? running.length;
    running[deadline.place] = exchange;
    timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    load.note(running.length - free.length);
  }

  function leave(deadline: Deadline): void {
    if (deadline.place === undefined) return;
    running[deadline.place] = undefined;
    free.push(deadline.place);
    deadline.place = undefined;
  }

  return {
    start(exchange, withinMs, giveUp) {
      exchange.deadline = { startedMs: performance.now(), withinMs, giveUp, late: undefined, place: undefined };
      enter(exchange, exchange.deadline);
    },
    async pausedFor(exchange, read) {
      const { deadline, res } = exchange;
      if (deadline?.place === undefined) {
        if (res.headersSent) throw new DatabaseUnavailable('no answer in time');
        return await read();
      }
      const pausedMs = performance.now();
      leave(deadline);
      const value = await read();
      deadline.startedMs += performance.now() - pausedMs;
      enter(exchange, deadline);
      return value;
    },
    end({ deadline }) {
      if (deadline) leave(deadline);
    },
    close() {
      clearInterval(timer);
    },
  };
}
