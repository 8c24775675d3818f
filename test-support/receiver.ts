/** A real HTTPS receiver of webhooks on 127.0.0.1, with a certificate of its own to be trusted as an additional CA. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { generate } from 'selfsigned';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  readonly body: Buffer;
}

/** A status, one with headers or a body, or `hang`: never answers. */
export type Response =
  | number
  | 'hang'
  | 'reset'
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string | Buffer;
      /** A 102 comes first. */
      readonly processing?: boolean;
    };

export interface Receiver {
  /** `https://localhost:<port>/hook` */
  readonly url: string;
  readonly port: number;
  /** PEM of the certificate, and a file that holds it (WEBHOOK_CA_FILE). */
  readonly ca: string;
  readonly caFile: string;
  readonly requests: ReceivedRequest[];
  /** TCP connections accepted so far. */
  connections(): number;
  /** The same target under another name or path. */
  urlOf(hostname: string, path?: string): string;
  respondWith(response: Response | ((request: ReceivedRequest) => Response | Promise<Response>)): void;
  stop(): Promise<void>;
}

/** @param names host names the certificate is valid for, beside localhost and 127.0.0.1 */
export async function startReceiver({
  names = [] as readonly string[],
  respond = 200 as Response,
} = {}): Promise<Receiver> {
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...['localhost', ...names].map((value) => ({ type: 2 as const, value })),
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  const folder = await mkdtemp(join(tmpdir(), 'timebank-receiver-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, certificate.cert);
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Duplex>();
  let connections = 0;
  let answer: (request: ReceivedRequest) => Response | Promise<Response> = () => respond;

  const server = createServer({ key: certificate.private, cert: certificate.cert }, (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => {});
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', async () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, body: Buffer.concat(chunks) };
      requests.push(request);
      const response = await answer(request);
      if (response === 'hang') return;
      if (response === 'reset') return void incoming.socket.destroy();
      const made = typeof response === 'number' ? { status: response } : response;
      const { status, headers: extra = {}, body = '', processing = false } = made;
      if (processing) outgoing.writeProcessing();
      outgoing.writeHead(status, extra).end(body);
    });
  });
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://localhost:${port}/hook`,
    port,
    ca: certificate.cert,
    caFile,
    requests,
    connections: () => connections,
    urlOf: (hostname, path = '/hook') => `https://${hostname}:${port}${path}`,
    respondWith(response) {
      answer = typeof response === 'function' ? response : () => response;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
