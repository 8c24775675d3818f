/** The parts of a service, each with its stop: the database, the dependencies of handlers, the open port. */
import type { Logger } from 'pino';
import { createPasswords } from '../domain/administrators/password.ts';
import { createFoldedAudit } from '../domain/audit/folded.ts';
import { startWorker, type WorkerOptions } from '../domain/delivery/loop.ts';
import type { Deps } from '../domain/deps.ts';
import { installationOf } from '../domain/installation/backup.ts';
import { openBackupFolder, ownBackups } from '../domain/installation/backup-files.ts';
import { bringUpToDate, refuseBesideBackups } from '../domain/installation/first-start.ts';
import { selectInstallationId } from '../domain/installation/queries.ts';
import { openKeys } from '../domain/installation/secret-key.ts';
import { createPostTransfers } from '../domain/ledger/post-batch.ts';
import type { TransferRequest } from '../domain/ledger/types.ts';
import { startMailer } from '../domain/mail/mailer.ts';
import type { Clock } from '../platform/base/clock.ts';
import type { Config } from '../platform/base/config.ts';
import { createLoad } from '../platform/base/load.ts';
import { HOUR_MS } from '../platform/base/time.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { type DatabaseServer, openDatabaseServer } from '../platform/database/open.ts';
import { checkServer } from '../platform/database/server-check.ts';
import { waitForServer } from '../platform/database/wait-for-server.ts';
import { createWriteHealth } from '../platform/database/write-health.ts';
import { startHeartbeat } from '../platform/nodes/heartbeat.ts';
import { createNodeClock, keepMeasuring, type NodeClock, timeSource } from '../platform/nodes/node-clock.ts';
import { buildApp } from './app.ts';
import { JOBS } from './jobs.ts';
import { listen } from './listen.ts';
import type { Stops } from './stops.ts';

/** The input of a service. */
export interface Surroundings {
  readonly config: Config;
  /** The machine's. */
  readonly clock: Clock;
  readonly log: Logger;
}

/** The database to open, and how. */
export interface DatabaseOpening {
  /** Its name in the message to a process that finds the data folder in use. */
  readonly command: string;
  /** Whether a new installation is meant, so that a missing database is made. */
  readonly create: boolean;
}

/**
 * Opens the database and brings its schema up to date.
 * @throws DatabaseOpenError
 */
export async function openMigrated(
  { config, clock, log }: Surroundings,
  { command, create }: DatabaseOpening,
  stops: Stops,
): Promise<DatabaseServer> {
  if (config.backupDir !== undefined) await openBackupFolder(config.backupDir);
  if (create) await refuseBesideBackups(config);
  const server = await openDatabaseServer(config, {
    ...{ exclusive: true, serves: true, create, command, log },
  });
  stops.add(() => server.stop());
  if (!server.embedded) await waitForServer(server.appConnection, log);
  const { applied } = await bringUpToDate(config, server, clock, create);
  if (applied.length > 0) log.info({ applied }, 'database schema brought up to date');
  await checkServer(server.appConnection, { mode: config.mode, clock, log });
  return server;
}

/** Pairs of an address range and an account whose failures of one hour have a row of their own. */
const FAILED_SIGN_INS_MAX = 1000;

/** Loads tracing only where it is switched on: it would take a fifth of a second of each start. */
const loadTracing = () => import('../platform/tracing/tracing.ts');

/** The dependencies of handlers, and the worker that they wake. */
export interface ServiceTools {
  readonly deps: Deps & { readonly clock: NodeClock };
  /** From now on this is called when there may be something to send. */
  readonly onWake: (wake: () => void) => void;
}

/** @throws ConfigError when the key is not the database's */
export async function createTools(
  { config, clock: machineClock, log }: Surroundings,
  { appConnection }: Pick<DatabaseServer, 'appConnection'>,
  stops: Stops,
): Promise<ServiceTools> {
  const writes = createWriteHealth(machineClock, log);
  const connected = await connectDatabase(appConnection, config.prepareStatements, writes.note);
  stops.add(() => connected.close());
  const machine = { clock: machineClock, steadyMs: () => performance.now() };
  const clock = await createNodeClock(machine, timeSource(connected.reads), log);
  stops.add(keepMeasuring(clock));
  const tracing = config.tracing && (await loadTracing()).startTracing(config.tracing, log);
  stops.add(() => tracing?.stop());
  const database = tracing?.database(connected) ?? connected;
  const keys = await openKeys(config, database, clock, log);
  let wake = () => {};
  const wakeWorker = () => wake();
  const post = createPostTransfers(connected, clock, wakeWorker);
  // A batch belongs to many requests: their traces show the wait, not the statements.
  const postTransfers = tracing ? (request: TransferRequest) => tracing.inside('post', () => post(request)) : post;
  const passwords = createPasswords();
  const failedSignIns = createFoldedAudit(database, clock, HOUR_MS, FAILED_SIGN_INS_MAX);
  stops.add(() => failedSignIns.close());
  const load = createLoad();
  return {
    deps: {
      ...{ config, clock, clockState: clock, database, writes, log, keys, load },
      ...{ postTransfers, passwords, failedSignIns, wakeWorker, tracing },
    },
    onWake(next) {
      wake = next;
    },
  };
}

/** An open port, whose readiness probe fails until `go`. */
export interface Serving {
  readonly origin: string;
  /** Resolves, with the reason in one sentence, when this process can go on no longer and must be stopped. */
  readonly ended: Promise<string>;
  /** Starts the worker, and says that it is ready. */
  go(worker: Pick<WorkerOptions, 'sender'> | undefined): void;
  /** Says that it is not ready, so that no proxy chooses it any more, and goes on answering. */
  drain(): void;
}

/** When the newest backup of this installation was made; undefined: the service makes none. */
export function lastBackupOf({ config: { backupDir }, database }: Pick<Deps, 'config' | 'database'>) {
  if (backupDir === undefined) return undefined;
  return async () => {
    const [row] = await selectInstallationId(database.reads);
    return row && (await ownBackups(backupDir, installationOf(row)))[0]?.at;
  };
}

const STARTING = 'The service is starting.';
const STOPPING = 'The service is stopping.';

export async function startServing({ deps, onWake }: ServiceTools, stops: Stops): Promise<Serving> {
  const { database, log } = deps;
  let notReady: string | undefined = STARTING;
  const outdated = Promise.withResolvers<string>();
  const onOutdated = (reason: string) => {
    notReady = STOPPING;
    outdated.resolve(reason);
  };
  const heartbeat = await startHeartbeat(database, log, onOutdated, deps.clock.differenceMs);
  stops.add(() => heartbeat.stop());
  const listening = await listen(buildApp(deps, { whyNotReady: () => notReady }), deps);
  stops.add(() => listening.close());
  return {
    origin: listening.origin,
    ended: outdated.promise,
    go(options) {
      const worker = startWorker(deps, { jobs: JOBS, isBusy: deps.load.isHigh, ...options });
      // Browsers keep cookies for https at localhost alone.
      const origin = deps.config.publicUrl ?? listening.origin.replace('//127.0.0.1:', '//localhost:');
      const mailer = startMailer(deps, { origin, lastBackupAt: lastBackupOf(deps) });
      onWake(() => {
        worker.wake();
        mailer.wake();
      });
      stops.add(() => Promise.all([worker.stop(), mailer.stop()]).then(() => undefined));
      if (notReady === STARTING) notReady = undefined;
    },
    drain() {
      notReady = STOPPING;
      listening.drain();
    },
  };
}
