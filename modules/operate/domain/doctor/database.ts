/** The database: whether it answers, keeps what it confirms, has this version's schema, and gets along. */
import type { Clock } from '../../../../core/base/clock.ts';
import type { Config } from '../../../../core/base/config.ts';
import { selectDatabaseTime } from '../../../../core/base/nodes/queries.ts';
import { describeSpan, isoText, SECOND_MS } from '../../../../core/base/time.ts';
import { selectPlace } from '../../../../core/database/migration-queries.ts';
import { faultOfDurability, faultOfRole, faultOfServer } from '../../../../core/database/server-check.ts';
import { selectFirstFacts, selectServerFacts } from '../../../../core/database/server-queries.ts';
import { describePending, faultOfPlaces, judgeDatabase } from '../../../../core/installation/state.ts';
import { findNewestRow, rowAhead } from '../installation/newest-rows.ts';
import type { NewestRow } from '../installation/queries.ts';
import type { DatabaseAccess, UnderExamination } from './access.ts';
import { blocking, type Check, type Finding, NotPossible, notChecked, note, ok, problem, problemOf } from './check.ts';
import {
  type OldestTransaction,
  type StandbyState,
  selectClock,
  selectConnections,
  selectOldestTransaction,
  selectStandbyState,
  selectVacuumState,
  selectVersion,
  type VacuumState,
} from './queries.ts';

const CLOCK_PROBLEM_MS = 2000;
const CONNECTIONS_NOTE_SHARE = 0.8;
const TRANSACTION_NOTE_SECONDS = 300;
/** Writes end at 2,000 million; PostgreSQL works against it from 200 million on. */
const AGE_NOTE = 1e9;
const AGE_PROBLEM = 1.5e9;
const DEAD_ROWS_NOTE = 1e6;
const LAG_NOTE_SECONDS = 10;

/** In this order, on one connection. */
export function databaseChecks({ config, clock, access }: UnderExamination): Check[] {
  const checks: Check[] = [
    { name: 'database', timeoutMs: access.openMs, run: () => checkReached(access) },
    { name: 'server', run: async () => judgeServer(await one(selectFirstFacts(await access.app()))) },
    { name: 'schema_owner', settings: ['MIGRATE_DATABASE_URL'], run: () => checkOwner(config, access) },
    {
      name: 'role',
      async run() {
        const facts = await one(selectServerFacts(await access.app()));
        const fault = faultOfRole(facts);
        if (fault === undefined) return ok(`${facts.role} owns no tables and is no superuser`);
        const refused = problemOf(fault);
        return config.mode === 'production' ? refused : note(refused.finding, 'Production refuses this.');
      },
    },
    {
      name: 'durability',
      async run() {
        const fault = faultOfDurability(await one(selectServerFacts(await access.app())));
        return fault === undefined ? ok('fsync, full_page_writes and synchronous_commit are on') : problemOf(fault);
      },
    },
    { name: 'schema', run: () => checkSchema(config, access) },
    { name: 'clock', run: () => checkClock(clock, access) },
    { name: 'newest_row', needs: ['schema'], run: () => checkNewestRow(access) },
    { name: 'connections', run: async () => judgeConnections(await one(selectConnections(await access.app()))) },
    { name: 'transactions', run: () => checkTransactions(config, access) },
    { name: 'vacuum', run: async () => judgeVacuum(await one(selectVacuumState(await access.app()))) },
    { name: 'standby', run: async () => judgeStandby(await one(selectStandbyState(await access.app()))) },
  ];
  return checks.map((check) => ({ ...check, settings: ['DATABASE_URL', ...(check.settings ?? [])] }));
}

async function one<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new NotPossible('the database has not said it');
  return row;
}

async function checkReached(access: DatabaseAccess): Promise<Finding> {
  const { version } = await one(selectVersion(await access.app()));
  const how = access.started() ? ', started for these checks' : '';
  return ok(`PostgreSQL ${version.split(' ')[0]} answers${how}`);
}

function judgeServer(facts: Parameters<typeof faultOfServer>[0]): Finding {
  const fault = faultOfServer(facts);
  return fault === undefined ? ok(`version ${facts.version}, UTF8, takes writes`) : problemOf(fault);
}

async function checkOwner({ migrateDatabaseUrl }: Config, access: DatabaseAccess): Promise<Finding> {
  if (migrateDatabaseUrl === undefined) return notChecked('MIGRATE_DATABASE_URL is not set');
  const owner = await access.owner();
  const fault = await faultOfPlaces(await access.app(), owner);
  if (fault !== undefined) return problemOf(fault);
  const there = await one(selectPlace(owner));
  if (there.ownsAll) return ok(`${there.role} owns the tables`);
  return problem(
    `${there.role} does not own all tables`,
    'Name the role that owns the tables in MIGRATE_DATABASE_URL, or the next migration will fail.',
  );
}

async function checkSchema(config: Config, access: DatabaseAccess): Promise<Finding> {
  const state = await judgeDatabase(config, await access.app());
  if (state.fault === undefined) return ok('that of this version');
  if (state.name !== 'older') return blocking(problemOf(state.fault));
  return blocking(note(describePending(state), '"timebank migrate" does it without a start.'));
}

async function checkClock(clock: Clock, access: DatabaseAccess): Promise<Finding> {
  const on = await access.app();
  const before = clock.now().getTime();
  const { at } = await one(selectClock(on));
  const after = clock.now().getTime();
  return judgeClock(at.getTime() - (before + after) / 2, (after - before) / 2);
}

/** @param errorMs how far it may be off, since the answer was under way */
export function judgeClock(aheadMs: number, errorMs: number): Finding {
  if (Math.abs(aheadMs) - errorMs <= CLOCK_PROBLEM_MS) return ok('that of the database is the same');
  const seconds = `${(Math.abs(aheadMs) / SECOND_MS).toFixed(1)} s`;
  return problem(
    `this machine is ${seconds} ${aheadMs > 0 ? 'behind' : 'ahead of'} the database server`,
    'Let both follow a time server (timedatectl shows whether they do). Tokens, signatures and statements rely on it.',
  );
}

/**
 * Days that a wrong clock has closed stay final, and rows of its time stay where they are: the sooner it is seen, the
 * fewer.
 */
async function checkNewestRow(access: DatabaseAccess): Promise<Finding> {
  const on = await access.app();
  const newest = await findNewestRow(on);
  const { at, cautiousFrom, cautiousUntil } = await one(selectDatabaseTime(on));
  return judgeNewestRow(newest, at, cautiousFrom && cautiousUntil && { from: cautiousFrom, until: cautiousUntil });
}

export function judgeNewestRow(
  newest: NewestRow | undefined,
  now: Date,
  caution: { readonly from: Date; readonly until: Date } | null,
): Finding {
  const ahead = rowAhead(newest, now);
  if (ahead) {
    return problem(
      `the newest ${ahead.what} lies ${describeSpan(ahead.at.getTime() - now.getTime())} ahead, at ${isoText(ahead.at)}`,
      'Set the clock of the database right. If it is right, the row was written under a wrong one; see "Clocks" in the operator guide.',
    );
  }
  if (caution && caution.from <= now && now < caution.until) {
    return note(
      `nothing is closed or deleted until ${isoText(caution.until)}, since nothing was written for long or the clock jumped`,
      'If the clock is right, there is nothing to do. If it is wrong, stop the service and set it right before then.',
    );
  }
  return ok(newest ? `${newest.what}, ${describeSpan(now.getTime() - newest.at.getTime())} old` : 'there is none yet');
}

export function judgeConnections({ used, max }: { readonly used: number; readonly max: number }): Finding {
  const finding = `${used} of ${max} used`;
  if (used <= CONNECTIONS_NOTE_SHARE * max) return ok(finding);
  return note(finding, 'Raise max_connections, end other connections, or run fewer processes.');
}

/** As the role that is shown the most: others' transactions are hidden from a role without pg_read_all_stats. */
async function checkTransactions(
  { databaseUrl, migrateDatabaseUrl }: Config,
  access: DatabaseAccess,
): Promise<Finding> {
  const asApp = await one(selectOldestTransaction(await access.app()));
  if (asApp.maySee || (databaseUrl !== undefined && migrateDatabaseUrl === undefined)) return judgeTransaction(asApp);
  const asOwner = await access
    .owner()
    .then((on) => one(selectOldestTransaction(on)))
    .catch(() => asApp);
  return judgeTransaction(asOwner.maySee ? asOwner : asApp);
}

export function judgeTransaction({ maySee, role, oldest }: OldestTransaction): Finding {
  if (oldest === null || oldest.seconds <= TRANSACTION_NOTE_SECONDS) {
    if (maySee) return ok('none is open for long');
    return notChecked(`${role} is not shown those of other roles; allow it by: grant pg_read_all_stats to ${role}`);
  }
  const { pid, name, seconds } = oldest;
  return note(
    `one is open for ${describeSpan(seconds * SECOND_MS)} (${name}, pid ${pid} of the database)`,
    `It may hold locks and keeps dead rows. A backup ends by itself; end another by: select pg_terminate_backend(${pid})`,
  );
}

export function judgeVacuum({ age, table, dead, live }: VacuumState): Finding {
  const finding = `oldest row not frozen for ${Math.round(age / 1e6)} million transactions`;
  const advice = 'Find what holds vacuum up (old transactions, replication slots), then run: vacuum (freeze)';
  if (age > AGE_PROBLEM) return problem(`${finding}; the database stops writing at 2000 million`, advice);
  if (age > AGE_NOTE) return note(finding, advice);
  if (table !== null && dead !== null && live !== null && dead > DEAD_ROWS_NOTE && dead > live) {
    return note(
      `${table} has ${dead} dead rows and ${live} live ones`,
      `Find what holds vacuum up (old transactions, autovacuum off), then run: vacuum ${table}`,
    );
  }
  return ok(finding);
}

export function judgeStandby({ names, maySee, count, lagSeconds }: StandbyState): Finding {
  if (names === '') return ok('commits wait for none');
  if (!maySee)
    return notChecked('this role is not shown them; allow it by: grant pg_read_all_stats to the role of DATABASE_URL');
  if (count === 0) {
    return problem(
      `none of synchronous_standby_names (${names}) is connected, so every commit waits`,
      'Start the standby, or empty synchronous_standby_names and reload the server.',
    );
  }
  const finding = `${count} synchronous, ${Math.round(lagSeconds ?? 0)} s behind`;
  if ((lagSeconds ?? 0) <= LAG_NOTE_SECONDS) return ok(finding);
  return note(finding, 'Every commit waits for it: look at its disk and at the network.');
}
