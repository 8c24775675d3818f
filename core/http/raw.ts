/** Answers in the one error shape what never becomes a request: refusals of the HTTP parser, and events of node:http. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from '../base/address.ts';
import { refusal } from '../base/refusal.ts';
import { errorAnswer, errorCodeOf } from './errors.ts';
import { FIXED_HEADERS, respondError, TRANSPORT_SECURITY } from './http-exchange.ts';
import { isHost } from './origin.ts';
import { type Api, openExchange, serve } from './route.ts';
import { settleTarget } from './target.ts';
import { refuseRoute } from './unknown.ts';

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
};

/** Limits of node:http in milliseconds and bytes; `headersTimeout` must not exceed `requestTimeout`. */
export const SERVER_LIMITS = {
  requireHostHeader: false,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1000,
  // Longer than a proxy keeps its idle connections, so that the proxy closes first.
  keepAliveTimeout: 75_000,
} as const;

/** The parser's own limit. */
const FIELDS_MAX = 1000;
/** Longest wait for the answer to an earlier request of the same connection. */
const FLUSH_TIMEOUT_MS = 5000;

interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
  /** Where in the packet the parser stopped. */
  readonly bytesParsed?: number;
}

/** A socket of node:http knows the response it is writing. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: (ServerResponse & { readonly req: IncomingMessage }) | null;
}

/** Answers the parser's errors; the connection ends with the answer. */
function onClientError(api: Api, error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const current = (socket as HttpSocket)._httpMessage;
  if (current?.headersSent && !current.writableEnded) return void socket.destroy();
  // An earlier, complete request still gets its answer before the refusal of what came after it.
  if (current && !current.writableEnded && current.req.complete) {
    const timer = setTimeout(() => socket.destroy(), FLUSH_TIMEOUT_MS).unref();
    current.once('close', () => {
      clearTimeout(timer);
      write();
    });
    return;
  }
  write();

  function write(): void {
    writeRaw(api, socket, parserRefusal(api, error, socket));
  }
}

function parserRefusal(api: Api, error: ParserError, socket: Socket) {
  const line = faultyLine(error);
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return /^[A-Z]+ \S*/.test(line)
        ? refusal('uri_too_long', 'The URL is too long.')
        : refusal('headers_too_large', `The request may have at most ${limitOf(error, socket)}.`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal('request_timeout', 'The request did not arrive completely in time.');
    case 'HPE_INVALID_METHOD': {
      const [, method, target] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) (\/\S*) HTTP\/1\.[01]$/.exec(line) ?? [];
      if (method && target) return refuseRoute(api, target, method);
      return refusal('invalid_request', 'The request line is malformed.');
    }
    default:
      return refusal('invalid_request', 'The request is not well-formed HTTP/1.1.');
  }
}

/** Which limit of the header was passed: the parser has one error for both. */
function limitOf({ rawPacket }: ParserError, { bytesRead }: Socket): string {
  const lines = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1').split('\n').length : 0;
  const areFew = bytesRead > SERVER_LIMITS.maxHeaderSize && lines <= FIELDS_MAX;
  return areFew ? `${SERVER_LIMITS.maxHeaderSize} bytes of headers` : `${FIELDS_MAX} header fields`;
}

/** The line in which the parser stopped; a packet may hold several requests. */
function faultyLine({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (!Buffer.isBuffer(rawPacket)) return '';
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\r', start);
  return rawPacket.toString('latin1', start, end === -1 ? rawPacket.length : end);
}

/** Writes a whole error response to a socket that has no response object, and closes it. */
function writeRaw(api: Api, socket: Socket, error: Error): void {
  if (!socket.writable) return void socket.destroy();
  const requestId = api.nextRequestId();
  const origin = api.deps.config.publicUrl ?? originOf(socket);
  const { status, headers, body } = errorAnswer(error, { requestId, origin });
  const all = [...FIXED_HEADERS, 'X-Request-Id', requestId, ...headers, 'Content-Length', String(body.length)];
  if (origin.startsWith('https:')) all.push(...TRANSPORT_SECURITY);
  let text = `HTTP/1.1 ${status} ${STATUS_TEXTS[status] ?? 'Error'}\r\n`;
  for (let at = 0; at < all.length; at += 2) text += `${all[at]}: ${all[at + 1]}\r\n`;
  socket.end(`${text}Date: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n${body}`);
  if (api.requestLog.wants(status)) {
    const address = plainAddress(socket.remoteAddress?.replace(/^::ffff:(?=.*\.)/, '')) ?? '0.0.0.0';
    const unread = { method: undefined, operation: undefined, ms: undefined, partner: undefined, isKnown: false };
    api.requestLog.answered({ ...unread, requestId, status, error: errorCodeOf(error), thrown: error, address });
  }
  // Reads on for a while, so that the client can read the answer before the connection closes.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), FLUSH_TIMEOUT_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

function originOf({ localAddress = '127.0.0.1', localPort = 80 }: Socket): string {
  const host = localAddress.includes(':') ? `[${localAddress.replace(/^::ffff:/, '')}]` : localAddress;
  const authority = `${host}:${localPort}`;
  return `http://${isHost(authority) ? authority : '127.0.0.1'}`;
}

/** Listens for the events of node:http that are not ordinary requests. */
export function answerRawEvents(api: Api, server: Server): void {
  server.on('clientError', (error, socket: Socket) => onClientError(api, error, socket));
  server.on('checkExpectation', (req, res) => {
    settleTarget(req);
    respondError(
      openExchange(api, req, res),
      refusal('expectation_failed', 'Only Expect: 100-continue is understood.'),
      ['Connection', 'close'],
    );
  });
  // Without this listener node:http would ask for every body, wanted or not.
  server.on('checkContinue', (req, res) => serve(api, req, res));
  server.on('connect', (_req, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const refused = refusal('method_not_allowed', 'This is not a proxy.', undefined, { Allow: 'GET, HEAD, POST' });
    writeRaw(api, socket, refused);
  });
}
