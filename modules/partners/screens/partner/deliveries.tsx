/** The deliveries to one address, as they go. */

import { Anchor, Button } from '@mantine/core';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, refresh, useAction, useCommunity, useRead, useReadPages } from '../../../../console/src/api/hooks.ts';
import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { ChoiceFilter } from '../../../../console/src/parts/lists/filters.tsx';
import { type Column, DataTable, LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Card, type Fact, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Empty, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { To } from '../../../../console/src/parts/values/to.tsx';
import { Code, Tag, Time } from '../../../../console/src/parts/values/values.tsx';
import type { PartnerDelivery, PartnerDeliveryDetails, PartnerSubscription } from '../../contract/webhooks.ts';
import { AnswerPlace, meaningOf, type RequestedAttempt } from './answer.tsx';
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
      <Arriving of={list} />
      {items?.length === 0 &&
        (status ? (
          <p className="quiet">{text.deliveriesNone}</p>
        ) : (
          <Empty icon={Send} title={text.deliveriesEmptyTitle}>
            {text.deliveriesEmpty}
          </Empty>
        ))}
      {items && items.length > 0 && <DeliveryTable {...props} deliveries={items} />}
      <LoadMore of={list} />
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

// One delivery: what it is about, what was sent, and what the receiver answered each time.

type Attempt = PartnerDeliveryDetails['attempts'][number];

interface DeliveryDetailsProps {
  delivery: PartnerDelivery;
  /** The name of its event. */
  name: string;
  params: SubscriptionParams;
  pace: Pace;
}

function DeliveryDetails({ delivery: listed, name, params, pace }: DeliveryDetailsProps) {
  const text = useText().webhooks;
  const { slug, can } = useCommunity();
  const [asked, setAsked] = useState<RequestedAttempt>();
  const on = { ...params, deliveryId: listed.id };
  const found = useRead(
    'getPartnerDelivery',
    { params: on, quiet: true },
    {
      refetchInterval: ({ state }) =>
        pace.of(state.data?.data.next_attempt_at ? [state.data.data.next_attempt_at] : []),
    },
  );
  const retry = useAction(async () => {
    const after = listed.attempts.at(-1)?.number ?? 0;
    await call('retryPartnerDelivery', { params: on });
    pace.hurry();
    setAsked({ deliveryId: listed.id, after });
    await refresh('listPartnerDeliveries', 'getPartnerDelivery', 'getPartnerSubscription');
  });
  const delivery = found.data?.data;
  return (
    <div className="stack">
      <ActionFailed error={retry.error} />
      {can('webhooks.write') && (listed.status !== 'delivered' || asked) && (
        <div>
          <Button variant="default" aria-label={text.retryThis(name)} onClick={() => void retry.run()}>
            {text.retry}
          </Button>
        </div>
      )}
      <AnswerPlace asked={asked} params={params} />
      {!delivery &&
        (found.error ? <LoadFailed error={found.error} retry={() => void found.refetch()} /> : <Loading rows={2} />)}
      {delivery && (
        <>
          <Facts
            items={[...aboutOf(delivery), [text.ids, <Code key="ids">{`${delivery.event_id} ${delivery.id}`}</Code>]]}
          />
          {delivery.attempts.toReversed().map((attempt) => (
            <AttemptBox key={attempt.number} attempt={attempt} />
          ))}
          <details className="sent">
            <summary>{text.payload}</summary>
            <p className="quiet">{text.payloadHint}</p>
            <Code block>{JSON.stringify(JSON.parse(delivery.payload), null, 2)}</Code>
          </details>
        </>
      )}
    </div>
  );

  function aboutOf({ event_type, member, credit, day, listing_id }: PartnerDeliveryDetails): readonly Fact[] {
    const statement = `/c/${slug}/partners/${params.partnerId}/statements/${day}`;
    return [
      [text.event, <Code key="type">{event_type}</Code>],
      member && [
        text.member,
        <Anchor key="member" component={Link} href={`/c/${slug}/members/${member.id}`}>
          {member.name ?? text.noName}
        </Anchor>,
      ],
      credit && [text.credit, <CreditLink key="credit" credit={credit} href={day && statement} />],
      !credit && day && [text.statement, <DayLink key="day" day={day} href={statement} />],
      listing_id && [
        text.listing,
        <Anchor key="listing" component={Link} href={`/c/${slug}/listings/${listing_id}`}>
          {text.openListing}
        </Anchor>,
      ],
    ];
  }
}

function CreditLink({ credit, href }: { credit: { reference: string; hours: number }; href: string | null }) {
  const text = useText().webhooks;
  const format = useFormat();
  const value = text.creditValue(credit.reference, format.hours(credit.hours));
  return href ? <To href={href}>{value}</To> : value;
}

function DayLink({ day, href }: { day: string; href: string }) {
  const format = useFormat();
  return <To href={href}>{format.day(day)}</To>;
}

function AttemptBox({ attempt }: { attempt: Attempt }) {
  const text = useText().webhooks;
  const format = useFormat();
  const { tone, meaning } = meaningOf(attempt, text);
  const answered = attempt.status_code !== null;
  return (
    <section className="attempt" aria-label={text.attempt(attempt.number)}>
      <p className="attempt-head">
        <span className="row-link">{text.attempt(attempt.number)}</span>
        <Tag tone={tone}>{answered ? text.answered(attempt.status_code ?? 0) : text.noAnswer}</Tag>
        <span className="quiet">
          {format.exact(attempt.started_at)}, {format.latency(attempt.latency_ms)}
        </span>
      </p>
      <p>{meaning}</p>
      {answered && attempt.answer_start !== null && (
        <>
          <p className="label">{text.answerText}</p>
          <Code block>{attempt.answer_start}</Code>
        </>
      )}
      {answered && attempt.answer_start === null && <p className="quiet">{text.answerEmpty}</p>}
      {attempt.headers.length > 0 && (
        <details className="sent">
          <summary>{text.headers}</summary>
          <p className="quiet">{text.shortened}</p>
          <Code block>{attempt.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</Code>
        </details>
      )}
    </section>
  );
}
