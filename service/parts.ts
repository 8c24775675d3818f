/** The parts of a service, each with its stop: the database, the dependencies of handlers, the open port. */
import type { Logger } from 'pino';
import type { Module, RunningPart } from '../console/desk/module.ts';
import type { OfficeDeps } from '../console/desk/office-deps.ts';
import { createPasswords } from '../console/desk/password.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Config } from '../core/base/config.ts';
import { createLoad } from '../core/base/load.ts';
import { startHeartbeat } from '../core/base/nodes/heartbeat.ts';
import { createNodeClock, keepMeasuring, type NodeClock, timeSource } from '../core/base/nodes/node-clock.ts';
import { HOUR_MS } from '../core/base/time.ts';
import { createFoldedAudit } from '../core/change/audit/folded.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { type DatabaseServer, openDatabaseServer } from '../core/database/open.ts';
import { checkServer } from '../core/database/server-check.ts';
import { waitForServer } from '../core/database/wait-for-server.ts';
import { createWriteHealth } from '../core/database/write-health.ts';
import type { Deps } from '../core/deps.ts';
import { startWorker, type WorkerOptions } from '../core/events/delivery/loop.ts';
import { selectInstallationId } from '../core/installation/queries.ts';
import { openKeys } from '../core/installation/secret-key.ts';
import { createPostTransfers } from '../core/ledger/post-batch.ts';
import type { TransferRequest } from '../core/ledger/types.ts';
import { encryptionOf } from '../modules/operate/backup/encryption.ts';
import { installationOf } from '../modules/operate/domain/installation/backup.ts';
import { openBackupFolder, ownBackups } from '../modules/operate/domain/installation/backup-files.ts';
import { bringUpToDate, refuseBesideBackups } from '../modules/operate/domain/installation/first-start.ts';
import { buildApp } from './app.ts';
import { jobsOf } from './jobs.ts';
import { listen } from './listen.ts';
import { hooksOf, MODULES } from './modules.ts';
import type { Stops } from './stops.ts';

/** The input of a service. */
export interface ServiceInput {
  readonly config: Config;
  /** The machine's. */
  readonly clock: Clock;
  readonly log: Logger;
  /** What is built around the core; undefined: all. */
  readonly modules?: readonly Module[];
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
  { config, clock, log }: ServiceInput,
  { command, create }: DatabaseOpening,
  stops: Stops,
): Promise<DatabaseServer> {
  if (config.backupDir !== undefined) await openBackupFolder(config.backupDir, create);
  await encryptionOf(config);
  await refuseBesideBackups(config);
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
const loadTracing = () => import('../core/base/tracing/tracing.ts');

/** The dependencies of handlers, and the worker that they wake. */
export interface ServiceTools {
  readonly modules: readonly Module[];
  readonly deps: OfficeDeps & { readonly clock: NodeClock };
  /** From now on this is called when there may be something to send. */
  readonly onWake: (wake: () => void) => void;
}

/** @throws ConfigError when the key is not the database's */
export async function createTools(
  { config, clock: machineClock, log, modules = MODULES }: ServiceInput,
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
    modules,
    deps: {
      ...{ config, clock, clockState: clock, database, writes, log, keys, load },
      ...{ postTransfers, passwords, failedSignIns, wakeWorker, tracing },
      hooks: hooksOf(modules),
    },
    onWake(next) {
      wake = next;
    },
  };
}

/** An open port, whose readiness probe fails until `go`. */
export interface OpenPort {
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

export async function startServing({ deps, onWake, modules }: ServiceTools, stops: Stops): Promise<OpenPort> {
  const { database, log } = deps;
  let notReady: string | undefined = STARTING;
  const outdated = Promise.withResolvers<string>();
  const onOutdated = (reason: string) => {
    notReady = STOPPING;
    outdated.resolve(reason);
  };
  const heartbeat = await startHeartbeat(database, log, onOutdated, deps.clock.differenceMs);
  stops.add(() => heartbeat.stop());
  const listening = await listen(buildApp(deps, { modules, whyNotReady: () => notReady }), deps);
  stops.add(() => listening.close());
  return {
    origin: listening.origin,
    ended: outdated.promise,
    go(options) {
      const running: RunningPart[] = [];
      stops.add(() => Promise.all(running.map((part) => part.stop())).then(() => undefined));
      const jobs = jobsOf(modules, deps.hooks);
      const worker = startWorker(deps, { jobs, isBusy: deps.load.isHigh, ...options });
      // Browsers keep cookies for https at localhost alone.
      const origin = deps.config.publicUrl ?? listening.origin.replace('//127.0.0.1:', '//localhost:');
      const surroundings = { origin, lastBackupAt: lastBackupOf(deps) };
      running.push(worker, ...modules.flatMap(({ start }) => start?.(deps, surroundings) ?? []));
      onWake(() => {
        for (const part of running) part.wake();
      });
      if (notReady === STARTING) notReady = undefined;
    },
    drain() {
      notReady = STOPPING;
      listening.drain();
    },
  };
}
