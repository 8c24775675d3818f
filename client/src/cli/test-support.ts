/** A terminal and a receiver for the tests of the commands. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Terminal } from './terminal.ts';

export interface TestTerminal extends Terminal {
  readonly lines: string[];
  readonly errors: string[];
  /** Ends the command as Ctrl-C does. */
  stop(): void;
}

export function createTerminal(env: Terminal['env'] = {}): TestTerminal {
  const controller = new AbortController();
  const lines: string[] = [];
  const errors: string[] = [];
  return {
    env,
    lines,
    errors,
    signal: controller.signal,
    out: (line) => void lines.push(line),
    err: (line) => void errors.push(line),
    stop: () => controller.abort(),
  };
}

export interface LocalRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface LocalReceiver {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** @param take its status; `reset` ends the connection without an answer */
export async function startLocalReceiver(
  take: (request: LocalRequest) => number | 'reset' | Promise<number | 'reset'>,
  port = 0,
): Promise<LocalReceiver> {
  const server = createServer(async (request, response) => {
    const status = await take({ body: await buffer(request), headers: request.headers });
    if (status === 'reset') request.socket.destroy();
    else response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: bound } = server.address() as AddressInfo;
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}/hook`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
