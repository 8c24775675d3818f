/** One address of a partner: its health, what can be done about it, and its deliveries. */
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Partner, PartnerSubscription } from '@timebank/contract/console';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { DAY_MS, MINUTE_MS } from '../../i18n/time.ts';
import { Confirm } from '../../parts/page/confirm.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { succeeded } from '../../parts/page/notify.ts';
import { Card, Facts } from '../../parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../parts/page/states.tsx';
import { Time } from '../../parts/values/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { HEALTH_TONES, HealthTag, KindsOf } from './subscription-health.tsx';

const REFRESH_MS = 5_000;

export function SubscriptionDetail({ partner, subscriptionId }: { partner: Partner; subscriptionId: string }) {
  const text = useText();
  const format = useFormat();
  const { slug, can } = useCommunity();
  const params = { slug, partnerId: partner.id, subscriptionId };
  const found = useRead('getPartnerSubscription', { params, quiet: true }, { refetchInterval: REFRESH_MS });
  const one = found.data?.data;
  const back = (
    <Anchor component={Link} href={`/c/${slug}/partners/${partner.id}/webhooks`} className="page-back">
      <ArrowLeft size={16} aria-hidden="true" /> {text.webhooks.backToList}
    </Anchor>
  );
  if (!one) {
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
              {text.webhooks.healthMeans[health]}{' '}
              {one.failing_since && text.webhooks.failingSince(format.relative(one.failing_since))}
            </Notice>
          )}
          <Facts
            items={[
              [text.webhooks.kinds, <KindsOf key="kinds" subscription={subscription} />],
              [
                text.webhooks.today,
                `${text.webhooks.delivered(deliveries.delivered_24h)}, ${text.webhooks.failed(deliveries.failed_24h)}`,
              ],
              [text.webhooks.waiting, text.webhooks.pendingHeld(deliveries.pending, deliveries.held)],
              [text.webhooks.latency, one.median_latency_ms === null ? '–' : format.latency(one.median_latency_ms)],
              [
                text.webhooks.lastSuccess,
                subscription.last_success_at ? <Time key="last" at={subscription.last_success_at} /> : text.when.never,
              ],
            ]}
          />
          {can('webhooks.write') && <SubscriptionActions params={params} subscription={one} />}
        </Stack>
      </Card>
      <Deliveries params={params} />
    </div>
  );
}

type Params = { slug: string; partnerId: number; subscriptionId: string };

function SubscriptionActions({ params, subscription: one }: { params: Params; subscription: PartnerSubscription }) {
  const text = useText();
  const refresh = useRefresh();
  const [replaying, setReplaying] = useState(false);
  const { status } = one.subscription;
  const again = () => refresh('getPartnerSubscription', 'listPartnerSubscriptions', 'listPartnerDeliveries');
  const test = useAction(async () => {
    await call('testPartnerSubscription', { params });
    succeeded(text.webhooks.tested);
    await again();
  });
  const change = useAction(async (next: 'active' | 'paused') => {
    await call('setSubscriptionStatus', { params, body: { status: next } });
    succeeded(next === 'paused' ? text.webhooks.paused : text.webhooks.resumed);
    await again();
  });
  return (
    <Stack gap="sm">
      <ActionFailed error={test.error ?? change.error} />
      <Group gap="sm">
        {status === 'active' ? (
          <Button loading={test.busy} onClick={() => void test.run()}>
            {text.webhooks.test}
          </Button>
        ) : (
          <Button loading={change.busy} onClick={() => void change.run('active')}>
            {status === 'paused' ? text.webhooks.resume : text.webhooks.revive}
          </Button>
        )}
        <Button variant="default" onClick={() => setReplaying(true)}>
          {text.webhooks.replay}
        </Button>
        {status === 'active' && (
          <Button variant="default" loading={change.busy} onClick={() => void change.run('paused')}>
            {text.webhooks.pause}
          </Button>
        )}
      </Group>
      {replaying && <Replay params={params} onClose={() => setReplaying(false)} onDone={again} />}
    </Stack>
  );
}

function Replay({ params, onClose, onDone }: { params: Params; onClose: () => void; onDone: () => Promise<void> }) {
  const text = useText();
  const [since, setSince] = useState(() => localMinute(new Date(Date.now() - DAY_MS)));
  const action = useAction(async () => {
    const { data } = await call('replayPartnerSubscription', {
      params,
      body: { since: new Date(since).toISOString() },
    });
    succeeded(text.webhooks.replayed(data.deliveries));
    await onDone();
  });
  const fault = action.error?.fields.find(({ field }) => field === 'since');
  return (
    <Confirm
      title={text.webhooks.replayTitle}
      go={text.webhooks.replayGo}
      action={action}
      args={[]}
      disabled={since === ''}
      onClose={onClose}
    >
      <Stack>
        <Text>{text.webhooks.replayText}</Text>
        <TextInput
          type="datetime-local"
          label={text.webhooks.replaySince}
          description={text.webhooks.replayHint}
          value={since}
          max={localMinute(new Date())}
          error={fault?.message}
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
