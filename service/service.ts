/** Starts and stops the service: database, schema, ledger, worker, HTTP. `serve` and `demo` differ only in their additions. */

import type { OfficeDeps } from '../console/desk/office-deps.ts';
import { checkServing } from '../core/base/config.ts';
import type { MetricsSources } from '../core/base/metrics/figures.ts';
import { listenForMetrics } from '../core/base/metrics/listen.ts';
import { createMetrics, type Exposition } from '../core/base/metrics/metrics.ts';
import { naming } from '../core/base/system-error.ts';
import { serviceBuild } from '../core/base/version.ts';
import { listCommunities } from '../core/communities/find.ts';
import type { Deps } from '../core/deps.ts';
import type { WorkerOptions } from '../core/events/delivery/loop.ts';
import { endSessionsOfClosedWays } from '../modules/office/domain/administrators/ways-in.ts';
import { countStates } from '../modules/operate/domain/communities/activity.ts';
import { lastTrialRestored } from '../modules/operate/domain/installation/backup-trial.ts';
import { FIRST_STEPS } from '../modules/operate/domain/installation/first-start.ts';
import { checkClockAtStart } from '../modules/operate/domain/installation/newest-rows.ts';
import { endWhatWasRestored } from '../modules/operate/domain/installation/restored-to-moment.ts';
import { startBackups } from './backups.ts';
import { startLedgerChecks } from './ledger-checks.ts';
import { listenAdvice } from './listen.ts';
import {
  createTools,
  type DatabaseOpening,
  lastBackupOf,
  openMigrated,
  type ServiceInput,
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

export interface ServiceOptions extends ServiceInput, DatabaseOpening {
  /** Starts although the newest row lies in the future: the operator says that the clock is right. */
  readonly clockIsRight?: boolean;
  /**
   * Runs when the schema is up to date and the port is open, before the service says it is ready. What it starts, it adds
   * to the stops at once: the step behind it may fail.
   */
  readonly prepare?: (
    deps: OfficeDeps,
    origin: string,
    stops: Stops,
  ) => Promise<Pick<WorkerOptions, 'sender'> | undefined>;
  /** With what was started before. */
  readonly stops?: Stops;
}

/**
 * Starts all parts in turn; if one fails, the started ones are stopped again.
 * @throws ConfigError, DatabaseOpenError with one sentence for the operator
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const stops = options.stops ?? createStops(options.log);
  try {
    checkServing(options.config);
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
  const prepared = await prepare?.(deps, serving.origin, stops);
  await tellFirstSteps(deps);
  stops.add(startReserve(options));
  stops.add(startBackups(deps, server));
  stops.add(startLedgerChecks(deps));
  serving.go(prepared);
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
    communityStates: () => countStates(database, clock),
    lastTrialRestored: backupDir === undefined ? undefined : () => lastTrialRestored(backupDir),
    lastBackupAt: lastBackupOf({ config, database }),
  };
}

async function openMetrics(exposition: Exposition | undefined, { config }: ServiceInput, stops: Stops): Promise<void> {
  if (!exposition || config.metricsPort === undefined) return;
  const { host, metricsPort } = config;
  const scraped = await naming(`listen on ${host}:${metricsPort} for metrics`, listenAdvice('METRICS_PORT'), () =>
    listenForMetrics(exposition, host, metricsPort),
  );
  stops.add(() => scraped.close());
}
