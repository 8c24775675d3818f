/** One request of a check: no redirects, no certificate refused (another check judges it), a bounded answer. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { CHECK_TIMEOUT_MS } from './check.ts';

const PROBE_MS = CHECK_TIMEOUT_MS - 500;
const ANSWER_BYTES_MAX = 64 * 1024;

export interface ProbeAnswer {
  readonly status: number;
  /** Where it sends the client instead. */
  readonly location: string | undefined;
  /** The body, if it is JSON. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** Why a connection failed, in the words that matter: of several addresses the first, of OpenSSL the reason. */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const { message } = first as Error;
  const [, reason] = /:SSL routines:[^:]*:([^:]+):/.exec(message) ?? [];
  return reason === undefined ? message.trim() : `no TLS: ${reason}`;
}

/** @throws what the system says, or an error whose message says that no answer came */
export async function probe(url: URL): Promise<ProbeAnswer> {
  const options = {
    agent: false,
    signal: AbortSignal.timeout(PROBE_MS),
    headers: { accept: 'application/json', 'user-agent': 'timebank doctor' },
  } as const;
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing =
        url.protocol === 'https:'
          ? requestHttps(url, { ...options, rejectUnauthorized: false }, resolve)
          : requestHttp(url, options, resolve);
      outgoing.on('error', reject);
      outgoing.end();
    });
    const { statusCode = 0, headers } = incoming;
    return { status: statusCode, location: headers.location, json: parsed(await textOf(incoming)) };
  } catch (error) {
    if (options.signal.aborted) throw new Error(`no answer within ${PROBE_MS / 1000} s`);
    throw error;
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
