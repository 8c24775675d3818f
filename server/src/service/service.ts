/** Starts and stops the service: database, schema, ledger, worker, HTTP. `serve` and `demo` differ only in their additions. */

import { endSessionsOfClosedWays } from '../domain/administrators/ways-in.ts';
import { listCommunities } from '../domain/communities/create.ts';
import type { WorkerOptions } from '../domain/delivery/loop.ts';
import type { Deps } from '../domain/deps.ts';
import { lastTrialRestored } from '../domain/installation/backup-trial.ts';
import { FIRST_STEPS } from '../domain/installation/first-start.ts';
import { checkClockAtStart } from '../domain/installation/newest-rows.ts';
import { endWhatWasRestored } from '../domain/installation/restored-to-moment.ts';
import { checkServing } from '../platform/base/config.ts';
import { naming } from '../platform/base/system-error.ts';
import { serviceBuild } from '../platform/base/version.ts';
import type { MetricsSources } from '../platform/metrics/figures.ts';
import { listenForMetrics } from '../platform/metrics/listen.ts';
import { createMetrics, type Exposition } from '../platform/metrics/metrics.ts';
import { startBackups } from './backups.ts';
import { startLedgerChecks } from './ledger-checks.ts';
import { listenAdvice } from './listen.ts';
import {
  createTools,
  type DatabaseOpening,
  lastBackupOf,
  openMigrated,
  type Surroundings,
  startServing,
} from './parts.ts';
import { startReserve } from './reserve.ts';
import { createStops, type Stops } from './stops.ts';

export interface Service {
  /** The address it listens on: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Is no longer ready, so that proxies choose other nodes, and goes on answering, each connection for the last time. */
  drain(): void;
  /** Stops accepting, finishes what runs, stops the worker and the embedded database. */
  stop(): Promise<void>;
  /** Resolves, with the reason in one sentence, when the service can go on no longer and must be stopped. */
  readonly ended: Promise<string>;
}

export interface ServiceOptions extends Surroundings, DatabaseOpening {
  /** Starts although the newest row lies in the future: the operator says that the clock is right. */
  readonly clockIsRight?: boolean;
  /** Runs when the schema is up to date and the port is open, before the service says it is ready. */
  readonly prepare?: (deps: Deps, origin: string) => Promise<Prepared>;
}

/** The return value of `prepare`. */
export interface Prepared {
  readonly worker?: Pick<WorkerOptions, 'sender'>;
  readonly stop?: () => Promise<void>;
}

/**
 * Starts all parts in turn; if one fails, the started ones are stopped again.
 * @throws ConfigError, DatabaseOpenError with one sentence for the operator
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  checkServing(options.config);
  const stops = createStops(options.log);
  try {
    return { ...(await startParts(options, stops)), stop: stops.all };
  } catch (error) {
    await stops.all();
    throw error;
  }
}

async function startParts(options: ServiceOptions, stops: Stops): Promise<Omit<Service, 'stop'>> {
  const { config, log, prepare } = options;
  const server = await openMigrated(options, options, stops);
  const tools = await createTools(options, server, stops);
  await checkClockAtStart(tools.deps.database.reads, tools.deps.clock, log, options.clockIsRight ?? false);
  await endSessionsOfClosedWays(tools.deps);
  await endWhatWasRestored(tools.deps);
  const metrics = config.metricsPort === undefined ? undefined : createMetrics(sourcesOf(tools.deps));
  await openMetrics(metrics, options, stops);
  const deps = { ...tools.deps, metrics };
  const serving = await startServing({ ...tools, deps }, stops);
  const prepared = await prepare?.(deps, serving.origin);
  await tellFirstSteps(deps);
  stops.add(() => prepared?.stop?.());
  stops.add(startReserve(options));
  stops.add(startBackups(deps, server));
  stops.add(startLedgerChecks(deps));
  serving.go(prepared?.worker);
  return serving;
}

/** Logs the first steps of an installation without a community, to which no one can sign in yet. */
async function tellFirstSteps({ database, log }: Deps): Promise<void> {
  if ((await listCommunities(database)).length > 0) return;
  log.warn({ next: FIRST_STEPS }, 'there is no community yet');
}

/** The sources of a service's metrics. */
export function sourcesOf({ database, clock, writes, config }: Deps): MetricsSources {
  const { databaseUrl, dataDir, backupDir } = config;
  return {
    database,
    clock,
    writes,
    version: serviceBuild(),
    folders: {
      ...(databaseUrl === undefined ? { data: dataDir } : {}),
      ...(backupDir === undefined ? {} : { backup: backupDir }),
    },
    lastTrialRestored: backupDir === undefined ? undefined : () => lastTrialRestored(backupDir),
    lastBackupAt: lastBackupOf({ config, database }),
  };
}

async function openMetrics(exposition: Exposition | undefined, { config }: Surroundings, stops: Stops): Promise<void> {
  if (!exposition || config.metricsPort === undefined) return;
  const { host, metricsPort } = config;
  const scraped = await naming(`listen on ${host}:${metricsPort} for metrics`, listenAdvice('METRICS_PORT'), () =>
    listenForMetrics(exposition, host, metricsPort),
  );
  stops.add(() => scraped.close());
}
