/**
 * Proves by a few statements that a server keeps what bookings rely on (ADR 0077). Servers that speak the protocol of
 * PostgreSQL and distribute rows were seen to break each of these without an error.
 */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { withClient } from './client.ts';
import type { ConnectionSettings } from './connection.ts';
import { openWireMessage } from './one-message.ts';
import type { SqlStatement } from './query.ts';
import {
  countProbeRows,
  deleteProbeRows,
  divideByZero,
  insertAndCountProbeRows,
  insertProbeRow,
  lockFreeProbeRow,
  lockProbeRow,
} from './server-queries.ts';

/** What the probe saw. */
export interface ProbedFacts {
  /** A failed statement took back the one before it in its message. */
  readonly isOneTransaction: boolean;
  /** A lock of the first statement of a message was held while the message was open. */
  readonly holdsLocks: boolean;
  /** A part of a statement did not see what another part of it wrote. */
  readonly readsOneSnapshot: boolean;
}

const COMMUNITIES_MAX = 2 ** 31;

/** Probes the migrated database in the application's role, with rows that are removed again. */
export async function probeServer(appConnection: ConnectionSettings, now: Date): Promise<ProbedFacts> {
  return await withClient(appConnection, (other) =>
    withClient(appConnection, async (client) => {
      // No community has a number below zero; each start has rows of its own.
      const id = String(-randomInt(1, COMMUNITIES_MAX));
      const insert = [id, now.toISOString()];
      try {
        const failing = openWireMessage(client);
        await failing.ask(insertProbeRow.statement, insert);
        await failing.ask(divideByZero.statement, ['0']);
        await failing.end();
        const isOneTransaction = (await askOne(other, countProbeRows.statement, [id])) === 0;
        if (!isOneTransaction) return { isOneTransaction, holdsLocks: false, readsOneSnapshot: false };
        const readsOneSnapshot = (await askOne(other, insertAndCountProbeRows.statement, insert)) === 0;
        const locking = openWireMessage(client);
        await locking.ask(lockProbeRow.statement, [id]);
        const free = await other.query(lockFreeProbeRow.statement.text, [id]);
        await locking.ask(countProbeRows.statement, [id]);
        await locking.end();
        return { isOneTransaction, holdsLocks: free.rows.length === 0, readsOneSnapshot };
      } finally {
        await other.query(deleteProbeRows.statement.text, [id]);
      }
    }),
  );
}

async function askOne(client: pg.Client, { text }: SqlStatement, values: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text, values as string[]);
  return rows[0]?.count ?? Number.NaN;
}
