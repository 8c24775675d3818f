import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Tag } from '../../../../console/src/parts/values/values.tsx';
import type { PartnerSubscription } from '../../contract/webhooks.ts';

export const HEALTH_TONES = {
  ok: 'good',
  failing: 'bad',
  unused: 'quiet',
  paused: 'wait',
  disabled: 'bad',
} as const;

export function HealthTag({ health }: { health: PartnerSubscription['health'] }) {
  const text = useText().webhooks;
  return <Tag tone={HEALTH_TONES[health]}>{text.healths[health]}</Tag>;
}

/** The chosen event kinds, and those that are not sent for lack of a scope. */
export function KindsOf({ subscription }: { subscription: PartnerSubscription['subscription'] }) {
  const text = useText().webhooks;
  const format = useFormat();
  const { event_types, undeliverable_event_types: missing } = subscription;
  const names: Readonly<Record<string, string>> = text.kindNames;
  const named = (types: readonly string[]) => format.list(types.map((type) => names[type] ?? type));
  return (
    <>
      {event_types.includes('*') ? text.allKinds : named(event_types)}
      {missing.length > 0 && <div className="quiet">{text.undeliverable(named(missing))}</div>}
    </>
  );
}
