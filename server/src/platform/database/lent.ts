/** Who a connection of transactions is lent to: to one transaction until it has ended, or to all that send one message. */
import type pg from 'pg';
import type { ConnectionPool } from './pool.ts';

export interface Lent {
  readonly client: pg.PoolClient;
  /** Gives it back. @param destroy whether nobody is to use it again */
  release(destroy: boolean): void;
}

export type Lender = () => Promise<Lent>;

/** Lends each transaction a connection of its own. */
export function lendAlone(pool: ConnectionPool): Lender {
  return async () => {
    const client = await pool.connect();
    return { client, release: (destroy) => client.release(destroy) };
  };
}

interface Line {
  readonly connecting: Promise<pg.PoolClient>;
  users: number;
  isBroken: boolean;
}

/** Lends all the same connection for as long as any of them is on its way. */
export function lendToAll(pool: ConnectionPool): Lender {
  let line: Line | undefined;
  return async () => {
    line ??= { connecting: pool.connect(), users: 0, isBroken: false };
    const own = line;
    own.users++;
    let client: pg.PoolClient;
    try {
      client = await own.connecting;
    } catch (error) {
      if (line === own) line = undefined;
      throw error;
    }
    return {
      client,
      release(destroy) {
        own.users--;
        own.isBroken ||= destroy;
        if (line === own && (own.isBroken || own.users === 0)) line = undefined;
        if (own.users === 0) client.release(own.isBroken);
      },
    };
  };
}
