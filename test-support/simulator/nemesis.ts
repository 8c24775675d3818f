/** A database that fails as databases do, at the statement the seed has chosen. It never lies: what it says was done, was. */
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../core/database/connection.ts';
import type { Database, Lane, SqlStatement, Transaction } from '../../core/database/query.ts';

/** The place of a fault in a transaction. `statement` counts from 1. */
export type TransactionFault =
  /** The statement is slow. */
  | { readonly kind: 'slow'; readonly statement: number; readonly ms: number }
  /** The statement times out or the connection fails before it runs. */
  | { readonly kind: 'away'; readonly statement: number; readonly code: '57014' | '08006' }
  /** The server ends the connection. */
  | { readonly kind: 'killed'; readonly statement: number }
  /** Another writer was first, in this transaction and in the `again` ones after it. */
  | { readonly kind: 'rerun'; readonly statement: number; readonly code: '40P01' | '40001'; readonly again: number }
  /** All statements ran, COMMIT is refused. */
  | { readonly kind: 'conflict at COMMIT' }
  /** The transaction is aborted without anybody noticing: COMMIT is answered with ROLLBACK. */
  | { readonly kind: 'aborted unnoticed' }
  /** The connection is cut before COMMIT arrives. */
  | { readonly kind: 'cut before COMMIT' }
  /** COMMIT was carried out, and its answer is lost. */
  | { readonly kind: 'cut after COMMIT' };

/** The fault of a lane's statement: not run; run, but its answer lost; late. */
export type LaneFault = { readonly kind: 'not sent' | 'answer lost' | 'late' };

export type NemesisFault =
  | ({ readonly on: 'transaction'; readonly number: number } & TransactionFault)
  | ({ readonly on: 'reads' | 'heavy' | 'outbox'; readonly number: number } & LaneFault);

export interface Nemesis {
  readonly database: Database;
  /** Sets the faults at the given transactions and statements, and starts counting at one. */
  arm(faults: readonly NemesisFault[]): void;
  /** Those that really happened since. */
  happened(): readonly NemesisFault[];
}

/** Faults after which nobody can know whether the transaction was committed, and those that only a 503 may answer. */
export function isSevere({ kind }: NemesisFault): boolean {
  return kind !== 'slow' && kind !== 'late' && kind !== 'rerun' && kind !== 'conflict at COMMIT';
}

export function describeFault(fault: NemesisFault): string {
  const code = 'code' in fault ? ` ${fault.code}` : '';
  const again = 'again' in fault && fault.again > 0 ? ` x${fault.again + 1}` : '';
  const at = 'statement' in fault ? `.${fault.statement}` : '';
  return `${fault.kind}${code}${again} @${fault.on} ${fault.number}${at}`;
}

const KILL: SqlStatement = { name: 'simulator_kill', text: 'select pg_terminate_backend(pg_backend_pid())' };
const BREAK: SqlStatement = { name: 'simulator_break', text: 'select 1 / $1::int' };
const LATE_MS = 4;

export function createNemesis(inner: Database): Nemesis {
  let armed: readonly NemesisFault[] = [];
  let happened: NemesisFault[] = [];
  const counts = new Map<NemesisFault['on'], number>();

  function count(on: NemesisFault['on']): number {
    const number = (counts.get(on) ?? 0) + 1;
    counts.set(on, number);
    return number;
  }

  function lane(on: 'reads' | 'heavy' | 'outbox'): Lane {
    return {
      kind: 'lane',
      async run<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
        const number = count(on);
        const fault = armed.find((one) => one.on === on && one.number === number);
        if (!fault) return inner[on].run<Row>(statement, values);
        happened.push(fault);
        if (fault.kind === 'not sent') throw new DatabaseUnavailable('the nemesis cut the lane');
        if (fault.kind === 'late') await delay(LATE_MS);
        const rows = await inner[on].run<Row>(statement, values);
        if (fault.kind === 'answer lost') throw new DatabaseUnavailable('the nemesis cut the lane after the statement');
        return rows;
      },
    };
  }

  const transaction: Database['transaction'] = async (work, options) => {
    const number = count('transaction');
    const fault = armed.find((one) => {
      if (one.on !== 'transaction') return false;
      const last = one.number + (one.kind === 'rerun' ? one.again : 0);
      return number >= one.number && number <= last;
    });
    if (fault?.on !== 'transaction') return inner.transaction(work, options);
    // With a fault among its statements it has to send them one by one.
    const result = await inner.transaction(async (real) => {
      const { transaction: open, allSent } = troubled(real, fault, happened);
      const done = await work(open);
      await allSent();
      if (!('statement' in fault)) happened.push(fault);
      if (fault.kind === 'conflict at COMMIT') throw databaseError('40001');
      if (fault.kind === 'cut before COMMIT') await real.run(KILL, []);
      if (fault.kind === 'aborted unnoticed') await real.run(BREAK, [0]).catch(() => {});
      return done;
    });
    if (fault.kind === 'cut after COMMIT') throw new DatabaseUnavailable('the nemesis lost the answer to COMMIT');
    return result;
  };

  return {
    database: {
      reads: lane('reads'),
      heavy: lane('heavy'),
      relaxed: inner.relaxed,
      outbox: lane('outbox'),
      transaction,
      snapshot: inner.snapshot,
      close: inner.close,
    },
    arm(faults) {
      armed = faults;
      happened = [];
      counts.clear();
    },
    happened: () => happened,
  };
}

/** The COMMIT waits for a statement that is slow, as PostgreSQL's does. */
function troubled(real: Transaction, fault: TransactionFault & NemesisFault, happened: NemesisFault[]) {
  let statements = 0;
  const sent: Promise<unknown>[] = [];
  async function runTroubled<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
    statements++;
    if (!('statement' in fault) || fault.statement !== statements) return real.run<Row>(statement, values);
    happened.push(fault);
    if (fault.kind === 'slow') await delay(fault.ms);
    else if (fault.kind === 'killed') await real.run(KILL, []);
    else throw databaseError(fault.code);
    return real.run<Row>(statement, values);
  }
  const transaction: Transaction = {
    kind: 'transaction',
    run<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
      const answer = runTroubled<Row>(statement, values);
      sent.push(answer);
      return answer;
    },
  };
  return { transaction, allSent: () => Promise.all(sent) };
}

function databaseError(code: string): Error {
  return Object.assign(new Error(`the nemesis raised ${code}`), { code });
}
