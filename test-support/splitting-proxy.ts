/** A proxy in front of PostgreSQL that begins no transactions, as a server that is none may. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

export interface SplittingProxy {
  /** The database as it is reached through the proxy. */
  readonly database: TestDatabase;
  stop(): Promise<void>;
}

/** A letter, and a length that counts itself. */
const HEAD_BYTES = 5;

/** @param isMeant whether the transaction is not begun; the first one is number 1 */
export async function startSplittingProxy(
  database: TestDatabase,
  isMeant: (begun: number) => boolean,
): Promise<SplittingProxy> {
  let begun = 0;
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
    client.on(
      'data',
      splitter(server, () => isMeant(++begun)),
    );
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

/** Sends an empty query in place of a BEGIN. */
function splitter(server: Socket, isMeant: () => boolean): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStart = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.length < HEAD_BYTES) return;
      const length = isStart ? rest.readInt32BE(0) : rest.readInt32BE(1) + 1;
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      const isBegin = !isStart && message.toString('latin1', 0, 1) === 'Q' && message.includes('begin') && isMeant();
      isStart = false;
      server.write(isBegin ? message.fill(' ', HEAD_BYTES, length - 1) : message);
    }
  };
}
