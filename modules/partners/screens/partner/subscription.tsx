/** One address of a partner: its health, what can be done about it, and its deliveries. */
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiError, call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DAY_MS, MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { Time } from '../../../../console/src/parts/values/values.tsx';
import type { Partner } from '../../contract/partners.ts';
import type { PartnerSubscription } from '../../contract/webhooks.ts';
import { AnswerPlace, type RequestedAttempt } from './answer.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { type Pace, usePace } from './pace.ts';
import type { SubscriptionParams } from './part-props.ts';
import { HEALTH_TONES, HealthTag, KindsOf } from './subscription-health.tsx';

export function SubscriptionDetail({ partner, subscriptionId }: { partner: Partner; subscriptionId: string }) {
  const common = useText();
  const text = useText().webhooks;
  const format = useFormat();
  const { slug } = useCommunity();
  const pace = usePace();
  const params = { slug, partnerId: partner.id, subscriptionId };
  const found = useRead(
    'getPartnerSubscription',
    { params, quiet: true },
    // The list says when the next is due; here it is known only that something is.
    { refetchInterval: ({ state }) => pace.of(state.data?.data.deliveries.pending ? [new Date().toISOString()] : []) },
  );
  const one = found.data?.data;
  const isGone = found.error instanceof ApiError && found.error.code === 'subscription_not_found';
  const back = (
    <Anchor component={Link} href={`/c/${slug}/partners/${partner.id}/webhooks`} className="page-back">
      <ArrowLeft size={16} /> {text.backToList}
    </Anchor>
  );
  if (!one || isGone) {
    return (
      <div className="stack">
        {back}
        {found.error ? <LoadFailed error={found.error} retry={() => void found.refetch()} /> : <Loading />}
      </div>
    );
  }
  const { subscription, health, deliveries } = one;
  const tone = HEALTH_TONES[health];
  return (
    <div className="stack">
      {back}
      <Card title={<span className="breakable">{subscription.target_url}</span>} action={<HealthTag health={health} />}>
        <Stack gap="lg">
          {health !== 'ok' && (
            <Notice tone={tone === 'quiet' ? 'info' : tone} title={subscription.disabled_reason ?? undefined}>
              {text.healthMeans[health]} {one.failing_since && text.failingSince(format.relative(one.failing_since))}
            </Notice>
          )}
          <Facts
            items={[
              subscription.description && [text.description, subscription.description],
              [text.kinds, <KindsOf key="kinds" subscription={subscription} />],
              [text.today, `${text.delivered(deliveries.delivered_24h)}, ${text.failed(deliveries.failed_24h)}`],
              [text.waiting, text.pendingHeld(deliveries.pending, deliveries.held)],
              [text.latency, one.median_latency_ms === null ? '–' : format.latency(one.median_latency_ms)],
              [
                text.lastSuccess,
                subscription.last_success_at ? (
                  <Time key="last" at={subscription.last_success_at} />
                ) : (
                  common.when.never
                ),
              ],
            ]}
          />
          <SubscriptionActions partner={partner} params={params} subscription={one} pace={pace} />
        </Stack>
      </Card>
      <Deliveries params={params} subscription={subscription} pace={pace} />
    </div>
  );
}

interface SubscriptionActionsProps {
  partner: Partner;
  params: SubscriptionParams;
  subscription: PartnerSubscription;
  pace: Pace;
}

function SubscriptionActions({ partner, params, subscription: one, pace }: SubscriptionActionsProps) {
  const text = useText().webhooks;
  const { can } = useCommunity();
  const [dialog, setDialog] = useState<'replay' | 'edit' | 'remove'>();
  const [asked, setAsked] = useState<RequestedAttempt>();
  const { status } = one.subscription;
  const again = async () => {
    pace.hurry();
    await refresh('getPartnerSubscription', 'listPartnerSubscriptions', 'listPartnerDeliveries');
  };
  const test = useAction(async () => {
    const { data } = await call('testPartnerSubscription', { params });
    setAsked({ deliveryId: data.delivery_id, after: 0 });
    await again();
  });
  const power = useRef<HTMLButtonElement>(null);
  const change = useAction(async (next: 'active' | 'paused') => {
    await call('setSubscriptionStatus', { params, body: { status: next } });
    succeeded(next === 'paused' ? text.paused : text.resumed);
    await again();
    // One button takes the other's place, elsewhere in the row.
    requestAnimationFrame(() => power.current?.focus());
  });
  const close = () => setDialog(undefined);
  const mayEdit = can('partners.write');
  if (!can('webhooks.write')) return null;
  return (
    <Stack gap="sm">
      <ActionFailed error={test.error ?? change.error} />
      <Group gap="sm">
        {status !== 'active' && (
          <Button ref={power} loading={change.busy} onClick={() => void change.run('active')}>
            {status === 'paused' ? text.resume : text.revive}
          </Button>
        )}
        {/* Not disabled while it is busy: it keeps the focus. */}
        <Button variant={status === 'active' ? 'filled' : 'default'} onClick={() => void test.run()}>
          {text.test}
        </Button>
        <Button variant="default" onClick={() => setDialog('replay')}>
          {text.replay}
        </Button>
        {status === 'active' && (
          <Button ref={power} variant="default" loading={change.busy} onClick={() => void change.run('paused')}>
            {text.pause}
          </Button>
        )}
        {mayEdit && (
          <>
            <Button variant="default" onClick={() => setDialog('edit')}>
              {text.edit}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setDialog('remove')}>
              {text.remove}
            </Button>
          </>
        )}
      </Group>
      <AnswerPlace asked={asked} params={params} />
      {dialog === 'replay' && <Replay params={params} onClose={close} onDone={again} />}
      {dialog === 'edit' && <EndpointForm partner={partner} endpoint={one.subscription} onClose={close} />}
      {dialog === 'remove' && <Remove params={params} subscription={one} onClose={close} />}
    </Stack>
  );
}

interface RemoveProps {
  params: SubscriptionParams;
  subscription: PartnerSubscription;
  onClose: () => void;
}

function Remove({ params, subscription: { deliveries }, onClose }: RemoveProps) {
  const text = useText().webhooks;
  const [, navigate] = useLocation();
  const action = useAction(async () => {
    await call('deletePartnerSubscription', { params });
    succeeded(text.removed);
    navigate(`/c/${params.slug}/partners/${params.partnerId}/webhooks`);
    // The element with the focus is gone with the endpoint.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus());
    await refresh('listPartnerSubscriptions');
  });
  return (
    <Confirm title={text.removeTitle} go={text.remove} danger action={action} onClose={onClose}>
      {text.removeText(deliveries.pending + deliveries.held)}
    </Confirm>
  );
}

interface ReplayProps {
  params: SubscriptionParams;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function Replay({ params, onClose, onDone }: ReplayProps) {
  const all = useText();
  const text = all.webhooks;
  const [since, setSince] = useState(() => localMinute(new Date(Date.now() - DAY_MS)));
  const action = useAction(async () => {
    const { data } = await call('replayPartnerSubscription', {
      params,
      body: { since: new Date(since).toISOString() },
    });
    succeeded(text.replayed(data.deliveries));
    await onDone();
  });
  const fault = action.error?.fields.find(({ field }) => field === 'since');
  return (
    <Confirm title={text.replayTitle} go={text.replayGo} action={action} disabled={since === ''} onClose={onClose}>
      <Stack>
        <Text>{text.replayText}</Text>
        <TextInput
          type="datetime-local"
          label={text.replaySince}
          description={text.replayHint}
          value={since}
          max={localMinute(new Date())}
          error={fault && fieldText(fault, all)}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  );
}

/** `2026-11-20T09:30` in the browser's time zone, as the input wants it. */
function localMinute(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
