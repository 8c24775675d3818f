/** Starts and stops the service: database, schema, ledger, worker, HTTP. `serve` and `demo` differ only in what they add. */
import type { Logger } from 'pino';
import { createPasswords } from '../domain/administrators/password.ts';
import { startWorker, type WorkerOptions } from '../domain/delivery/loop.ts';
import type { Deps } from '../domain/deps.ts';
import { openKeys } from '../domain/installation/secret-key.ts';
import { createPostTransfers } from '../domain/ledger/post-batch.ts';
import type { Clock } from '../platform/base/clock.ts';
import { type Config, checkServing } from '../platform/base/config.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabaseServer } from '../platform/database/open.ts';
import { checkBeforeMigrating, checkServer } from '../platform/database/server-check.ts';
import { waitForServer } from '../platform/database/wait-for-server.ts';
import { createWriteHealth } from '../platform/database/write-health.ts';
import { listenForMetrics } from '../platform/metrics/listen.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { startHeartbeat } from '../platform/nodes/heartbeat.ts';
import { buildApp } from './app.ts';
import { ensureConsoleBuilt } from './ensure-console-built.ts';
import { JOBS } from './jobs.ts';
import { listen } from './listen.ts';

export interface Service {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Stops accepting, finishes what runs, stops the worker and the embedded database. */
  stop(): Promise<void>;
  /** Resolves, with the reason in one sentence, when the service can go on no longer and must be stopped. */
  readonly ended: Promise<string>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** As it is named to whoever finds the data folder in use. */
  readonly command: string;
  /** Runs when the schema stands and the port is taken, before the service says it is ready. */
  readonly prepare?: (deps: Deps, origin: string) => Promise<Prepared>;
}

/** What was started beside the service. */
export interface Prepared {
  readonly worker?: WorkerOptions;
  readonly stop?: () => Promise<void>;
}

/**
 * Starts everything; what was started is stopped again when a later step fails.
 * @throws ConfigError, DatabaseOpenError with one sentence for the operator
 */
export async function startService({ config, clock, log, command, prepare }: ServiceOptions): Promise<Service> {
  checkServing(config);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let step = stops.pop(); step; step = stops.pop()) {
      await step().catch((error: Error) => log.error({ err: error }, 'stopping failed'));
    }
  };
  try {
    // Beside all that follows: a build takes seconds, and is needed only after an update.
    const consoleBuilt = ensureConsoleBuilt(log);
    const server = await openDatabaseServer(config, { exclusive: true, create: true, command, log });
    stops.push(() => server.stop());
    const { ownerConnection, appConnection } = server;
    if (!server.embedded) await waitForServer(appConnection, log);
    await checkBeforeMigrating([ownerConnection, appConnection]);
    const applied = await migrate({ ownerConnection, appConnection, clock });
    if (applied.length > 0) log.info({ applied }, 'database schema brought up to date');
    await checkServer(appConnection, config.mode, log);

    const writes = createWriteHealth(clock, log);
    const database = await connectDatabase(appConnection, config.prepareStatements, writes.note);
    stops.push(() => database.close());
    const keys = await openKeys(config, database, clock, log);

    let wake = () => {};
    const wakeWorker = () => wake();
    const postTransfers = createPostTransfers(database, clock, wakeWorker);
    const metrics = config.metricsPort === undefined ? undefined : createMetrics(database, clock, writes);
    if (metrics && config.metricsPort !== undefined) {
      const scraped = await listenForMetrics(metrics, config.host, config.metricsPort);
      stops.push(() => scraped.close());
    }
    const passwords = createPasswords();
    const deps: Deps = { config, clock, database, writes, log, keys, postTransfers, passwords, wakeWorker, metrics };

    await consoleBuilt;
    let ready = false;
    const outdated = Promise.withResolvers<string>();
    const heartbeat = await startHeartbeat(database, log, (reason) => {
      ready = false;
      outdated.resolve(reason);
    });
    stops.push(() => heartbeat.stop());
    const listening = await listen(buildApp(deps, { isReady: () => ready }), deps);
    stops.push(() => listening.close());
    const prepared = await prepare?.(deps, listening.origin);
    if (prepared?.stop) stops.push(prepared.stop);

    const worker = startWorker(deps, { jobs: JOBS, ...prepared?.worker });
    wake = worker.wake;
    stops.push(() => worker.stop());
    ready = true;
    return { origin: listening.origin, stop, ended: outdated.promise };
  } catch (error) {
    await stop();
    throw error;
  }
}
