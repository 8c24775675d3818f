/** GET /metrics, on a port of its own: the figures are for the operator only. */
import { createServer } from 'node:http';
import type { Exposition } from './metrics.ts';

export interface MetricsListening {
  readonly port: number;
  close(): Promise<void>;
}

/** @throws the system's error when the port is taken */
export async function listenForMetrics(metrics: Exposition, host: string, port: number): Promise<MetricsListening> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is here.\n');
      return;
    }
    metrics.read().then(
      ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
