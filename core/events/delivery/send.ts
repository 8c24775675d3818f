/** One HTTPS POST to a partner's receiver, by the guarded request; of the answer its status and the beginning of its text are kept. */

import { createGuard, type GuardOptions } from '../guarded-https/guard.ts';
import type { AttemptResult } from './retry.ts';

export type SenderOptions = GuardOptions;

export interface Sender {
  /** Never throws. Undefined: given up because of `close`. */
  send(targetUrl: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<AttemptResult | undefined>;
  /** Gives up whatever is on its way. */
  close(): Promise<void>;
}

export function createSender(options: SenderOptions): Sender {
  const guard = createGuard(options);
  return {
    async send(targetUrl, headers, body) {
      const startedAtMs = performance.now();
      const answer = await guard.request(targetUrl, { method: 'POST', headers, body, keep: 'start' });
      if (!answer) return undefined;
      const { statusCode, error, retryAfter } = answer;
      const latencyMs = Math.round(performance.now() - startedAtMs);
      return { statusCode, error, retryAfter, latencyMs, answerStart: textStart(answer.body) };
    },
    close: () => guard.close(),
  };
}

// The part of a receiver's answer that is kept to show to people: a short plain text.

/** The length in the contract. */
const ANSWER_CHARACTERS_MAX = 1000;

// Signs that show nothing, or that turn the direction of what follows, but for line breaks and tabs.
const UNSHOWN = /(?![\n\t])\p{Cc}|\p{Bidi_Control}/gu;

/** The beginning of a body as text; null when there is none, or when it is no text. */
export function textStart(body: Buffer | undefined): string | null {
  if (!body?.length || body.includes(0)) return null;
  // As a stream: a letter that is cut off at the end is left out.
  const text = new TextDecoder().decode(body, { stream: true }).replace(UNSHOWN, '').trim();
  return text === '' ? null : text.slice(0, ANSWER_CHARACTERS_MAX).toWellFormed();
}
