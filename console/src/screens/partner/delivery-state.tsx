/** The state of a delivery: a word, a colour, and when it goes on. */
import type { PartnerDelivery, PartnerSubscription } from '@timebank/contract/console';
import { type Texts, useFormat, useText } from '../../i18n/text.ts';
import { Tag } from '../../parts/values/tag.tsx';

const TONES = { waiting: 'info', retrying: 'wait', held: 'quiet', delivered: 'good', failed: 'bad' } as const;

export function DeliveryState({
  delivery,
  subscription,
}: {
  delivery: PartnerDelivery;
  subscription: PartnerSubscription['subscription'];
}) {
  const text = useText().webhooks;
  const state = stateOf(delivery);
  return (
    <>
      <Tag tone={TONES[state]}>{text.states[state]}</Tag>
      <div className="quiet">
        {state === 'held' ? text.heldUntil[subscription.status] : <WhenOf delivery={delivery} state={state} />}
      </div>
    </>
  );
}

function WhenOf({ delivery, state }: { delivery: PartnerDelivery; state: keyof Texts['webhooks']['states'] }) {
  const text = useText().webhooks;
  const format = useFormat();
  const { next_attempt_at: at, next_attempt: next, attempts_max: of, attempts } = delivery;
  const last = attempts.at(-1);
  if (state === 'delivered') return last && format.relative(last.started_at);
  if (state === 'failed') return last ? text.failedAfter(attempts.length) : text.failedUnsent;
  const due = at === null || new Date(at) <= new Date();
  if (state === 'waiting' || next === null) return due || at === null ? text.due : text.nextFirst(format.relative(at));
  return due || at === null ? text.nextDue(next, of) : text.next(next, of, format.relative(at));
}

function stateOf({ status, attempts }: PartnerDelivery): keyof Texts['webhooks']['states'] {
  if (status !== 'pending') return status;
  return attempts.length === 0 ? 'waiting' : 'retrying';
}
