/** The deliveries to one address, with every attempt. */
import { Button, SegmentedControl } from '@mantine/core';
import type { ConsoleAnswer } from '@timebank/contract/console';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useReadPages, useRefresh } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { type Column, DataTable, LoadMore } from '../../parts/lists/table.tsx';
import { succeeded } from '../../parts/page/notify.ts';
import { Card, Facts } from '../../parts/page/page.tsx';
import { ActionFailed, Empty, LoadFailed, Loading } from '../../parts/page/states.tsx';
import { Code } from '../../parts/values/code.tsx';
import { Tag } from '../../parts/values/tag.tsx';
import { Time } from '../../parts/values/time.tsx';

type Delivery = ConsoleAnswer<'listPartnerDeliveries'>['data'][number];
type Params = { slug: string; partnerId: number; subscriptionId: string };

const DELIVERIES_PER_PAGE = 25;
const TONES = { pending: 'info', held: 'wait', delivered: 'good', failed: 'bad' } as const;
const STATUSES = ['pending', 'held', 'delivered', 'failed'] as const;

export function Deliveries({ params }: { params: Params }) {
  const text = useText();
  const [status, setStatus] = useState<'' | (typeof STATUSES)[number]>('');
  const list = useReadPages('listPartnerDeliveries', {
    params,
    query: { per_page: DELIVERIES_PER_PAGE, ...(status ? { status } : {}) },
  });
  const { items } = list;
  return (
    <Card
      title={text.webhooks.deliveries}
      action={
        <SegmentedControl
          size="xs"
          className="segments"
          aria-label={text.webhooks.filter}
          value={status}
          onChange={(value) => setStatus(value as typeof status)}
          data={[
            { value: '', label: text.webhooks.filterAll },
            ...STATUSES.map((value) => ({ value, label: text.webhooks.statuses[value] })),
          ]}
        />
      }
    >
      {list.error && !items && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {items?.length === 0 &&
        (status ? (
          <p className="quiet">{text.webhooks.deliveriesNone}</p>
        ) : (
          <Empty icon={Send} title={text.webhooks.deliveriesEmptyTitle}>
            {text.webhooks.deliveriesEmpty}
          </Empty>
        ))}
      {items && items.length > 0 && <DeliveryTable deliveries={items} params={params} />}
      <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} load={() => void list.fetchNextPage()} />
    </Card>
  );
}

function DeliveryTable({ deliveries, params }: { deliveries: readonly Delivery[]; params: Params }) {
  const text = useText();
  const format = useFormat();
  const columns: Column<Delivery>[] = [
    {
      key: 'event',
      title: text.webhooks.event,
      main: true,
      cell: ({ event_type }) => <span className="row-link">{event_type}</span>,
    },
    {
      key: 'status',
      title: text.partners.status,
      cell: ({ status, next_attempt_at }) => (
        <>
          <Tag tone={TONES[status]}>{text.webhooks.statuses[status]}</Tag>
          {next_attempt_at && (
            <div className="quiet">
              {new Date(next_attempt_at) <= new Date()
                ? text.webhooks.due
                : text.webhooks.next(format.relative(next_attempt_at))}
            </div>
          )}
        </>
      ),
    },
    { key: 'created', title: text.webhooks.created, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      key: 'attempts',
      title: text.webhooks.attempts,
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return (
          <>
            {text.webhooks.attemptsCount(attempts.length)}
            {last && (
              <div className="quiet">
                {last.status_code === null ? text.webhooks.noAnswer : text.webhooks.answered(last.status_code)},{' '}
                {format.latency(last.latency_ms)}
              </div>
            )}
          </>
        );
      },
    },
  ];
  return (
    <DataTable
      caption={text.webhooks.deliveries}
      columns={columns}
      rows={deliveries}
      rowKey={({ id }) => id}
      expand={{
        label: ({ event_type, created_at }) => text.webhooks.showAttempts(`${event_type}, ${format.exact(created_at)}`),
        content: (delivery) => <DeliveryDetails delivery={delivery} params={params} />,
      }}
    />
  );
}

function DeliveryDetails({ delivery, params }: { delivery: Delivery; params: Params }) {
  const text = useText();
  const format = useFormat();
  const { can } = useCommunity();
  const refresh = useRefresh();
  const retry = useAction(async () => {
    await call('retryPartnerDelivery', { params: { ...params, deliveryId: delivery.id } });
    succeeded(text.webhooks.retried);
    await refresh('listPartnerDeliveries', 'getPartnerSubscription');
  });
  return (
    <div className="stack">
      <Facts
        items={[
          ...delivery.attempts.map(
            (attempt) =>
              [
                text.webhooks.attempt(attempt.number),
                <span key={attempt.number}>
                  {format.exact(attempt.started_at)}:{' '}
                  {attempt.status_code === null ? text.webhooks.noAnswer : text.webhooks.answered(attempt.status_code)},{' '}
                  {format.latency(attempt.latency_ms)}
                  {attempt.error && <div className="quiet">{attempt.error}</div>}
                </span>,
              ] as const,
          ),
          [text.webhooks.ids, <Code key="ids">{`${delivery.event_id} ${delivery.id}`}</Code>] as const,
        ]}
      />
      <ActionFailed error={retry.error} />
      {can('webhooks.write') && delivery.status !== 'delivered' && (
        <div>
          <Button
            variant="default"
            loading={retry.busy}
            aria-label={text.webhooks.retryThis(delivery.event_type)}
            onClick={() => void retry.run()}
          >
            {text.webhooks.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
