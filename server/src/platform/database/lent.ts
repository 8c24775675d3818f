/** Who a connection of transactions is lent to: to one transaction until it has ended, or to the next as soon as its COMMIT is sent. */
import type pg from 'pg';
import type { ConnectionPool } from './pool.ts';

export interface Lent {
  readonly client: pg.PoolClient;
  /** Everything is sent, COMMIT included: another transaction may follow. */
  sent(): void;
  /** Gives it back. @param destroy whether nobody is to use it again */
  release(destroy: boolean): void;
}

export type Lender = () => Promise<Lent>;

/** Lends each transaction a connection of its own. */
export function lendAlone(pool: ConnectionPool): Lender {
  return async () => {
    const client = await pool.connect();
    return { client, sent() {}, release: (destroy) => client.release(destroy) };
  };
}

interface Line {
  readonly client: pg.PoolClient;
  users: number;
  isBroken: boolean;
}

/**
 * Lends all transactions one connection for as long as any is on its way. Each sends all of its own before the next sends
 * anything, so that no statement gets between another's BEGIN and COMMIT.
 */
export function lendInTurn(pool: ConnectionPool): Lender {
  let line: Line | undefined;
  let before: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve: sent } = Promise.withResolvers<void>();
    const turn = before;
    before = promise;
    await turn;
    try {
      line ??= { client: await pool.connect(), users: 0, isBroken: false };
    } catch (error) {
      sent();
      throw error;
    }
    const own = line;
    own.users++;
    return {
      client: own.client,
      sent,
      release(destroy) {
        own.users--;
        own.isBroken ||= destroy;
        if (line === own && (own.isBroken || own.users === 0)) line = undefined;
        if (own.users === 0) own.client.release(own.isBroken);
        sent();
      },
    };
  };
}
