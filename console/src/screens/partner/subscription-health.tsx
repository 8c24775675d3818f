import type { PartnerSubscription } from '@timebank/contract/console';
import { useFormat, useText } from '../../i18n/text.ts';
import { Tag } from '../../parts/values/tag.tsx';

export const HEALTH_TONES = {
  ok: 'good',
  failing: 'bad',
  unused: 'quiet',
  paused: 'wait',
  disabled: 'bad',
} as const;

export function HealthTag({ health }: { health: PartnerSubscription['health'] }) {
  const text = useText();
  return <Tag tone={HEALTH_TONES[health]}>{text.webhooks.healths[health]}</Tag>;
}

/** The chosen event kinds, and those that are not sent for lack of a scope. */
export function KindsOf({ subscription }: { subscription: PartnerSubscription['subscription'] }) {
  const text = useText();
  const format = useFormat();
  const { event_types, undeliverable_event_types: missing } = subscription;
  return (
    <>
      {event_types.includes('*') ? text.webhooks.allKinds : <span className="mono">{event_types.join(', ')}</span>}
      {missing.length > 0 && <div className="quiet">{text.webhooks.undeliverable(format.list(missing))}</div>}
    </>
  );
}
