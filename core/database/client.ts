/** One connection for one piece of work, for commands and the start, which use no lanes. */
import type pg from 'pg';
import { type ConnectionSettings, createDatabaseClient, isCut, isOfDriver, lost } from './connection.ts';
import { DatabaseOpenError, explainConnecting } from './open-error.ts';
import { followPrimary } from './primary.ts';
import type { Queryable } from './query.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Connects, works, and closes the connection, however the work ends; uncommitted work is lost with it.
 * @throws DatabaseOpenError whose cause says why it could not connect, ConnectionLost, and what the work throws
 */
export async function withClient<T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const made: pg.Client[] = [];
  try {
    const connecting = followPrimary(connection).connect((settings) => {
      const one = createDatabaseClient({ ...settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      one.on('error', () => {});
      made.push(one);
      return one;
    });
    const client = await connecting.catch((error: unknown) => {
      throw new DatabaseOpenError(explainConnecting(error), { cause: error });
    });
    return await work(client).catch((error: unknown) => {
      throw isCut(client) && isOfDriver(error) ? lost(error) : error;
    });
  } finally {
    for (const client of made) await client.end().catch(() => {});
  }
}

/** A client as what declared statements run on: by their text alone, unprepared. */
export const onClient = (client: Pick<pg.Client, 'query'>): Queryable => ({
  run: async <Row>({ text }: { readonly text: string }, values: readonly unknown[]) =>
    (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows as Row[],
});
