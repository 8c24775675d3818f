/**
 * Transactions whose statements need nothing of each other's answers. They leave in one write, and the message that ends
 * them is the COMMIT: what stands between two Sync messages is one transaction (PostgreSQL, Frontend/Backend Protocol,
 * "Pipelining"). Four messages that are waited for by nobody would wake both sides four times.
 */
import pg from 'pg';
import { answerWithin, isAway, isCut, isNameLost } from './connection.ts';
import { lendToAll } from './lent.ts';
import type { ConnectionPool } from './pool.ts';
import type { SqlStatement, Transaction } from './query.ts';

interface Part {
  readonly statement: SqlStatement;
  readonly values: readonly unknown[];
  readonly resolve: (rows: never[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Options {
  readonly prepare: boolean;
  readonly answerTimeoutMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Returns `Database.transaction` for work that sends everything at once. */
export function oneMessageOn(pool: ConnectionPool, { prepare, answerTimeoutMs, onFailure }: Options) {
  const lend = lendToAll(pool);

  async function send(line: number, parts: readonly Part[]): Promise<pg.QueryResult<never>[]> {
    const lent = await lend(line);
    let broken = false;
    const onError = () => {
      broken = true;
    };
    // A connection that is lost emits an error besides failing what is on its way.
    lent.client.on('error', onError);
    try {
      const answer = () =>
        new Promise<pg.QueryResult<never>[]>((resolve, reject) => {
          const answered: Answered = (error, results) => (error ? reject(error) : resolve(results));
          lent.client.query(new OneMessage(parts, prepare, answered) as unknown as pg.Query);
        });
      return await answerWithin(lent.client, answerTimeoutMs, answer);
    } catch (error) {
      onFailure(error);
      broken ||= isCut(lent.client) || isAway(error) || isNameLost(error);
      throw error;
    } finally {
      lent.client.off('error', onError);
      lent.release(broken);
    }
  }

  return async <T>(line: number, work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const parts: Part[] = [];
    let isSent = false;
    const result = work({
      kind: 'transaction',
      run: <Row>(statement: SqlStatement, values: readonly unknown[]) => {
        if (isSent) return Promise.reject(new Error('the transaction has been sent'));
        const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
        // It is told by the transaction as well, and may be awaited by nobody.
        promise.catch(() => {});
        parts.push({ statement, values, resolve: resolve as Part['resolve'], reject });
        return promise;
      },
    });
    isSent = true;
    result.catch(() => {});
    try {
      const results = await send(line, parts);
      for (const [index, { resolve }] of parts.entries()) resolve(results[index]?.rows ?? []);
    } catch (error) {
      for (const { reject } of parts) reject(error);
      throw error;
    }
    return await result;
  };
}

/** What the driver's query does that its types do not say. */
interface Driver {
  prepare(connection: Wire): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
}

interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** Names of statements that were sent to be parsed and are not known to be. */
  readonly submittedNamedStatements: Record<string, string>;
  execute(portal: { readonly portal: string }): void;
  sync(): void;
}

type Answered = (error: Error | null, results: pg.QueryResult<never>[]) => void;

const DriverQuery = pg.Query as unknown as new (config: { text: string; callback: unknown }) => Driver;

/** Several statements as one query of the driver: as it prepares each, but with one Sync behind all of them. */
class OneMessage extends DriverQuery {
  readonly #parts: readonly Part[];
  readonly #prepare: boolean;
  /** The one that is written, then the one that is answered. */
  #at = 0;

  constructor(parts: readonly Part[], prepare: boolean, answered: Answered) {
    super({
      text: '',
      // One result alone, or the results of several.
      callback: (error: Error | null, results: pg.QueryResult<never> | pg.QueryResult<never>[]) =>
        answered(error, [results ?? []].flat()),
    });
    this.#parts = parts;
    this.#prepare = prepare;
    // The driver reads these of a query while it writes it, and where an answer begins.
    const own = <Value>(value: () => Value) => ({ get: value, set() {}, configurable: true });
    Object.defineProperties(this, {
      name: own(() => (this.#prepare ? this.#part?.statement.name : undefined)),
      text: own(() => this.#part?.statement.text),
      values: own(() => this.#part?.values),
    });
  }

  get #part(): Part | undefined {
    return this.#parts[this.#at];
  }

  submit(connection: Wire): null {
    connection.stream.cork();
    for (; this.#at < this.#parts.length; this.#at++) this.prepare(connection);
    this.#at = 0;
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  /** Called by `prepare`, which would send a Sync behind each. */
  _getRows(connection: Wire): void {
    connection.execute({ portal: '' });
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    super.handleCommandComplete(message, connection);
    this.#at++;
  }

  override handleError(error: Error, connection: Wire): void {
    // Behind a failure nothing is parsed; they are sent again with their next use.
    for (const { statement } of this.#parts.slice(this.#at)) {
      if (statement.name !== undefined) delete connection.submittedNamedStatements[statement.name];
    }
    super.handleError(error, connection);
  }
}
