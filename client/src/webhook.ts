/** Verifies deliveries: Standard Webhooks 1.0.0, HMAC-SHA256 over `id.timestamp.body`. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TimebankEvent } from './api.gen.ts';

export interface WebhookRequest {
  /** The body exactly as it arrived, before any JSON parser. */
  readonly body: string | Uint8Array;
  /** A `Headers` object, or Node's `request.headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`, or several during a rotation: one match is enough. */
  readonly secret: string | readonly string[];
  /** How far the timestamp of the attempt may be off, in either direction. Default 300. */
  readonly toleranceSeconds?: number | undefined;
}

export type WebhookFailure = 'missing_headers' | 'outside_tolerance' | 'wrong_signature' | 'invalid_body';

/** The delivery is not from the service, is a replay of an old one, or was altered: respond with 400 and discard it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookFailure;

  constructor(code: WebhookFailure, message: string) {
    super(message);
    this.code = code;
  }
}

const DEFAULT_TOLERANCE_SECONDS = 300;
const KEY_BYTES_MIN = 16;

/**
 * Verifies a delivery and returns its event. Duplicates have the same `id`: discard events you have already processed.
 * A subscription to `*` also receives event types that are added later; ignore a `type` that you do not know.
 * @throws WebhookVerificationError if it must not be trusted; TypeError if a secret is not a webhook secret
 */
export function verifyWebhook(request: WebhookRequest): TimebankEvent {
  const keys = [request.secret].flat().map(keyOf);
  if (keys.length === 0) throw new TypeError('secret must hold at least one webhook secret');
  const id = header(request.headers, 'webhook-id');
  const timestamp = header(request.headers, 'webhook-timestamp');
  const signatures = header(request.headers, 'webhook-signature');
  if (!id || !timestamp || !signatures) {
    throw new WebhookVerificationError('missing_headers', 'webhook-id, -timestamp or -signature is missing.');
  }
  const toleranceSeconds = request.toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('outside_tolerance', 'webhook-timestamp is too far from the current time.');
  }
  const body = typeof request.body === 'string' ? Buffer.from(request.body, 'utf8') : request.body;
  const expected = keys.map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest());
  let isSigned = false;
  for (const part of signatures.split(' ')) {
    if (!part.startsWith('v1,')) continue;
    const sent = Buffer.from(part.slice('v1,'.length), 'base64');
    for (const digest of expected) {
      if (sent.length === digest.length && timingSafeEqual(sent, digest)) isSigned = true;
    }
  }
  if (!isSigned) throw new WebhookVerificationError('wrong_signature', 'No signature matches this body and secret.');
  return eventOf(body);
}

function keyOf(secret: string): Uint8Array {
  const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = Buffer.from(text ?? '', 'base64');
  if (key.length < KEY_BYTES_MIN) throw new TypeError('a webhook secret is whsec_ followed by base64');
  return key;
}

function header(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.length === 1 ? found[0] : undefined;
}

function eventOf(body: Uint8Array): TimebankEvent {
  try {
    const event = JSON.parse(Buffer.from(body).toString('utf8')) as TimebankEvent;
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('invalid_body', 'The body is signed, but it is not an event.');
}
