/** One connection for one piece of work: what commands and the start need outside the lanes. */
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

/** Connects, works, and closes the connection, however the work ends; what was not committed is gone with it. */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Cuts a connection that no longer answers, and so says no goodbye either. */
export function abandon(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
