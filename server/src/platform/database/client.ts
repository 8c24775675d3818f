/** One connection for one piece of work, for commands and the start, which use no lanes. */
import pg from 'pg';
import type { ConnectionSettings } from './connection.ts';
import { DatabaseOpenError, explainConnecting } from './open-error.ts';
import { followPrimary } from './primary.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Connects, works, and closes the connection, however the work ends; uncommitted work is lost with it.
 * @throws DatabaseOpenError whose cause says why it could not connect, and what the work throws
 */
export async function withClient<T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const made: pg.Client[] = [];
  try {
    const connecting = followPrimary(connection).connect((settings) => {
      const one = new pg.Client({ ...settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      one.on('error', () => {});
      made.push(one);
      return one;
    });
    const client = await connecting.catch((error: unknown) => {
      throw new DatabaseOpenError(explainConnecting(error), { cause: error });
    });
    return await work(client);
  } finally {
    for (const client of made) await client.end().catch(() => {});
  }
}
