/** Who a connection of transactions is lent to: to one transaction until it has ended, or to all messages of a line. */
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
  /** Before, it waits itself. */
  isLent: boolean;
  users: number;
  isBroken: boolean;
}

/** Lends all of a line the same connection for as long as any of them is on its way, and no other line waits for one. */
export function lendToAll(pool: ConnectionPool): (line: number) => Promise<Lent> {
  const lines = new Map<number, Line>();
  return async (name) => {
    const standing = lines.get(name);
    // A line that never pauses would keep its connection for ever: when others wait, it asks for another one behind them.
    const isWanted = standing?.isLent && pool.waitingCount > 0;
    const own = standing && !isWanted ? standing : newLine(pool.connect());
    lines.set(name, own);
    const leave = () => {
      if (lines.get(name) === own) lines.delete(name);
    };
    own.users++;
    let client: pg.PoolClient;
    try {
      client = await own.connecting;
      own.isLent = true;
    } catch (error) {
      leave();
      throw error;
    }
    return {
      client,
      release(destroy) {
        own.users--;
        own.isBroken ||= destroy;
        if (own.isBroken || own.users === 0) leave();
        if (own.users === 0) client.release(own.isBroken);
      },
    };
  };
}

const newLine = (connecting: Promise<pg.PoolClient>): Line => ({
  connecting,
  isLent: false,
  users: 0,
  isBroken: false,
});
