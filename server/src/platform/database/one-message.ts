/** Several statements in one message: all of them before one Sync, which the driver does not do by itself. */
import type pg from 'pg';
import { answerWithin } from './connection.ts';
import type { SqlStatement } from './query.ts';

/** The answer to one statement of a message. */
export interface MessageAnswer {
  /** The values of its first row as text; undefined: there is none. */
  readonly row: readonly (string | null)[] | undefined;
  /** Why the statement failed; undefined: it did not. */
  readonly error: Error | undefined;
}

/** A message that is on its way. */
export interface OpenMessage {
  /** Sends a statement and resolves with its answer, while the message is still open. */
  ask(statement: SqlStatement, values?: readonly string[]): Promise<MessageAnswer>;
  /** Sends the Sync: PostgreSQL commits all statements, or none where one failed. */
  end(): Promise<void>;
}

/** The part of the driver's connection that writes messages. */
interface Wire {
  parse(query: { readonly text: string; readonly name: string; readonly types: readonly number[] }): void;
  bind(portal: { readonly portal: string; readonly statement: string; readonly values: readonly string[] }): void;
  describe(what: { readonly type: 'P'; readonly name: string }): void;
  execute(portal: { readonly portal: string; readonly rows: number }): void;
  flush(): void;
  sync(): void;
}

interface DataRow {
  readonly fields: readonly (string | null)[];
}

const ANSWER_TIMEOUT_MS = 10_000;

/** Begins a message on a connected client that nothing else uses until the message has ended. */
export function openWireMessage(client: pg.Client): OpenMessage {
  /** After a message that failed, the client is idle only when the answer to its Sync has come. */
  const idle = Promise.withResolvers<Wire>();
  let row: MessageAnswer['row'];
  let failed = false;
  let answered = Promise.withResolvers<MessageAnswer>();
  const ended = Promise.withResolvers<void>();
  const answer = (error?: Error) => {
    if (error) failed = true;
    answered.resolve({ row, error });
  };
  const ignored = () => {};
  // Also of a server that has ended the message too early: the driver then expects no further answer.
  client.on('error', answer);
  client.query({
    submit(connection: unknown) {
      idle.resolve(connection as Wire);
    },
    handleRowDescription: ignored,
    handleDataRow({ fields }: DataRow) {
      row ??= fields;
    },
    handleCommandComplete: () => answer(),
    handleEmptyQuery: () => answer(),
    handlePortalSuspended: () => answer(),
    handleCopyInResponse: ignored,
    handleCopyData: ignored,
    handleError: answer,
    handleReadyForQuery: () => ended.resolve(),
  } as pg.Submittable);
  return {
    async ask({ text }, values = []) {
      const wire = await answerWithin(client, ANSWER_TIMEOUT_MS, () => idle.promise);
      row = undefined;
      answered = Promise.withResolvers();
      wire.parse({ text, name: '', types: [] });
      wire.bind({ portal: '', statement: '', values });
      wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '', rows: 0 });
      wire.flush();
      return await answerWithin(client, ANSWER_TIMEOUT_MS, () => answered.promise);
    },
    async end() {
      (await idle.promise).sync();
      // After a failure the driver hands the answer to the Sync to nobody; the next query waits for it.
      if (!failed) await answerWithin(client, ANSWER_TIMEOUT_MS, () => ended.promise);
      client.off('error', answer);
    },
  };
}
