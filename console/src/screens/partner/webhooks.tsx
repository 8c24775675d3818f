/** The addresses of a partner to which events are sent. */
import { Anchor } from '@mantine/core';
import type { PartnerSubscription } from '@timebank/contract/console';
import { Webhook } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { type Column, DataTable } from '../../parts/lists/table.tsx';
import { Card } from '../../parts/page/page.tsx';
import { Empty, LoadFailed, Loading } from '../../parts/page/states.tsx';
import { Time } from '../../parts/values/time.tsx';
import type { PartProps } from './part-props.ts';
import { SubscriptionDetail } from './subscription.tsx';
import { HealthTag, KindsOf } from './subscription-health.tsx';

const REFRESH_MS = 15_000;

export default function Webhooks({ partner, item }: PartProps) {
  return item ? <SubscriptionDetail partner={partner} subscriptionId={item} /> : <List partnerId={partner.id} />;
}

function List({ partnerId }: { partnerId: number }) {
  const text = useText();
  const { slug } = useCommunity();
  const list = useRead('listPartnerSubscriptions', { params: { slug, partnerId } }, { refetchInterval: REFRESH_MS });
  const all = list.data?.data;
  if (!all) {
    return list.error ? <LoadFailed error={list.error} retry={() => void list.refetch()} /> : <Loading />;
  }
  if (all.length === 0) {
    return (
      <Empty icon={Webhook} title={text.webhooks.emptyTitle}>
        {text.webhooks.empty}
      </Empty>
    );
  }
  return (
    <Card title={text.partner.tabs.webhooks} lead={text.webhooks.lead}>
      <SubscriptionTable subscriptions={all} base={`/c/${slug}/partners/${partnerId}/webhooks`} />
    </Card>
  );
}

function SubscriptionTable({ subscriptions, base }: { subscriptions: readonly PartnerSubscription[]; base: string }) {
  const text = useText();
  const format = useFormat();
  const columns: Column<PartnerSubscription>[] = [
    {
      key: 'url',
      title: text.webhooks.target,
      main: true,
      cell: ({ subscription }) => (
        <>
          <Anchor component={Link} href={`${base}/${subscription.id}`} className="row-link">
            {subscription.target_url}
          </Anchor>
          {subscription.description && <div className="quiet">{subscription.description}</div>}
        </>
      ),
    },
    {
      key: 'health',
      title: text.webhooks.health,
      cell: (one) => (
        <>
          <HealthTag health={one.health} />
          {one.failing_since && (
            <div className="quiet">{text.webhooks.failingSince(format.relative(one.failing_since))}</div>
          )}
        </>
      ),
    },
    { key: 'kinds', title: text.webhooks.kinds, cell: ({ subscription }) => <KindsOf subscription={subscription} /> },
    {
      key: 'today',
      title: text.webhooks.today,
      cell: ({ deliveries }) => (
        <>
          {text.webhooks.delivered(deliveries.delivered_24h)}
          {deliveries.failed_24h > 0 && <div>{text.webhooks.failed(deliveries.failed_24h)}</div>}
          {deliveries.pending + deliveries.held > 0 && (
            <div className="quiet">{text.webhooks.pendingHeld(deliveries.pending, deliveries.held)}</div>
          )}
        </>
      ),
    },
    {
      key: 'last',
      title: text.webhooks.lastSuccess,
      cell: ({ subscription: { last_success_at } }) =>
        last_success_at ? <Time at={last_success_at} /> : <span className="quiet">{text.when.never}</span>,
    },
  ];
  return (
    <DataTable
      caption={text.partner.tabs.webhooks}
      columns={columns}
      rows={subscriptions}
      rowKey={({ subscription }) => subscription.id}
    />
  );
}
