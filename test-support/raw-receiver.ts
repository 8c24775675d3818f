/** A receiver that answers with bytes, over TLS on 127.0.0.1: also with what is not HTTP. */
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';

export interface RawReceiver {
  readonly url: string;
  /** PEM of its certificate. */
  readonly ca: string;
  /** The requests so far, as text. */
  readonly requests: string[];
  /** @param parts are sent one by one; null ends the connection, `reset` breaks it off */
  answerWith(...parts: readonly (string | null | 'reset')[]): void;
  stop(): Promise<void>;
}

export async function startRawReceiver(): Promise<RawReceiver> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let parts: readonly (string | null)[] = [];
  const server = createServer({ key, cert }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      // A test's request comes in one piece.
      requests.push(chunk.toString());
      for (const part of parts) {
        if (part === null) socket.end();
        else if (part === 'reset') socket.destroy();
        else socket.write(part);
      }
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    ca: cert,
    requests,
    answerWith(...given) {
      parts = given;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
