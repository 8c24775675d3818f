/** One HTTPS POST to a partner's receiver, by the guarded request; of the answer its status and the beginning of its text are kept. */
import { createGuard, type GuardOptions } from '../../platform/guarded-https/guard.ts';
import { textStart } from './answer-text.ts';
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
