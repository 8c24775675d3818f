/** An HTTPS receiver in a process of its own. Counts per path; a path that begins with /hang gets no answer. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The parent asks for a path's count to be reached; the answer tells when the first and the last request came. */
export interface CountWanted {
  readonly path: string;
  readonly count: number;
}

/** Times of the machine's monotonic clock in ms, comparable between processes; user and system time in µs. */
export interface CountReached {
  readonly path: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly arrivedAtMs: readonly number[];
  readonly cpuMicros: number;
}

interface Arrivals {
  atMs: number[];
  wanted: number;
}

if (import.meta.main) {
  const arrivals = new Map<string, Arrivals>();
  const of = (path: string) => {
    const known = arrivals.get(path) ?? { atMs: [], wanted: Number.POSITIVE_INFINITY };
    arrivals.set(path, known);
    return known;
  };
  const answerIfReached = (path: string, { atMs, wanted }: Arrivals) => {
    if (atMs.length < wanted) return;
    const { user, system } = process.cpuUsage();
    const [firstAtMs = 0, lastAtMs = 0] = [atMs[0], atMs[wanted - 1]];
    process.send?.({ path, firstAtMs, lastAtMs, arrivedAtMs: atMs, cpuMicros: user + system } satisfies CountReached);
    arrivals.delete(path);
  };
  const server = createServer({ key: process.env.KEY, cert: process.env.CERT }, (request, response) => {
    const path = request.url ?? '';
    const atMs = Number(process.hrtime.bigint()) / 1e6;
    request.resume();
    request.on('error', () => {});
    if (path.startsWith('/hang')) return;
    request.on('end', () => {
      response.writeHead(204).end();
      const counted = of(path);
      counted.atMs.push(atMs);
      answerIfReached(path, counted);
    });
  });
  process.on('message', ({ path, count }: CountWanted) => {
    const counted = of(path);
    counted.wanted = count;
    answerIfReached(path, counted);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
