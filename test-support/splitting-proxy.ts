/** A proxy in front of PostgreSQL that ends a message after each statement in it, as a server that is none would. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

export interface SplittingProxy {
  /** The database as it is reached through the proxy. */
  readonly database: TestDatabase;
  stop(): Promise<void>;
}

/** A letter and a length that counts itself. */
const HEAD_BYTES = 5;
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/** @param isMeant whether the statements of a connection that has just sent this text are split from each other */
export async function startSplittingProxy(
  database: TestDatabase,
  isMeant: (text: string) => boolean,
): Promise<SplittingProxy> {
  const target = new pg.Client(database.appConnection);
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', splitter(server, isMeant));
    server.on('data', (chunk) => client.write(chunk));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.appUrl);
  const password = url.password === '' ? '' : `:${url.password}`;
  const { port } = listener.address() as AddressInfo;
  const appUrl = `postgresql://${url.username}${password}@127.0.0.1:${port}${url.pathname}`;
  return {
    database: { ...database, appUrl, appConnection: { connectionString: appUrl }, drop: async () => {} },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Sends a Sync behind each Execute, and leaves out the client's own that follows it. */
function splitter(server: Socket, isMeant: (text: string) => boolean): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStart = true;
  let splits = false;
  let isSynced = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.length < HEAD_BYTES) return;
      const length = isStart ? rest.readInt32BE(0) : rest.readInt32BE(1) + 1;
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      const kind = isStart ? '' : String.fromCharCode(message[0] ?? 0);
      isStart = false;
      if (kind === 'P') splits = isMeant(message.toString('utf8'));
      if (kind === 'S' && isSynced) {
        isSynced = false;
        continue;
      }
      server.write(message);
      isSynced = kind === 'E' && splits;
      if (isSynced) server.write(SYNC);
    }
  };
}
