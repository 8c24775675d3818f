/** One HTTPS POST to a partner's receiver, by the guarded request; none of the answer is kept but its status. */
import { createGuard, type GuardOptions } from './guard.ts';
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
      const answer = await guard.request(targetUrl, { method: 'POST', headers, body, keepBody: false });
      if (!answer) return undefined;
      const { statusCode, error, retryAfter } = answer;
      return { statusCode, error, retryAfter, latencyMs: Math.round(performance.now() - startedAtMs) };
    },
    close: () => guard.close(),
  };
}
