/** HTTP as bytes, for what no client library would send. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { patientMs } from './speed.ts';

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface RawResult {
  /** Final responses in order; `100 Continue` is left out. */
  readonly responses: readonly RawResponse[];
  /** Whether the server ended the connection. */
  readonly closed: boolean;
  readonly sawContinue: boolean;
}

export interface RawOptions {
  /** End our side after sending: the server sees a truncated message. */
  readonly halfClose?: boolean;
  /** Responses to wait for, unless the server closes before. */
  readonly expected?: number;
  /** Responses carry no body although they have a length. */
  readonly head?: boolean;
  /** Sent after the first part, once a response or `100 Continue` has arrived. */
  readonly followUp?: string | Buffer;
  readonly usualMs?: number;
}

/** Sends the bytes and collects whole responses. */
export async function sendRaw(origin: string, payload: string | Buffer, options: RawOptions = {}): Promise<RawResult> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const { expected = 1, usualMs = 15_000 } = options;
  const timeoutMs = patientMs(usualMs);
  let received = Buffer.alloc(0);
  let closed = false;
  await once(socket, 'connect');
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no whole response in ${timeoutMs} ms; received: ${received.toString('latin1').slice(0, 500)}`));
    }, timeoutMs);
    let { followUp } = options;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...parse(received, options.head ?? false), closed });
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (followUp !== undefined) {
        socket.write(followUp);
        followUp = undefined;
      }
      const { responses } = parse(received, options.head ?? false);
      if (responses.length < expected) return;
      // A moment for the end of the connection, which is part of what is tested.
      if (responses.at(-1)?.headers.get('connection') !== 'close') finish();
    });
    socket.on('end', () => {
      closed = true;
      finish();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      closed = true;
      if (parse(received, options.head ?? false).responses.length > 0) finish();
      else {
        clearTimeout(timer);
        reject(error);
      }
    });
    socket.write(payload);
    if (options.halfClose) socket.end();
  });
}

function parse(received: Buffer, head: boolean): { responses: RawResponse[]; sawContinue: boolean } {
  const responses: RawResponse[] = [];
  let sawContinue = false;
  let rest = received;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) break;
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    rest = rest.subarray(headEnd + 4);
    if (status === 100) {
      sawContinue = true;
      continue;
    }
    const headers = new Headers(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = head ? 0 : Number(headers.get('content-length') ?? 0);
    if (rest.length < length) break;
    responses.push({ status, headers, text: rest.subarray(0, length).toString() });
    rest = rest.subarray(length);
  }
  return { responses, sawContinue };
}
