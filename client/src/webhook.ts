/** Verifies deliveries: Standard Webhooks 1.0.0, HMAC-SHA256 over `id.timestamp.body`. WebCrypto alone, for any runtime. */
import type { TimebankEvent } from './api.gen.ts';
import { base64Of, bytesOfBase64, utf8 } from './base64.ts';

export interface WebhookVerifierOptions {
  /** `whsec_…`, or several during a rotation: one match is enough. Checked at once. */
  readonly secret: string | readonly string[] | undefined;
  /** How far the timestamp of the attempt may be off, in either direction. Default 300. */
  readonly toleranceSeconds?: number | undefined;
}

export interface WebhookRequest {
  /** The body exactly as it arrived, before any JSON parser. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** A `Headers` object, or Node's `request.headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Verifies a delivery and returns its event. Duplicates have the same `id`: discard events you have already processed.
 * A subscription to `*` also receives event types that are added later; ignore a `type` that you do not know.
 * Rejects with WebhookVerificationError if the delivery must not be trusted.
 */
export type WebhookVerifier = (request: WebhookRequest) => Promise<TimebankEvent>;

/**
 * - `invalid_secret`: thrown at the start by createWebhookVerifier
 * - `body_not_raw`: the body is what a JSON parser has made of it, or missing
 * - `missing_headers`: a proxy has dropped them, or the request is no delivery
 * - `outside_tolerance`: an old delivery that was sent again (replayed), or a clock that is wrong
 * - `wrong_signature`: body or headers were altered, or the secret is another subscription's
 * - `invalid_body`: signed, but not an event
 */
export type WebhookFailure =
  | 'invalid_secret'
  | 'body_not_raw'
  | 'missing_headers'
  | 'outside_tolerance'
  | 'wrong_signature'
  | 'invalid_body';

/** The delivery is not from the service, is a replay of an old one, or was altered: respond with 400 and discard it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookFailure;

  constructor(code: WebhookFailure, message: string) {
    super(message);
    this.code = code;
  }
}

type Key = Awaited<ReturnType<typeof importKey>>;

const DEFAULT_TOLERANCE_SECONDS = 300;
const KEY_BYTES_MIN = 16;
/** The service sends two at most. */
const SIGNATURES_MAX = 20;
const HOW_TO_GET_BYTES =
  "Pass the bytes as they arrived: in Express from express.raw({ type: 'application/json' }), in Fastify from a parser with parseAs 'buffer', of a Fetch request from await request.arrayBuffer().";

/**
 * Makes the verifier of a receiver, once, at its start.
 * @throws WebhookVerificationError `invalid_secret`, so that a wrong setting stops the start and not every delivery
 */
export function createWebhookVerifier(options: WebhookVerifierOptions): WebhookVerifier {
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS } = options;
  const secrets = [options.secret].flat();
  if (secrets.length === 0) throw new WebhookVerificationError('invalid_secret', 'secret is an empty list.');
  const bytes = secrets.map(keyBytesOf);
  let imported: Promise<Key[]> | undefined;

  return async ({ body, headers }) => {
    const raw = bytesOf(body);
    const signed = readHeaders(headers, toleranceSeconds);
    imported ??= Promise.all(bytes.map(importKey));
    const keys = await imported;
    if (!(await isSigned(signed, raw, keys))) {
      throw new WebhookVerificationError('wrong_signature', await whyNoneMatches(signed, raw, keys));
    }
    return eventOf(raw);
  };
}

/** A delivery as the service would send it. */
export interface SignedDelivery {
  readonly body: string;
  readonly headers: {
    readonly 'content-type': 'application/json';
    readonly 'webhook-id': string;
    readonly 'webhook-timestamp': string;
    readonly 'webhook-signature': string;
  };
}

type EventWithoutStamp<Event> = Event extends unknown ? Omit<Event, 'id' | 'timestamp'> : never;
/** An event with its `id` and `timestamp` or without them. */
export type TestEvent = EventWithoutStamp<TimebankEvent> & { readonly id?: string; readonly timestamp?: string };

export interface TestDelivery {
  /** The secret that your receiver verifies with: any `whsec_` and the base64 of 32 bytes. */
  readonly secret: string;
  readonly event: TestEvent;
  /** When it is sent. Default: now. */
  readonly at?: Date | undefined;
}

const TEST_EVENT_ID = 'evt_00000000000000000000000000';

/** Signs a delivery for the tests of your receiver. @throws WebhookVerificationError `invalid_secret` */
export async function signTestDelivery({ secret, event, at = new Date() }: TestDelivery): Promise<SignedDelivery> {
  const key = await importKey(keyBytesOf(secret));
  const { id = TEST_EVENT_ID, type, timestamp = at.toISOString(), ...rest } = event;
  const body = JSON.stringify({ id, type, timestamp, ...rest });
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signature = await crypto.subtle.sign('HMAC', key, contentOf(id, seconds, utf8(body)));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${base64Of(new Uint8Array(signature))}`,
    },
  };
}

function keyBytesOf(secret: string | undefined) {
  const refuse = (why: string) => new WebhookVerificationError('invalid_secret', why);
  if (typeof secret !== 'string' || secret === '') {
    throw refuse(`secret is ${secret === '' ? 'empty' : String(secret)}. Is the environment variable set?`);
  }
  if (/\s/.test(secret)) throw refuse('secret has white space in it, perhaps a line break at its end: trim it.');
  if (/^tb_c[is]_/.test(secret)) {
    throw refuse(
      'secret is a client id or secret. The one of webhooks begins with whsec_ and comes with a subscription.',
    );
  }
  if (!secret.startsWith('whsec_')) throw refuse('secret does not begin with whsec_: pass all of it.');
  const bytes = bytesOfBase64(secret.slice('whsec_'.length));
  if (!bytes || bytes.length < KEY_BYTES_MIN) {
    throw refuse('secret is cut off or mistyped: what follows whsec_ is not the base64 of a key.');
  }
  return bytes;
}

function importKey(bytes: ReturnType<typeof keyBytesOf>) {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** Asks for the kind of a value, not its class: test runners give each file classes of its own. */
function bytesOf(body: WebhookRequest['body']) {
  if (typeof body === 'string') return utf8(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  const what = body === undefined || body === null ? 'missing' : 'no raw body but what a parser has made of it';
  throw new WebhookVerificationError('body_not_raw', `body is ${what}. ${HOW_TO_GET_BYTES}`);
}

interface SignatureHeaders {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

function readHeaders(headers: WebhookRequest['headers'], toleranceSeconds: number): SignatureHeaders {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = header(headers, name);
    if (value) return value;
    const message = `The header ${name} is missing or doubled: pass all headers as they came, and see that no proxy drops any.`;
    throw new WebhookVerificationError('missing_headers', message);
  }) as [string, string, string];
  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? Math.trunc(Date.now() / 1000 - Number(timestamp)) : Number.NaN;
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    const [offset, when] = [Math.abs(ageSeconds), ageSeconds < 0 ? 'in the future' : 'ago'];
    const about = Number.isNaN(ageSeconds)
      ? 'is no time'
      : `is ${offset} seconds ${when}, allowed are ${toleranceSeconds}`;
    const message = `webhook-timestamp ${about}: this is an old delivery that was sent again, or this machine's clock is wrong.`;
    throw new WebhookVerificationError('outside_tolerance', message);
  }
  return { id, timestamp, signatures: signatures.split(' ').slice(0, SIGNATURES_MAX) };
}

function header(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (typeof headers?.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.length === 1 ? found[0] : undefined;
}

async function isSigned(
  { id, timestamp, signatures }: SignatureHeaders,
  raw: Uint8Array,
  keys: readonly Key[],
): Promise<boolean> {
  const content = contentOf(id, timestamp, raw);
  for (const part of signatures) {
    const signature = part.startsWith('v1,') ? bytesOfBase64(part.slice('v1,'.length)) : undefined;
    if (!signature) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, content)) return true;
  }
  return false;
}

function contentOf(id: string, timestamp: string, raw: Uint8Array) {
  const start = utf8(`${id}.${timestamp}.`);
  const content = new Uint8Array(start.length + raw.length);
  content.set(start);
  content.set(raw, start.length);
  return content;
}

async function whyNoneMatches(signed: SignatureHeaders, raw: Uint8Array, keys: readonly Key[]): Promise<string> {
  const json = readJson(raw);
  if (json !== undefined && (await isSigned(signed, utf8(JSON.stringify(json)), keys))) {
    return `No signature matches, because the body was parsed and written anew. ${HOW_TO_GET_BYTES}`;
  }
  return `No signature matches: the body is not as it arrived, or the secret is not that of this subscription (each has its own). ${HOW_TO_GET_BYTES}`;
}

function readJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(raw));
  } catch {
    return undefined;
  }
}

function eventOf(raw: Uint8Array): TimebankEvent {
  const event = readJson(raw) as TimebankEvent | undefined | null;
  if (typeof event?.id === 'string' && typeof event.type === 'string') return event;
  throw new WebhookVerificationError('invalid_body', 'The body is signed, but it is not an event.');
}
