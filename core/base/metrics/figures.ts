/** Figures of the whole service, the same in every process. Read at each scrape, within a time limit. */
import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../database/query.ts';
import type { WriteHealth } from '../../database/write-health.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type Backlog, selectBacklog, selectWatched, type WatchedFacts } from './queries.ts';

/** The sources of the figures. */
export interface MetricsSources {
  readonly database: Pick<Database, 'reads' | 'heavy' | 'transaction'>;
  readonly clock: Clock;
  readonly writes: WriteHealth;
  /** The service's version. */
  readonly version: string;
  /** Folders whose disks are watched. */
  readonly folders: Readonly<Partial<Record<'data' | 'backup', string>>>;
  /** The newest daily backup; left out where none are made. */
  readonly lastBackupAt?: (() => Promise<Date | undefined>) | undefined;
  /** Whether the last backup that was restored on trial could be; undefined: none was tried. */
  readonly lastTrialRestored?: (() => Promise<boolean | undefined>) | undefined;
  /** How many communities are in each state, by its name. */
  readonly communityStates?: (() => Promise<Readonly<Record<string, number>>>) | undefined;
  /** This machine's disks; others only in tests. */
  readonly machineClock?: Clock;
  /** Tests shorten it. */
  readonly timeoutMs?: number;
}

/** Prometheus waits ten seconds by default, and then has nothing at all. */
const TIMEOUT_MS = 4000;
const DAY_START = 'T00:00:00Z';

/** Returns the function that updates the figures. A figure that could not be read keeps its last value. */
export function figuresIn(registry: Registry, sources: MetricsSources): () => Promise<void> {
  const { database, clock, writes, timeoutMs = TIMEOUT_MS } = sources;
  const showBacklog = backlogIn(registry, clock);
  const showWatched = watchedIn(registry, sources.version);
  const up = new Gauge({
    name: 'timebank_database_up',
    help: '1 while the database answers and takes writes, as /health/ready says.',
    registers: [registry],
  });
  const scrapeFailures = new Counter({
    name: 'timebank_scrape_failures_total',
    help: 'Scrapes during which the database did not answer in time.',
    registers: [registry],
  });

  const readDatabase = bounded(timeoutMs, async () => {
    const [row] = await selectWatched(database.reads);
    if (row) showWatched(row);
    return (await writes.check(database)) === undefined;
  });
  const readBacklog = bounded(timeoutMs, async () => {
    const [row] = await selectBacklog(database.heavy, { now: clock.now() });
    if (row) showBacklog(row);
    return true;
  });
  const ofOthers = [
    ...communitiesIn(registry, sources.communityStates),
    ...foldersIn(registry, sources.folders),
    ...backupsIn(registry, sources.lastBackupAt),
    ...trialsIn(registry, sources.lastTrialRestored),
  ];
  const others = ofOthers.map((read) => bounded(timeoutMs, read));
  const ahead = new Gauge({
    name: 'timebank_clock_ahead_seconds',
    help: "By how much this machine's clock is ahead of the database's; below 0 it is behind.",
    registers: [registry],
  });
  const machineClock = sources.machineClock ?? systemClock;

  return async () => {
    const [isUp, isRead] = await Promise.all([readDatabase(), readBacklog(), ...others.map((read) => read())]);
    up.set(isUp ? 1 : 0);
    ahead.set((machineClock.now().getTime() - clock.now().getTime()) / 1000);
    if (isUp === undefined || isRead === undefined) scrapeFailures.inc();
  };
}

/**
 * Undefined when it fails or takes too long. One that hangs is not begun again: scrapes would pile up behind it. The next
 * scrape shows its late result.
 */
function bounded<T>(timeoutMs: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let underWay: Promise<T | undefined> | undefined;
  return async () => {
    underWay ??= read()
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined;
      });
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    try {
      return await Promise.race([underWay, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function backlogIn(registry: Registry, clock: Clock): (row: Backlog) => void {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'timebank_events_waiting',
    help: 'Events not yet distributed, and deliveries that are not finished.',
    labelNames: ['stage'],
    registers,
  });
  const oldestEvent = new Gauge({
    name: 'timebank_events_oldest_seconds',
    help: 'Age of the oldest event that is not distributed yet; 0 when none waits.',
    registers,
  });
  const oldestDelivery = new Gauge({
    name: 'timebank_deliveries_oldest_seconds',
    help: 'How long the delivery that waits longest has been due for its next attempt; 0 when none is due.',
    registers,
  });
  const disabled = new Gauge({
    name: 'timebank_subscriptions_disabled',
    help: 'Webhook subscriptions that were disabled.',
    registers,
  });
  const finalDay = leftOut(
    new Gauge({
      name: 'timebank_last_final_day_timestamp_seconds',
      help: 'End of the last day whose statements are final for every partner; left out while there is no partner.',
      registers,
    }),
  );
  const size = new Gauge({ name: 'timebank_database_size_bytes', help: 'Size of the database on disk.', registers });

  return (row) => {
    waiting.labels('fan_out').set(row.events);
    waiting.labels('delivery').set(row.deliveries);
    oldestEvent.set(ageSeconds(row.oldestAt));
    oldestDelivery.set(ageSeconds(row.dueSince));
    disabled.set(row.disabled);
    size.set(row.databaseBytes);
    if (row.openFrom === null) finalDay.remove();
    else finalDay.set(Date.parse(row.openFrom + DAY_START) / 1000);
  };

  function ageSeconds(since: Date | null): number {
    return since === null ? 0 : Math.max(0, (clock.now().getTime() - since.getTime()) / 1000);
  }
}

function watchedIn(registry: Registry, version: string): (row: WatchedFacts) => void {
  const registers = [registry];
  const build = new Gauge({
    name: 'timebank_build_info',
    help: '1; the versions of the service, of Node and of PostgreSQL are labels.',
    labelNames: ['version', 'node', 'postgres'],
    registers,
  });
  const node = process.versions.node;
  build.labels(version, node, '').set(1);
  const verified = leftOut(
    new Gauge({
      name: 'timebank_ledger_verified_timestamp_seconds',
      help: 'When the ledger was last verified; left out until it was.',
      registers,
    }),
  );
  const holds = leftOut(
    new Gauge({
      name: 'timebank_ledger_holds',
      help: '1 if every invariant of the ledger held when it was last verified, 0 if not; left out until it was.',
      registers,
    }),
  );

  return ({ serverVersion, verifiedAt, holds: held }) => {
    build.reset();
    build.labels(version, node, `${Math.floor(serverVersion / 10_000)}.${serverVersion % 10_000}`).set(1);
    if (verifiedAt === null) return;
    verified.set(verifiedAt.getTime() / 1000);
    holds.set(held ? 1 : 0);
  };
}

/** One read for each folder: a disk that does not answer does not prevent the figures of the others. */
function foldersIn(registry: Registry, folders: MetricsSources['folders']): (() => Promise<void>)[] {
  const watched = Object.entries(folders);
  if (watched.length === 0) return [];
  const labelNames = ['folder'];
  const registers = [registry];
  const free = new Gauge({
    name: 'timebank_disk_free_bytes',
    help: 'What the service can still write to the disk of a folder.',
    labelNames,
    registers,
  });
  const size = new Gauge({
    name: 'timebank_disk_size_bytes',
    help: 'Size of the disk of a folder.',
    labelNames,
    registers,
  });
  return watched.map(([folder, path]) => async () => {
    const { bavail, blocks, bsize } = await statfs(path);
    free.labels(folder).set(bavail * bsize);
    size.labels(folder).set(blocks * bsize);
  });
}

function backupsIn(registry: Registry, lastBackupAt: MetricsSources['lastBackupAt']): (() => Promise<void>)[] {
  if (!lastBackupAt) return [];
  const last = new Gauge({
    name: 'timebank_last_backup_timestamp_seconds',
    help: 'When the newest daily backup was made, in seconds since 1970; 0 when there is none.',
    registers: [registry],
  });
  return [async () => last.set(((await lastBackupAt())?.getTime() ?? 0) / 1000)];
}

function trialsIn(registry: Registry, lastTrialRestored: MetricsSources['lastTrialRestored']): (() => Promise<void>)[] {
  if (!lastTrialRestored) return [];
  const restores = leftOut(
    new Gauge({
      name: 'timebank_backup_restores',
      help: '1 if the last backup that was restored on trial could be, 0 if not; left out while none was tried.',
      registers: [registry],
    }),
  );
  const show = (restored: boolean | undefined) =>
    restored === undefined ? restores.remove() : restores.set(restored ? 1 : 0);
  return [async () => show(await lastTrialRestored())];
}

function communitiesIn(
  registry: Registry,
  communityStates: MetricsSources['communityStates'],
): (() => Promise<void>)[] {
  if (!communityStates) return [];
  const communities = new Gauge({
    name: 'timebank_communities',
    help: 'Communities by state: something is stuck, nothing was booked for 60 days, or at work.',
    labelNames: ['state'],
    registers: [registry],
  });
  return [
    async () => {
      for (const [state, count] of Object.entries(await communityStates())) communities.labels(state).set(count);
    },
  ];
}

/** Removes the initial 0 of a gauge, which would be a time or a state that was never read. */
function leftOut(gauge: Gauge): Gauge {
  gauge.remove();
  return gauge;
}
