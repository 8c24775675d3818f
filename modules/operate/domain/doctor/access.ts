/** The database as checks reach it: one connection per role, opened once, given up as soon as it falls silent. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Clock } from '../../../../core/base/clock.ts';
import type { Config } from '../../../../core/base/config.ts';
import { abandon, answerWithin, ConnectionLost, connectionOptions } from '../../../../core/database/connection.ts';
import { readHolder } from '../../../../core/database/data-folder.ts';
import { quietLog } from '../../../../core/database/log.ts';
import { type DatabaseServer, openDatabaseServer } from '../../../../core/database/open.ts';
import { DatabaseOpenError, explainConnecting } from '../../../../core/database/open-error.ts';
import { followPrimary } from '../../../../core/database/primary.ts';
import type { Queryable, SqlStatement } from '../../../../core/database/query.ts';
import { CHECK_TIMEOUT_MS, NotPossible } from './check.ts';

/** Ends before the check does, so that the check can say what happened. */
const ANSWER_MS = CHECK_TIMEOUT_MS - 500;
/** The server ends a statement, and the connection stays. */
const STATEMENT_MS = 4000;
/** PostgreSQL may have to recover before it answers. */
const EMBEDDED_START_MS = 30_000;
const CLOSE_MS = 1000;

export interface DatabaseAccess {
  /** How long `app` may take the first time. */
  readonly openMs: number;
  /** Whether it was started for these checks, since no service was running. */
  readonly started: () => boolean;
  readonly server: () => Promise<DatabaseServer>;
  /** @throws why it cannot be reached: the first caller gets the cause, later ones the fact alone */
  readonly app: () => Promise<Queryable>;
  readonly owner: () => Promise<Queryable>;
  close(): Promise<void>;
}

/** The installation that the checks examine. */
export interface UnderExamination {
  readonly config: Config;
  readonly clock: Clock;
  readonly access: DatabaseAccess;
}

/** Opens nothing yet. */
export function databaseAccess(config: Config): DatabaseAccess {
  const isEmbedded = config.databaseUrl === undefined;
  const clients: pg.Client[] = [];
  let opening: Promise<DatabaseServer> | undefined;
  let started = false;
  let away = false;

  async function open(): Promise<DatabaseServer> {
    const holder = isEmbedded ? await readHolder(config.dataDir) : undefined;
    const options = { exclusive: false, create: false, command: 'timebank doctor', log: quietLog };
    const server = await openDatabaseServer(config, { ...options, waitMs: ANSWER_MS });
    started = isEmbedded && holder === undefined;
    return server;
  }
  const server = () => {
    opening ??= open();
    return withinTime(opening, config.dataDir);
  };

  function reach(role: 'appConnection' | 'ownerConnection'): () => Promise<Queryable> {
    let reached: Promise<Queryable> | undefined;
    return async () => {
      if (away) throw new NotPossible('the database does not answer');
      reached ??= server().then(async (opened) => {
        const connecting = followPrimary(opened[role]).connect((settings) => {
          const one = new pg.Client({
            ...connectionOptions(settings, { statementTimeoutMs: STATEMENT_MS }),
            application_name: 'timebank doctor',
            connectionTimeoutMillis: ANSWER_MS,
          });
          one.on('error', () => {});
          return one;
        });
        const client = await connecting.catch((error: unknown) => {
          throw new DatabaseOpenError(explainConnecting(error), { cause: error });
        });
        clients.push(client);
        return { run: (statement, values) => run(client, statement, values) };
      });
      return reached.catch((error) => {
        if (role === 'appConnection') away = true;
        throw error;
      });
    };
  }

  async function run<Row>(client: pg.Client, { text }: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
    if (away) throw new NotPossible('the database does not answer');
    try {
      const send = () => client.query<Row & pg.QueryResultRow>({ text, values: [...values] });
      return (await answerWithin(client, ANSWER_MS, send)).rows;
    } catch (error) {
      if (error instanceof ConnectionLost) {
        away = true;
        throw new NotPossible('the database no longer answers');
      }
      throw error;
    }
  }

  return {
    openMs: isEmbedded ? EMBEDDED_START_MS : CHECK_TIMEOUT_MS,
    started: () => started,
    server,
    app: reach('appConnection'),
    owner: reach('ownerConnection'),
    async close() {
      // A server that is silent says no goodbye.
      const cut = setTimeout(() => clients.forEach(abandon), CLOSE_MS);
      await Promise.all(clients.map((client) => client.end().catch(() => {})));
      clearTimeout(cut);
      const opened = await opening?.catch(() => undefined);
      await opened?.stop();
    },
  };
}

/** A server that is starting cannot be given up; the caller need not wait for it. */
async function withinTime(opening: Promise<DatabaseServer>, dataDir: string): Promise<DatabaseServer> {
  const ended = new AbortController();
  const tooLate = delay(EMBEDDED_START_MS - 500, undefined, { signal: ended.signal }).then(() => {
    throw new DatabaseOpenError(
      `PostgreSQL has not started within ${EMBEDDED_START_MS / 1000} s: it may be recovering after a crash, so wait, and look at ${dataDir}/postgres/postgres.log.`,
    );
  });
  tooLate.catch(() => {});
  return Promise.race([opening, tooLate]).finally(() => ended.abort());
}
