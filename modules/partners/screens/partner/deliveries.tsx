/** The deliveries to one address, as they go. */

import { Send } from 'lucide-react';
import { useState } from 'react';
import { useReadPages } from '../../../../console/src/api/hooks.ts';
import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { ChoiceFilter } from '../../../../console/src/parts/lists/filters.tsx';
import { type Column, DataTable, LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Empty, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { Tag } from '../../../../console/src/parts/values/tag.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';
import type { PartnerDelivery, PartnerSubscription } from '../../contract/webhooks.ts';
import { DeliveryDetails } from './delivery-details.tsx';
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

// The state of a delivery: a word, a colour, and when it goes on.

const TONES = { waiting: 'info', retrying: 'wait', held: 'quiet', delivered: 'good', failed: 'bad' } as const;

interface DeliveryStateProps {
  delivery: PartnerDelivery;
  subscription: PartnerSubscription['subscription'];
}

function DeliveryState({ delivery, subscription }: DeliveryStateProps) {
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
