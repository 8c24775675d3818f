/** Stand-ins that the client's tests put between it and the service. */
import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { TimebankError } from './errors.ts';

export interface RecordingFetch {
  readonly fetch: typeof fetch;
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** Answers the next requests to a path instead of the service, one each. */
  answer(path: string, ...answers: (Response | Error)[]): void;
}

/** A fetch that records, and answers some requests itself. */
export function recordingFetch(): RecordingFetch {
  const requests: string[] = [];
  const prepared: { path: string; answer: Response | Error }[] = [];
  return {
    requests,
    answer(path, ...answers) {
      prepared.push(...answers.map((answer) => ({ path, answer })));
    },
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      const path = pathname.replace('/api/partner/v1', '');
      requests.push(`${init?.method} ${path}`);
      const index = prepared.findIndex((entry) => entry.path === path);
      const [entry] = index < 0 ? [] : prepared.splice(index, 1);
      if (entry?.answer instanceof Error) throw entry.answer;
      return entry?.answer ?? fetch(input, init);
    },
  };
}

/** An error of the API as the service would send it. */
export function apiError(status: number, error: string, headers: Record<string, string> = {}): Response {
  const body = { error, error_description: 'Prepared.', error_uri: 'https://x.example/', request_id: 'req_prepared' };
  return Response.json(body, { status, headers });
}

export interface CuttingProxy {
  readonly origin: string;
  /** How many answers were cut off. */
  cuts(): number;
  stop(): Promise<void>;
}

/** Passes requests on; the answer to the first one that contains `text` never arrives: the connection ends instead. */
export async function startCuttingProxy(target: string, text: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((downstream) => {
    const upstream = connect(Number(port), hostname);
    let cutAnswer = false;
    for (const socket of [downstream, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        downstream.destroy();
        upstream.destroy();
      });
    }
    downstream.on('data', (chunk) => {
      if (cuts === 0 && chunk.includes(text)) cutAnswer = true;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!cutAnswer) return void downstream.write(chunk);
      cuts++;
      downstream.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The error that a call rejects with. */
export async function failureOf(work: PromiseLike<unknown>): Promise<TimebankError> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof TimebankError, String(error));
    return error;
  }
  assert.fail('the call succeeded');
}
