/** Standard Webhooks 1.0.0: what a delivery's headers and body are. The bytes signed are the bytes sent. */
import { createHmac, type KeyObject } from 'node:crypto';
import { type EventBody, encodeId } from '@timebank/contract';
import { isoText } from '../../base/time.ts';

/** An event as its row holds it. */
export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event as it is delivered, and as `GET /events` lists it. Its row was written by its type's schema. */
export function presentEvent(event: SentEvent): EventBody {
  const body = {
    id: encodeId('evt', event.id),
    type: event.type,
    timestamp: isoText(event.createdAt),
    data: event.data,
  };
  return body as unknown as EventBody;
}

/**
 * The body of an attempt: the text of `presentEvent`, with the data as the row holds it, which is not taken apart for
 * that.
 * @param id `evt_…`
 * @param data JSON
 */
export const bodyOf = (id: string, type: string, createdAt: Date, data: string): Buffer =>
  Buffer.from(`{"id":"${id}","type":"${type}","timestamp":"${isoText(createdAt)}","data":${data}}`);

/**
 * Headers of one attempt; each attempt has its own signature.
 * @param signingKeys one, or two while a rotation's overlap lasts: a receiver accepts any one match
 * @param id `evt_…`, the same over subscriptions, retries and replays
 * @param at the time of this attempt; receivers refuse one that is more than five minutes off
 */
export function signedHeaders(
  signingKeys: readonly (Buffer | KeyObject)[],
  id: string,
  at: Date,
  body: Buffer,
): Readonly<Record<string, string>> {
  const timestamp = sentTimestamp(at);
  const signatures = signingKeys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  );
  return headersWith(id, timestamp, signatures.join(' '));
}

/** So much of each signature that a receiver can compare its own with it. */
export function signatureStart(headers: Readonly<Record<string, string>>): string {
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  return signatures.map((signature) => `${signature.slice(0, SIGNATURE_START)}…`).join(' ');
}

/** The headers of an attempt that was made, as far as they are kept. */
export function shownHeaders(id: string, at: Date, start: string): Readonly<Record<string, string>> {
  return headersWith(id, sentTimestamp(at), start);
}

/** `v1,` and eight letters. */
const SIGNATURE_START = 11;

const sentTimestamp = (at: Date) => Math.floor(at.getTime() / 1000);

const headersWith = (id: string, timestamp: number, signature: string) => ({
  'content-type': 'application/json',
  'user-agent': 'Timebank-Webhooks/1.0',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});
