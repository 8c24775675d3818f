/** A database for a command to work on. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../core/base/clock.ts';
import { type Config, checkKeyBelongs, type Mode } from '../../../core/base/config.ts';
import { createNodeClock, type NodeClock, timeSource } from '../../../core/base/nodes/node-clock.ts';
import { connectAlone, connectDatabase } from '../../../core/database/connect.ts';
import type { ConnectionSettings } from '../../../core/database/connection.ts';
import { quietLog } from '../../../core/database/log.ts';
import { type DatabaseServer, openDatabaseServer } from '../../../core/database/open.ts';
import { DatabaseOpenError } from '../../../core/database/open-error.ts';
import type { Database, Queryable, Transaction } from '../../../core/database/query.ts';
import { lockKeyCheck, selectOtherConnections } from '../../../core/installation/queries.ts';
import { demandCurrent } from '../../../core/installation/state.ts';
import { createPasswords, type Passwords } from '../password.ts';
import { type CommandContext, type CommandModules, warningsTo } from './context.ts';
import { configOf } from './settings.ts';

/** What a command works with. A running service's worker finds by itself what there is to send. */
export interface CommandTools extends CommandModules {
  readonly database: Database;
  /** The database's time, as a running service has it. */
  readonly clock: NodeClock;
  readonly config: Config;
  readonly wakeWorker: () => void;
  readonly passwords: Passwords;
  /** As the role that owns the tables. */
  readonly ownerConnection: ConnectionSettings;
  readonly appConnection: ConnectionSettings;
}

/**
 * Runs administration work on the database the settings name: a running embedded one is shared, a stopped one started
 * for as long as the work takes.
 * @throws DatabaseOpenError when there is none, or its schema is not this program's
 */
export async function withDatabase<T>(
  context: CommandContext,
  command: string,
  work: (tools: CommandTools) => Promise<T>,
  mode: Mode = 'production',
): Promise<T> {
  const config = await configOf(context, mode);
  checkKeyBelongs(config);
  const server = await openDatabaseServer(config, {
    exclusive: false,
    create: false,
    makeRoom: true,
    command: `timebank ${command}`,
    log: { ...quietLog, warn: warningsTo(context).warn },
  });
  try {
    await demandCurrent(config, server.appConnection);
    const database = await connectDatabase(server.appConnection, config.prepareStatements);
    try {
      const clock = await databaseClock(context.clock, database.reads);
      const { ownerConnection, appConnection } = server;
      return await work({
        database,
        clock,
        config,
        wakeWorker() {},
        ...(await context.loadModules()),
        passwords: createPasswords(),
        ownerConnection,
        appConnection,
      });
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

function databaseClock(machineClock: Clock, on: Queryable): Promise<NodeClock> {
  return createNodeClock({ clock: machineClock, steadyMs: () => performance.now() }, timeSource(on), quietLog);
}

/** The database with nobody else on it. */
export interface ExclusiveDatabase {
  readonly config: Config;
  readonly server: DatabaseServer;
  readonly clock: Clock;
  readonly transaction: Database['transaction'];
}

/** A connection that was just closed is still listed for a moment. */
const ALONE_WAIT_MS = 3000;
const ALONE_POLL_MS = 100;

/**
 * Like `withDatabase`, for work that a running service or command would spoil. A process that is connected when a
 * transaction begins is refused; one that starts meanwhile waits for the row that the transaction has locked.
 * @throws DatabaseOpenError naming who is connected
 */
export async function withDatabaseAlone<T>(
  context: CommandContext,
  command: string,
  work: (alone: ExclusiveDatabase) => Promise<T>,
): Promise<T> {
  const config = await configOf(context);
  const server = await openDatabaseServer(config, {
    exclusive: true,
    create: false,
    command: `timebank ${command}`,
    log: quietLog,
  });
  try {
    await demandCurrent(config, server.appConnection);
    const connection = connectAlone(server.appConnection, config.prepareStatements);
    try {
      const { transaction } = connection;
      const clock = await databaseClock(context.clock, {
        run: (statement, values) => transaction((inside) => inside.run(statement, values)),
      });
      return await work({
        config,
        server,
        clock,
        transaction: (inside) => transactionAlone(connection.transaction, inside),
      });
    } finally {
      await connection.close();
    }
  } finally {
    await server.stop();
  }
}

async function transactionAlone<T>(
  transaction: Database['transaction'],
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const giveUpAtMs = performance.now() + ALONE_WAIT_MS;
  for (;;) {
    const outcome = await transaction(async (open) => {
      await lockKeyCheck(open);
      const others = await selectOtherConnections(open);
      return others.length > 0 ? { others } : { result: await work(open) };
    });
    if ('result' in outcome) return outcome.result as T;
    if (performance.now() >= giveUpAtMs) {
      const names = outcome.others.map(({ name, count }) => `${count} by ${name}`).join(', ');
      throw new DatabaseOpenError(
        `Something is still connected to the database with this role (${names}): stop every node and command, then try again. If you use a connection pooler, connect directly.`,
      );
    }
    await delay(ALONE_POLL_MS);
  }
}
