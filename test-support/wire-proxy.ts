/** A TCP proxy in front of PostgreSQL that reads the messages of its protocol, and hands them on in pieces if it is to. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

export interface WireProxy {
  /** The database as it is reached through the proxy. */
  readonly database: TestDatabase;
  /** Times that a client has sent something before the server was ready for it. */
  readonly ahead: number;
  /** Times that the server has said that it is ready. */
  readonly answers: number;
  /** The bytes of the longest message of a client. */
  readonly longest: number;
  stop(): Promise<void>;
}

/** Messages of a client that the server answers with ReadyForQuery. */
const ASKS = new Set(['Q', 'S']);
/** Messages of a client without an answer: passwords, which belong to the start, and the goodbye. */
const ASKS_NOTHING = new Set(['p', 'X']);
const READY = 'Z';
/** A letter and a length that counts itself. */
const HEAD_BYTES = 5;

/**
 * Starts a proxy to the server of the database.
 * @param pieceBytes hands each message on in pieces of so many bytes; 0: as it comes
 */
export async function startWireProxy(database: TestDatabase, pieceBytes = 0): Promise<WireProxy> {
  const target = new pg.Client(database.appConnection);
  const sockets = new Set<Socket>();
  const counts = { ahead: 0, answers: 0, longest: 0 };

  const handOn = (to: Socket, chunk: Buffer) => {
    if (pieceBytes === 0) return void to.write(chunk);
    for (let at = 0; at < chunk.length; at += pieceBytes) to.write(chunk.subarray(at, at + pieceBytes));
  };

  const listener = createServer((client) => {
    const server = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    /** The questions without an answer yet; the start counts as one. */
    let open = 1;
    let isWithin = false;
    const readQuestions = createReader(true, (kind, bytes) => {
      counts.longest = Math.max(counts.longest, bytes);
      if (ASKS_NOTHING.has(kind)) return;
      // A statement is several messages, of which the last one asks.
      if (!isWithin && open > 0) counts.ahead++;
      isWithin = !ASKS.has(kind);
      if (!isWithin) open++;
    });
    const readAnswers = createReader(false, (kind) => {
      if (kind !== READY) return;
      open--;
      counts.answers++;
    });
    for (const [from, to, read] of [
      [client, server, readQuestions],
      [server, client, readAnswers],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk) => {
        read(chunk);
        handOn(to, chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.appUrl);
  const password = url.password === '' ? '' : `:${url.password}`;
  const { port } = listener.address() as AddressInfo;
  const appUrl = `postgresql://${url.username}${password}@127.0.0.1:${port}${url.pathname}`;
  return {
    database: { ...database, appUrl, appConnection: { connectionString: appUrl }, drop: async () => {} },
    get ahead() {
      return counts.ahead;
    },
    get answers() {
      return counts.answers;
    },
    get longest() {
      return counts.longest;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Tells of each message as it begins. @param hasStart a client's first one has no letter */
function createReader(hasStart: boolean, tell: (kind: string, bytes: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let skip = 0;
  let isStart = hasStart;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const skipped = Math.min(skip, rest.length);
      skip -= skipped;
      rest = rest.subarray(skipped);
      if (skip > 0 || rest.length < HEAD_BYTES) return;
      const length = rest.readInt32BE(isStart ? 0 : 1);
      skip = isStart ? length : length + 1;
      if (!isStart) tell(String.fromCharCode(rest[0] ?? 0), skip);
      isStart = false;
    }
  };
}
