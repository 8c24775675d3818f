/** The connections of transactions, each used by one at a time, on the server that takes writes. */
import pg from 'pg';
import {
  type ConnectionPurpose,
  connectionOptions,
  createDatabaseClient,
  DatabaseBusy,
  isOfDriver,
  lost,
  sqlState,
} from './connection.ts';
import type { Primary } from './primary.ts';

export interface ConnectionPool {
  /**
   * Checks out a connection; its `release` returns it to the pool.
   * @throws DatabaseUnavailable when none can be made, DatabaseBusy when all are in use for too long
   */
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** @param primary where new connections go */
export function openPool(
  primary: Primary,
  purpose: ConnectionPurpose,
  limits: Pick<pg.PoolConfig, 'idleTimeoutMillis'> & { readonly max: number },
): ConnectionPool {
  /** Called with `new`; what it returns is used instead. */
  function Client() {
    return primary.make((settings) => createDatabaseClient(connectionOptions(settings, purpose)));
  }
  const pool = new pg.Pool({
    ...connectionOptions({}, purpose),
    ...limits,
    Client: Client as unknown as new () => pg.Client,
    // The pool awaits the returned promise, although the types do not say so.
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
        // A connection that could not be made no longer counts.
        const isFull = pool.totalCount >= limits.max && pool.idleCount === 0;
        if (isFull && isOfDriver(error)) throw new DatabaseBusy('too many transactions wait for a connection');
        primary.doubt();
        throw isOfDriver(error) || sqlState(error) !== undefined ? lost(error as Error) : error;
      }
    },
    end: () => pool.end(),
  };
}
