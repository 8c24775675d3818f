/** The deliveries to one address, as they go. */
import type { PartnerDelivery, PartnerSubscription } from '@timebank/contract/console';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useReadPages } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { ChoiceFilter } from '../../parts/lists/filters.tsx';
import { type Column, DataTable, LoadMore } from '../../parts/lists/table.tsx';
import { Card } from '../../parts/page/page.tsx';
import { Empty, LoadFailed, Loading } from '../../parts/page/states.tsx';
import { Time } from '../../parts/values/time.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryState } from './delivery-state.tsx';
import type { Pace } from './pace.ts';
import type { SubscriptionParams } from './part-props.ts';

const DELIVERIES_PER_PAGE = 25;
const STATUSES = ['pending', 'held', 'delivered', 'failed'] as const;

interface Props {
  readonly params: SubscriptionParams;
  readonly subscription: PartnerSubscription['subscription'];
  readonly pace: Pace;
}

export function Deliveries(props: Props) {
  const text = useText().webhooks;
  const [status, setStatus] = useState<'' | (typeof STATUSES)[number]>('');
  const list = useReadPages(
    'listPartnerDeliveries',
    { params: props.params, query: { per_page: DELIVERIES_PER_PAGE, ...(status ? { status } : {}) }, quiet: true },
    (deliveries) => props.pace.of(deliveries.flatMap(({ next_attempt_at }) => next_attempt_at ?? [])),
  );
  const { items } = list;
  return (
    <Card title={text.deliveries}>
      {(status !== '' || items?.length !== 0) && (
        <search className="filters">
          <ChoiceFilter
            label={text.status}
            all={text.filterAll}
            options={STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
            value={status}
            change={(value) => setStatus(value as typeof status)}
          />
        </search>
      )}
      {list.error && !items && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {items?.length === 0 &&
        (status ? (
          <p className="quiet">{text.deliveriesNone}</p>
        ) : (
          <Empty icon={Send} title={text.deliveriesEmptyTitle}>
            {text.deliveriesEmpty}
          </Empty>
        ))}
      {items && items.length > 0 && <DeliveryTable {...props} deliveries={items} />}
      <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} load={() => void list.fetchNextPage()} />
    </Card>
  );
}

function DeliveryTable({ deliveries, ...props }: Props & { deliveries: readonly PartnerDelivery[] }) {
  const text = useText().webhooks;
  const format = useFormat();
  const names: Readonly<Record<string, string>> = text.kindNames;
  const nameOf = ({ event_type }: PartnerDelivery) => names[event_type] ?? event_type;
  const columns: Column<PartnerDelivery>[] = [
    {
      key: 'event',
      title: text.event,
      main: true,
      cell: (delivery) => (
        <>
          <span className="row-link">{nameOf(delivery)}</span>
          <div className="quiet">
            {[delivery.member?.name, delivery.credit?.reference].filter(Boolean).join(', ') || delivery.event_type}
          </div>
        </>
      ),
    },
    {
      key: 'status',
      title: text.status,
      tight: true,
      cell: (delivery) => <DeliveryState delivery={delivery} subscription={props.subscription} />,
    },
    { key: 'created', title: text.created, tight: true, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      key: 'attempts',
      title: text.attempts,
      tight: true,
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return (
          <>
            {text.attemptsCount(attempts.length)}
            {last && (
              <div className="quiet">
                {last.status_code === null ? text.noAnswer : text.answered(last.status_code)},{' '}
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
      caption={text.deliveries}
      columns={columns}
      rows={deliveries}
      rowKey={({ id }) => id}
      expand={{
        label: (delivery) => text.showAttempts(`${nameOf(delivery)}, ${format.exact(delivery.created_at)}`),
        content: (delivery) => <DeliveryDetails {...props} delivery={delivery} name={nameOf(delivery)} />,
      }}
    />
  );
}
