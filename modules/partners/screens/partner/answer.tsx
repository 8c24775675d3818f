/** The outcome of an attempt that a person asked for, shown where it was asked, as soon as it is there. */

import { useEffect, useState } from 'react';
import { refresh, useRead } from '../../../../console/src/api/hooks.ts';
import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Notice } from '../../../../console/src/parts/page/states.tsx';
import type { Tone } from '../../../../console/src/parts/values/values.tsx';
import type { PartnerDeliveryDetails } from '../../contract/webhooks.ts';
import type { SubscriptionParams } from './part-props.ts';

const ASK_EVERY_MS = 400;
/** Longer than an attempt may last. */
const WAIT_MS = 30_000;

/** An attempt that was asked for, after the attempts there were. */
export interface RequestedAttempt {
  readonly deliveryId: string;
  readonly after: number;
}

type Attempt = PartnerDeliveryDetails['attempts'][number];

/** The place is there before the text, so that a screen reader tells it. */
export function AnswerPlace({ asked, params }: { asked: RequestedAttempt | undefined; params: SubscriptionParams }) {
  return (
    <div role="status">
      {asked && <Answer key={`${asked.deliveryId}-${asked.after}`} asked={asked} params={params} />}
    </div>
  );
}

function Answer({ asked: { deliveryId, after }, params }: { asked: RequestedAttempt; params: SubscriptionParams }) {
  const text = useText().webhooks;
  const format = useFormat();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const isOver = (delivery: PartnerDeliveryDetails | undefined) =>
    delivery !== undefined && (answerAfter(delivery, after) !== undefined || delivery.status !== 'pending');
  const { data } = useRead(
    'getPartnerDelivery',
    { params: { ...params, deliveryId }, quiet: true },
    { refetchInterval: ({ state }) => (late || isOver(state.data?.data) ? false : ASK_EVERY_MS) },
  );
  const delivery = data?.data;
  const over = isOver(delivery);
  useEffect(() => {
    if (over) void refresh('listPartnerDeliveries', 'getPartnerSubscription');
  }, [over]);
  if (!delivery || !over) return <Notice tone="info">{late ? text.unanswered : text.asked}</Notice>;
  const attempt = answerAfter(delivery, after);
  if (!attempt)
    return <Notice tone="wait">{delivery.status === 'held' ? text.notSentHeld : text.notSentLacking}</Notice>;
  const latency = format.latency(attempt.latency_ms);
  const { tone, meaning } = meaningOf(attempt, text);
  return (
    <Notice tone={tone}>
      {attempt.status_code === null
        ? text.answeredNot(meaning)
        : tone === 'good'
          ? text.answeredGood(attempt.status_code, latency)
          : text.answeredBad(attempt.status_code, latency, meaning)}
    </Notice>
  );
}

const answerAfter = ({ attempts }: PartnerDeliveryDetails, after: number) =>
  attempts.findLast(({ number }) => number > after);

/** An attempt's outcome in words. */
export function meaningOf(
  { status_code: status, error }: Pick<Attempt, 'status_code' | 'error'>,
  text: Texts['webhooks'],
): { tone: Tone; meaning: string } {
  const errors: Readonly<Record<string, string>> = text.errors;
  if (status === null) return { tone: 'bad', meaning: errors[error ?? ''] ?? text.errors.connection_failed };
  const { codeMeans } = text;
  if (status >= 200 && status <= 299) return { tone: 'good', meaning: codeMeans.good };
  if (status >= 300 && status <= 399) return { tone: 'bad', meaning: codeMeans.redirect };
  const known: Readonly<Record<number, string>> = {
    401: codeMeans.denied,
    403: codeMeans.denied,
    404: codeMeans.missing,
    410: codeMeans.gone,
    429: codeMeans.busy,
  };
  return { tone: 'bad', meaning: known[status] ?? (status >= 500 ? codeMeans.broken : codeMeans.refused) };
}
