/** The connections of transactions, each lent to one at a time, on the server that takes writes. */
import pg from 'pg';
import { type ConnectionPurpose, connectionOptions } from './connection.ts';
import type { Primary } from './primary.ts';

export interface ConnectionPool {
  /** Lends a connection; it is given back by its `release`. */
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** @param primary where new connections go */
export function openPool(
  primary: Primary,
  purpose: ConnectionPurpose,
  limits: Pick<pg.PoolConfig, 'max' | 'idleTimeoutMillis'>,
): ConnectionPool {
  /** Called with `new`; what it returns is used instead. */
  function Client() {
    return primary.make((settings) => new pg.Client(connectionOptions(settings, purpose)));
  }
  const pool = new pg.Pool({
    ...connectionOptions({}, purpose),
    ...limits,
    Client: Client as unknown as new () => pg.Client,
    // Its promise is waited for, although the types do not say so.
    onConnect: (client) => primary.admit(client),
  });
  // An idle connection that breaks is replaced at the next transaction; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    async connect() {
      await primary.find();
      try {
        return await pool.connect();
      } catch (error) {
        primary.doubt();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
