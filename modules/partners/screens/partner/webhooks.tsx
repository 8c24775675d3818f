/** The addresses of a partner to which events are sent. */

import { Anchor, Button } from '@mantine/core';
import { Webhook } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Arriving, Empty } from '../../../../console/src/parts/page/states.tsx';
import { To } from '../../../../console/src/parts/values/to.tsx';
import { Time } from '../../../../console/src/parts/values/values.tsx';
import type { Partner } from '../../contract/partners.ts';
import type { PartnerSubscription } from '../../contract/webhooks.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { PartProps } from './part-props.ts';
import { SubscriptionDetail } from './subscription.tsx';
import { HealthTag, KindsOf } from './subscription-health.tsx';

const REFRESH_MS = 15_000;

export default function Webhooks({ partner, item }: PartProps) {
  return item ? <SubscriptionDetail partner={partner} subscriptionId={item} /> : <List partner={partner} />;
}

function List({ partner }: { partner: Partner }) {
  const text = useText();
  const webhookText = useText().webhooks;
  const { slug, can } = useCommunity();
  const [adding, setAdding] = useState(false);
  const params = { slug, partnerId: partner.id };
  const list = useRead('listPartnerSubscriptions', { params, quiet: true }, { refetchInterval: REFRESH_MS });
  const all = list.data?.data;
  if (!all) return <Arriving of={list} />;
  const may = partner.scopes.includes('webhooks.manage');
  const add = may && can('partners.write') && <Button onClick={() => setAdding(true)}>{webhookText.add}</Button>;
  return (
    <>
      {all.length > 0 ? (
        <Card title={text.partner.tabs.webhooks} lead={webhookText.lead} action={add}>
          <SubscriptionTable subscriptions={all} base={`/c/${slug}/partners/${partner.id}/webhooks`} />
        </Card>
      ) : (
        <Nothing partner={partner} add={add} />
      )}
      {adding && <EndpointForm partner={partner} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Why there is none, and who can do something about it. */
function Nothing({ partner, add }: { partner: Partner; add: ReactNode }) {
  const text = useText();
  const webhookText = useText().webhooks;
  const { slug, can } = useCommunity();
  if (partner.scopes.includes('webhooks.manage')) {
    return (
      <Empty icon={Webhook} title={webhookText.emptyTitle} action={add}>
        {add ? webhookText.empty : webhookText.emptyReader}
      </Empty>
    );
  }
  return (
    <Empty
      icon={Webhook}
      title={webhookText.lackingTitle}
      action={
        can('partners.write') && <To href={`/c/${slug}/partners/${partner.id}/settings`}>{webhookText.toSettings}</To>
      }
    >
      {webhookText.lacking(text.scopes['webhooks.manage'].name)}
    </Empty>
  );
}

function SubscriptionTable({ subscriptions, base }: { subscriptions: readonly PartnerSubscription[]; base: string }) {
  const { text, format } = useLanguage();
  const webhookText = useText().webhooks;
  const columns: Column<PartnerSubscription>[] = [
    {
      key: 'url',
      title: webhookText.target,
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
      title: webhookText.health,
      cell: (one) => (
        <>
          <HealthTag health={one.health} />
          {one.failing_since && (
            <div className="quiet">{webhookText.failingSince(format.relative(one.failing_since))}</div>
          )}
        </>
      ),
    },
    { key: 'kinds', title: webhookText.kinds, cell: ({ subscription }) => <KindsOf subscription={subscription} /> },
    {
      key: 'today',
      title: webhookText.today,
      cell: ({ deliveries }) => (
        <>
          {webhookText.delivered(deliveries.delivered_24h)}
          {deliveries.failed_24h > 0 && <div>{webhookText.failed(deliveries.failed_24h)}</div>}
          {deliveries.pending + deliveries.held > 0 && (
            <div className="quiet">{webhookText.pendingHeld(deliveries.pending, deliveries.held)}</div>
          )}
        </>
      ),
    },
    {
      key: 'last',
      title: webhookText.lastSuccess,
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
