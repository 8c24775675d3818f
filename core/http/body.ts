/** Request bodies: media type, size, time, encoding and form are checked here, from the raw bytes. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { BODY_BYTES_MAX, MAX_FIELD_ERRORS, quoteName } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import { type HttpExchange, sendContinue } from './http-exchange.ts';
import { nestsDeeper, repeatedFields } from './repeated-fields.ts';

/** The nesting limit of a body that is larger than most operations take: the work on it grows with every level. */
const NESTING_MAX = 32;

export type MediaType = 'json' | 'merge-patch' | 'form';
const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  'application/json': 'json',
  'application/merge-patch+json': 'merge-patch',
  'application/x-www-form-urlencoded': 'form',
};

/** The client disconnected in the middle of its body: there is no connection to answer on. */
export class ClientGone extends Error {}

/** Whether the request may have a body; one in chunks may turn out to be empty. */
export function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * The media type of the body, whose encoding must be plain UTF-8.
 * @param accepted types that the operation reads
 * @throws Refusal `unsupported_media_type`
 */
function mediaTypeOf({ headers }: IncomingMessage, accepted: readonly MediaType[]): MediaType {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupported('Content-Encoding is not supported; send the body uncompressed.');
  }
  const [essence = '', ...parameters] = (headers['content-type'] ?? '').split(';');
  const mediaType = MEDIA_TYPES[essence.trim().toLowerCase()];
  if (mediaType === undefined || !accepted.includes(mediaType)) {
    const names = Object.keys(MEDIA_TYPES).filter((name) => accepted.includes(MEDIA_TYPES[name] as MediaType));
    throw unsupported(`Content-Type must be ${names.join(' or ')}.`);
  }
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(parameter)?.[1];
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw unsupported('The charset must be UTF-8.');
  }
  return mediaType;
}

function unsupported(description: string) {
  return refusal('unsupported_media_type', description);
}

/** A body that was sent. Without a byte it has no type: a proxy may pass on an empty one in chunks. */
export interface SentBody {
  readonly bytes: Buffer;
  readonly mediaType: MediaType | undefined;
}

/**
 * Reads the body whole.
 * @param accepted types that the operation reads; judged as soon as it is known that there is a body
 * @param timeoutMs within which it must have arrived
 * @param bytesMax beyond which it is refused
 * @throws Refusal `unsupported_media_type`, `payload_too_large`, `request_timeout`; ClientGone
 */
export async function readBody(
  exchange: HttpExchange,
  accepted: readonly MediaType[],
  timeoutMs: number,
  bytesMax = BODY_BYTES_MAX,
): Promise<SentBody> {
  const { req } = exchange;
  if (!mayHaveBody(req)) return { bytes: Buffer.alloc(0), mediaType: undefined };
  const length = Number(req.headers['content-length'] ?? 0);
  // Chunks may have no byte behind them, also those of a client that waits to be asked for them.
  let mediaType = length > 0 ? mediaTypeOf(req, accepted) : undefined;
  if (length > bytesMax) throw tooLarge(bytesMax);
  sendContinue(exchange);
  const bytes = await bytesOf(req, timeoutMs, bytesMax, () => {
    mediaType ??= mediaTypeOf(req, accepted);
  });
  return { bytes, mediaType };
}

/** @param onBegin called with the first byte; it refuses by throwing */
function bytesOf(req: IncomingMessage, timeoutMs: number, bytesMax: number, onBegin: () => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (req.destroyed && !req.complete) return reject(new ClientGone());
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (error?: Error) => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      if (error) reject(error);
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      try {
        if (bytes === 0) onBegin();
      } catch (error) {
        return settle(error as Error);
      }
      bytes += chunk.length;
      if (bytes > bytesMax) settle(tooLarge(bytesMax));
      else chunks.push(chunk);
    };
    const onEnd = () => settle();
    const onGone = () => settle(new ClientGone());
    // requestTimeout of node:http does not fire once the handler runs.
    const timer = setTimeout(
      () => settle(refusal('request_timeout', 'The body did not arrive completely in time.')),
      timeoutMs,
    );
    req.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

function tooLarge(bytesMax: number) {
  return refusal('payload_too_large', `The body may have at most ${bytesMax} bytes.`);
}

/**
 * Reads a JSON object.
 * @throws Refusal `invalid_request`
 */
export function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  const value = parseJson(textOf(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('invalid_request', 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  if (text.length > BODY_BYTES_MAX && nestsDeeper(text, NESTING_MAX)) {
    throw refusal('invalid_request', `A body of this size may nest at most ${NESTING_MAX} levels deep.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal('invalid_request', `The body is not valid JSON: ${whatIsBroken(text)}`);
  }
  const repeated = repeatedFields(text, value, MAX_FIELD_ERRORS);
  if (repeated.length > 0) throw repeats('field', repeated);
  return value;
}

/** The position of the fault, never the text there: that may be a secret. */
function whatIsBroken(text: string): string {
  if (text.startsWith('\ufeff')) return 'it begins with a byte order mark. Send UTF-8 without one.';
  const at = brokenAt(text);
  if (at === text.length) return 'it ends too early.';
  const lines = text.slice(0, at).split('\n');
  return `look at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}.`;
}

/** Two values under one name: a reader of the first sees another request than a reader of the last. */
function repeats(kind: 'field' | 'parameter', names: readonly string[]) {
  const errors = names.map((field) => ({ field, code: 'repeated', message: `The ${kind} ${field} is repeated.` }));
  return refusal('invalid_request', errors.map(({ message }) => message).join(' '), errors);
}

/**
 * Reads a form (`+` is a space). Repeated parameters are refused (RFC 6749 section 3.2).
 * @param lists those that may be repeated; their values are put together, with spaces
 * @throws Refusal `invalid_request`
 */
export function parseForm(bytes: Buffer, lists: readonly string[] = []): Record<string, unknown> {
  const seen = new Map<string, string>();
  for (const part of textOf(bytes).split('&')) {
    if (part === '') continue;
    const [name, value] = decodePair(part) ?? [];
    if (name === undefined || value === undefined) {
      throw refusal('invalid_request', 'The form has a broken percent-encoding.');
    }
    const before = seen.get(name);
    if (before !== undefined && !lists.includes(name)) throw repeats('parameter', [quoteName(name)]);
    seen.set(name, before === undefined ? value : `${before} ${value}`);
  }
  return Object.fromEntries(seen);
}

/** Decodes `name=value`; undefined if the percent-encoding is broken. */
export function decodePair(part: string): [name: string, value: string] | undefined {
  const at = part.indexOf('=');
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  try {
    return at === -1 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  } catch {
    return undefined;
  }
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refusal('invalid_request', 'The body is not UTF-8.');
  return bytes.toString();
}

// Finds where a text ceases to be JSON (RFC 8259): `JSON.parse` names the position only sometimes, and quotes the
// text.

const SPACE = /[ \t\n\r]*/y;
/** A string, a number or a word. Within a string every character from the space on, but `"` and `\`, is literal. */
const SCALAR =
  /"[\x20\x21\x23-\x5b\x5d-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[\x20\x21\x23-\x5b\x5d-\u{10ffff}]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** The kinds of token that may come next. */
type TokenKind = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'more';

/**
 * The position, from 0, of the first token that is not allowed there; the text's length when it ends too early.
 * Nothing here recurses: bodies nest as deep as they are long.
 */
export function brokenAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let awaited: TokenKind = 'value';
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return false;
    at += found.length;
    return true;
  };
  for (;;) {
    skip(SPACE);
    const sign = text[at];
    if (sign === undefined) return at;
    if (awaited === 'value' || awaited === 'value or ]') {
      if (awaited === 'value or ]' && sign === ']') awaited = close(open);
      else if (sign === '{' || sign === '[') {
        open.push(sign);
        awaited = sign === '{' ? 'name or }' : 'value or ]';
      } else if (skip(SCALAR)) {
        awaited = 'more';
        continue;
      } else return at;
    } else if (awaited === 'name' || awaited === 'name or }') {
      if (awaited === 'name or }' && sign === '}') awaited = close(open);
      else if (sign === '"' && skip(SCALAR)) {
        awaited = 'colon';
        continue;
      } else return at;
    } else if (awaited === 'colon') {
      if (sign !== ':') return at;
      awaited = 'value';
    } else {
      const level = open.at(-1);
      if (level === undefined) return at;
      if (sign === ',') awaited = level === '{' ? 'name' : 'value';
      else if (sign === (level === '{' ? '}' : ']')) awaited = close(open);
      else return at;
    }
    at++;
  }
}

function close(open: ('{' | '[')[]): TokenKind {
  open.pop();
  return 'more';
}
