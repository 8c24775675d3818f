/** The partners' receivers, in memory: the network is the one thing that is not under test. */
import { decodeId } from '@timebank/contract';
import type { AttemptResult } from '../../core/events/delivery/retry.ts';
import type { Sender } from '../../core/events/delivery/send.ts';
import type { ReceiverAnswer } from './operations.ts';

/** A request that reached a receiver. */
export interface Arrival {
  readonly url: string;
  /** UUID of the event. */
  readonly eventId: string;
  readonly type: string;
  readonly answer: ReceiverAnswer;
  /** The step in which it came. */
  readonly step: number;
}

export interface Receivers {
  readonly sender: Sender;
  readonly arrivals: readonly Arrival[];
  /** Sets the receiver's answer. */
  setAnswer(url: string, answer: ReceiverAnswer): void;
  healAll(): void;
  setStep(step: number): void;
}

export function createReceivers(): Receivers {
  const arrivals: Arrival[] = [];
  const answers = new Map<string, ReceiverAnswer>();
  let step = 0;
  return {
    arrivals,
    setAnswer: (url, answer) => void answers.set(url, answer),
    healAll: () => answers.clear(),
    setStep(next) {
      step = next;
    },
    sender: {
      async send(url, _headers, body): Promise<AttemptResult> {
        const { id, type }: { id: string; type: string } = JSON.parse(body.toString());
        const answer = answers.get(url) ?? 200;
        arrivals.push({ url, eventId: decodeId('evt', id) ?? '', type, answer, step });
        const statusCode = answer === 'timeout' ? null : answer;
        return { statusCode, error: statusCode === null ? 'timeout' : null, retryAfter: null, latencyMs: 1 };
      },
      async close() {},
    },
  };
}
