/** One request and its response: what every answer carries, and how it is written. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_VERSION } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import type { Deadline } from './deadline.ts';
import { errorAnswer, errorCodeOf } from './errors.ts';
import { isHost, type Peer } from './origin.ts';
import type { RequestLog } from './request-log.ts';

export interface HttpExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  readonly peer: Peer;
  readonly requestLog: RequestLog;
  readonly startedMs: number;
  /** As in the log: an operation's id, or the address that a page is registered under. */
  readonly operation: string | undefined;
  /** The client id, once it is known. */
  partner: string | undefined;
  /** The caller has proved who they are. */
  isKnown: boolean;
  /** The code of the answer, also of one that is a success in part. */
  error: string | undefined;
  /** The error that was thrown. */
  thrown: unknown;
  /** Headers of every answer to it, errors too: names and values in turn. */
  headers: readonly string[] | undefined;
  /** The client holds its body back until `100 Continue` is sent (RFC 9110 section 10.1.1). */
  awaitsContinue: boolean;
  /** The time limit of its answer, if there is one. */
  deadline: Deadline | undefined;
}

/** Below the 16 KiB of all headers, so that a long target can be distinguished from long headers. */
const TARGET_LENGTH_MAX = 8192;
/** Fields, apart from Host, whose value decides who calls and how the body is read. */
const SINGLE_FIELDS = ['Authorization', 'Content-Type'];
/** Bytes and time an unread body may take before its connection is cut. */
const DRAIN_BYTES_MAX = 16 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 10_000;

/** Headers of every JSON answer, inside and outside the base path. */
export const FIXED_HEADERS: readonly string[] = [
  'Content-Type',
  'application/json',
  'API-Version',
  API_VERSION,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
];

/** Covers names below the service's, too: an attacker who answers for one of them over http could set cookies. */
export const TRANSPORT_SECURITY = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

/** Starts the answer to a request. @param operation as in the log */
export function startExchange(
  { peerOf, requestLog }: { readonly peerOf: (req: IncomingMessage) => Peer; readonly requestLog: RequestLog },
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  operation: string | undefined,
): HttpExchange {
  return {
    req,
    res,
    requestId,
    peer: peerOf(req),
    requestLog,
    startedMs: performance.now(),
    operation,
    partner: undefined,
    isKnown: false,
    error: undefined,
    thrown: undefined,
    headers: undefined,
    // An HTTP/1.0 client takes a 100 for the answer (RFC 9110 section 10.1.1).
    awaitsContinue: req.httpVersion === '1.1' && /(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect ?? ''),
    deadline: undefined,
  };
}

/** Asks for a body that is held back. */
export function sendContinue(exchange: HttpExchange): void {
  if (exchange.awaitsContinue) exchange.res.writeContinue();
  exchange.awaitsContinue = false;
}

/**
 * Checks what a server must check of every message and the parser lets through (RFC 9112 sections 3.2 and 6.1). HTTP/1.0
 * may have no Host: a proxy's health check may speak it.
 * @throws Refusal `invalid_request`, `not_implemented`
 */
export function checkProtocol(req: IncomingMessage): void {
  // The parser takes a request line without a version for HTTP/0.9.
  if (req.httpVersionMajor !== 1) throw refusal('invalid_request', 'The request is not HTTP/1.1.');
  const hosts = countFields(req.rawHeaders, 'host');
  if (hosts > 1 || (hosts === 0 && req.httpVersionMinor === 1)) {
    throw refusal('invalid_request', 'An HTTP/1.1 request carries exactly one Host header.');
  }
  for (const host of [req.headers.host, fieldOf(req.rawHeaders, 'host')]) {
    if (host !== undefined && !isHost(host)) throw refusal('invalid_request', 'The host of the request is malformed.');
  }
  const coding = req.headers['transfer-encoding']?.trim().toLowerCase();
  if (coding === undefined) return;
  if (req.httpVersionMinor === 0) {
    // A proxy of that version may have seen another end of the body.
    const close = { Connection: 'close' };
    throw refusal('invalid_request', 'An HTTP/1.0 request has no Transfer-Encoding.', undefined, close);
  }
  if (coding !== 'chunked') throw refusal('not_implemented', 'Transfer-Encoding must be chunked and nothing else.');
}

/**
 * Checks what the parser lets through.
 * @throws Refusal `invalid_request`, `not_implemented`, `uri_too_long` or `https_required`
 */
export function checkMessage(req: IncomingMessage, peer: Peer): void {
  checkProtocol(req);
  for (const name of SINGLE_FIELDS) {
    // node:http keeps the first; a proxy in front may have read the last.
    if (countFields(req.rawHeaders, name.toLowerCase()) > 1) {
      throw refusal('invalid_request', `The header ${name} is repeated.`);
    }
  }
  if ((req.url ?? '').length > TARGET_LENGTH_MAX) {
    throw refusal('uri_too_long', `The URL may have at most ${TARGET_LENGTH_MAX} characters.`);
  }
  // RFC 9112 section 3.2: the router would end the path there, a proxy in front might not.
  if (req.url?.includes('#')) throw refusal('invalid_request', 'The URL of a request has no fragment.');
  if (peer.plainHttp) throw refusal('https_required', 'The request came over plain http; use https.');
}

/** The first field of this name, as it was sent. */
function fieldOf(rawHeaders: readonly string[], lowerName: string): string | undefined {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === lowerName);
  return at === -1 ? undefined : rawHeaders[at + 1];
}

function countFields(rawHeaders: readonly string[], lowerName: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) count++;
  }
  return count;
}

/** Writes the answer, once. `headers` are names and values in turn. */
export function respond(exchange: HttpExchange, status: number, headers: readonly string[], body: string): void {
  respondWith(exchange, status, FIXED_HEADERS, headers, body);
}

/** Writes an answer that need not be JSON. @param fixed the headers of its kind */
export function respondWith(
  exchange: HttpExchange,
  status: number,
  fixed: readonly string[],
  headers: readonly string[],
  body: string | Uint8Array,
): void {
  const { req, res } = exchange;
  if (res.headersSent || res.destroyed) return;
  const bytes = Buffer.byteLength(body);
  const all = [...fixed, 'X-Request-Id', exchange.requestId, 'Content-Length', String(bytes), ...headers];
  if (exchange.peer.origin.startsWith('https:')) all.push(...TRANSPORT_SECURITY);
  if (exchange.headers) all.push(...exchange.headers);
  // A client that got no 100 Continue may or may not send the body: only a new connection is unambiguous.
  if (exchange.awaitsContinue) all.push('Connection', 'close');
  // Head and body leave in one write; as Latin-1 where the text allows it, which is cheaper.
  res.writeHead(status, all).end(body, bytes === body.length ? 'latin1' : 'utf8');
  if (!req.complete) drain(req);
  noteAnswer(exchange, status);
}

/** The request's line in the log. Code that writes an answer without `respondWith` calls it. */
export function noteAnswer(exchange: HttpExchange, status: number): void {
  const { req, requestLog, requestId, operation, error, thrown, partner, isKnown, peer, startedMs } = exchange;
  if (!requestLog.wants(status)) return;
  const ms = performance.now() - startedMs;
  const { address } = peer;
  requestLog.answered({
    ...{ requestId, method: req.method, operation, status, error, thrown, ms, partner, address, isKnown },
  });
}

/** Writes the answer to any thrown value. */
export function respondError(exchange: HttpExchange, error: unknown, extra: readonly string[] = []): void {
  const { requestId, peer } = exchange;
  const { status, headers, body } = errorAnswer(error, { requestId, origin: peer.origin });
  exchange.error = errorCodeOf(error);
  exchange.thrown = error;
  respond(exchange, status, [...headers, ...extra, ...(status === 408 ? ['Connection', 'close'] : [])], body);
}

/** Reads a refused body to its end, so that the client can read the answer; one without end is cut. */
function drain(req: IncomingMessage): void {
  let bytesLeft = DRAIN_BYTES_MAX;
  const cut = () => req.socket.destroy();
  const timer = setTimeout(cut, DRAIN_TIMEOUT_MS).unref();
  req.on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) cut();
  });
  req.on('error', cut);
  req.once('close', () => clearTimeout(timer));
  req.once('end', () => clearTimeout(timer));
  // A handler that has read a part of it may have left it paused.
  req.resume();
}
