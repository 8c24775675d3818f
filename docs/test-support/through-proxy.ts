/** Requests through a proxy in front of the service. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { patientMs } from '../../test-support/speed.ts';
import { type Certificate, HOST, type RunningProxy } from './proxies.ts';

const ANSWER_MAX_MS = 20_000;

/** What a request carries. */
export interface ProxyRequest {
  readonly token?: string | undefined;
  readonly basic?: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  readonly body: any;
}

/** Sends one request over TLS, on a connection of its own. */
export async function sendThrough(
  { httpsPort }: Pick<RunningProxy, 'httpsPort'>,
  { cert }: Certificate,
  method: string,
  path: string,
  sent: ProxyRequest = {},
): Promise<Answer> {
  const { token, basic, json, form, cookie } = sent;
  const body = json ? JSON.stringify(json) : form && new URLSearchParams(form).toString();
  const outgoing = request({
    ...{ host: '127.0.0.1', port: httpsPort, servername: HOST, ca: cert, method, path },
    signal: AbortSignal.timeout(patientMs(ANSWER_MAX_MS)),
    headers: {
      host: HOST,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(basic === undefined ? {} : { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(body === undefined || sent.headers?.['transfer-encoding']
        ? {}
        : { 'content-length': Buffer.byteLength(body) }),
      ...sent.headers,
    },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const all = await text(answer);
  const isJson = answer.headers['content-type']?.startsWith('application/json');
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text: all,
    body: isJson ? JSON.parse(all) : undefined,
  };
}
