/** Starts the processes that answer requests, replaces those that die, and stops them. Run by the first process. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WorkerOptions } from '../domain/delivery/loop.ts';
import type { Config } from '../platform/base/config.ts';
import { createGatherer } from '../platform/metrics/gather.ts';
import type { MetricsSnapshot } from '../platform/metrics/metrics.ts';
import { errorOf, faultOf, type ProcessFault, type ProcessOrder, type ProcessReport } from './process-messages.ts';

export interface Processes {
  /** Their common address, once all of them listen. Rejects when one cannot start. */
  readonly listening: Promise<string>;
  /** Lets them send events and say that they are ready; resolves when all have. */
  go(worker: Pick<WorkerOptions, 'sender'> | undefined): Promise<void>;
  /** What each counts. */
  readonly snapshots: () => Promise<readonly MetricsSnapshot[]>;
  /** Resolves with the reason when they cannot go on, as `Service.ended`. */
  readonly ended: Promise<string>;
  /** Lets them say that they are not ready; they go on answering. */
  drain(): void;
  /** Lets them finish what they do. */
  stop(): Promise<void>;
}

/** A process that was ready for as long is replaced at once, others ever later. */
const STEADY_MS = 5000;
const RESTART_DELAY_MIN_MS = 100;
const RESTART_DELAY_MAX_MS = 5000;
/** Longer than requests and the worker take to finish; leaves the database time to stop. */
const STOP_TIMEOUT_MS = 8000;
const COUNT_TIMEOUT_MS = 1000;

/**
 * @param port not 0: whoever comes later takes the same one
 * @param env the settings, beside the environment of this process
 */
export function forkProcesses(
  { processes, port }: Pick<Config, 'processes' | 'port'>,
  log: Logger,
  env: Readonly<Record<string, string | undefined>> = {},
): Processes {
  // Connections are dealt out in turns; left to the system, few processes get most of them (docs/decisions/0034).
  cluster.schedulingPolicy = cluster.SCHED_RR;
  // As the launcher does: Node would read a file of --env-file itself.
  cluster.setupPrimary({ execArgv: [...process.execArgv.filter((word) => word !== '--'), '--'] });
  const gathered = createGatherer();
  /** Resolves with the process's last words. */
  const live = new Map<Worker, Promise<Last>>();
  const listening = countdown<string>(processes);
  const ready = countdown<void>(processes);
  const ended = Promise.withResolvers<string>();
  let order: ProcessOrder | undefined;
  let draining = false;
  let stopping = false;

  function fork(): Worker {
    const child = cluster.fork({ ...env, PORT: String(port) });
    live.set(child, whenGone(child));
    child.on('message', (report: ProcessReport) => {
      if (report.kind === 'listening') listening.one(report.origin);
      if (report.kind === 'ready') ready.one();
      if (report.kind === 'counted') gathered.note(child.id, report.snapshot);
      if (report.kind === 'outdated') ended.resolve(report.reason);
    });
    if (order) send(child, order);
    if (draining) send(child, { kind: 'drain' });
    return child;
  }

  /** One of them, and whoever follows it. */
  async function keep(): Promise<void> {
    for (let delayMs = 0; !stopping; await delay(delayMs, undefined, { ref: false })) {
      const child = fork();
      const last = await live.get(child);
      live.delete(child);
      gathered.retire(child.id);
      if (stopping || !last) return;
      const { fault, servedMs, ...how } = last;
      if (!ready.isDone()) {
        const error = fault ? errorOf(fault) : new Error(`A process ended while it started: ${JSON.stringify(how)}`);
        listening.fail(error);
        ready.fail(error);
        return;
      }
      if (fault?.isSentence && live.size === 0) return ended.resolve(fault.message);
      delayMs = servedMs > STEADY_MS ? 0 : Math.min(Math.max(2 * delayMs, RESTART_DELAY_MIN_MS), RESTART_DELAY_MAX_MS);
      log.error(
        { process: child.process.pid, ...how, reason: fault?.message, retry_in_ms: delayMs },
        'a process of the service ended; starting another',
      );
    }
  }

  for (let count = 0; count < processes; count++) void keep();
  return {
    listening: listening.promise,
    async go(worker) {
      order = { kind: 'go', worker };
      for (const child of live.keys()) send(child, order);
      await ready.promise;
    },
    async snapshots() {
      await Promise.all([...live.keys()].map(askForCounts));
      return gathered.snapshots();
    },
    ended: ended.promise,
    drain() {
      draining = true;
      for (const child of live.keys()) send(child, { kind: 'drain' });
    },
    async stop() {
      stopping = true;
      await Promise.all([...live].map(([child, gone]) => stopOne(child, gone)));
    },
  };
}

/** How a process ended, and what it said of the reason. */
interface Last {
  readonly exit_code: number | null;
  readonly signal: string | null;
  /** How long it was ready. */
  readonly servedMs: number;
  readonly fault: ProcessFault | undefined;
}

function whenGone(child: Worker): Promise<Last> {
  let fault: ProcessFault | undefined;
  let readyAtMs: number | undefined;
  child.on('message', (report: ProcessReport) => {
    if (report.kind === 'failed') fault = report;
    if (report.kind === 'ready') readyAtMs = performance.now();
  });
  return new Promise((resolve) => {
    const end = (exit_code: number | null, signal: string | null) => {
      const servedMs = readyAtMs === undefined ? 0 : performance.now() - readyAtMs;
      resolve({ exit_code, signal, servedMs, fault });
    };
    child.on('error', (error) => {
      // It could not be started; anything else is followed by its end.
      if (child.process.pid !== undefined) return;
      fault = faultOf(error);
      end(null, null);
    });
    child.once('exit', (exit_code: number | null, signal: string | null) => {
      // What it said last may still be on its way.
      if (child.isConnected()) child.once('disconnect', () => end(exit_code, signal));
      else end(exit_code, signal);
    });
  });
}

/** One that has just ended is not told. */
function send(child: Worker, order: ProcessOrder): void {
  if (child.isConnected()) child.send(order, () => {});
}

async function stopOne(child: Worker, gone: Promise<Last>): Promise<void> {
  send(child, { kind: 'stop' });
  const timer = setTimeout(() => child.process.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}

/** Resolves when the process has answered; one that does not counts as it did last. */
function askForCounts(child: Worker): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = (report: ProcessReport) => report.kind === 'counted' && done();
    const timer = setTimeout(done, COUNT_TIMEOUT_MS);
    child.on('message', onMessage);
    send(child, { kind: 'count' });
    function done() {
      clearTimeout(timer);
      child.off('message', onMessage);
      resolve();
    }
  });
}

/** A promise kept when each of so many has said so. */
function countdown<T>(from: number) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // Nobody may be waiting yet, or any longer.
  promise.catch(() => {});
  let left = from;
  return {
    promise,
    one(value: T) {
      left--;
      if (left === 0) resolve(value);
    },
    fail: reject,
    isDone: () => left <= 0,
  };
}
