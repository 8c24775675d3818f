/** A TCP proxy in front of several nodes: each new connection goes to the next one, and past those that do not answer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface RoundRobin {
  readonly origin: string;
  /** Sets the targets of new connections; open ones stay. */
  useOrigins(origins: readonly string[]): void;
  stop(): Promise<void>;
}

export async function startRoundRobin(): Promise<RoundRobin> {
  let ports: readonly number[] = [];
  let turn = 0;
  const open = new Set<Socket>();

  function pass(near: Socket, triesLeft: number): void {
    const port = ports[turn++ % ports.length];
    if (port === undefined || triesLeft === 0) return void near.destroy();
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    far.once('error', () => pass(near, triesLeft - 1));
    far.once('connect', () => {
      far.removeAllListeners('error');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one);
        one.on('error', () => {});
        one.on('close', () => {
          open.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
      if (near.destroyed) far.destroy();
    });
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    near.on('error', () => {});
    pass(near, ports.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    useOrigins(origins) {
      ports = origins.map((origin) => Number(new URL(origin).port));
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
