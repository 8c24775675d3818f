/** One delivery: what it is about, what was sent, and what the receiver answered each time. */
import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { Tag } from '../../../../console/src/parts/values/tag.tsx';
import type { PartnerDelivery, PartnerDeliveryDetails } from '../../contract/webhooks.ts';
import { AnswerPlace, meaningOf, type RequestedAttempt } from './answer.tsx';
import type { Pace } from './pace.ts';
import type { SubscriptionParams } from './part-props.ts';

type Attempt = PartnerDeliveryDetails['attempts'][number];

interface DeliveryDetailsProps {
  delivery: PartnerDelivery;
  /** The name of its event. */
  name: string;
  params: SubscriptionParams;
  pace: Pace;
}

export function DeliveryDetails({ delivery: listed, name, params, pace }: DeliveryDetailsProps) {
  const text = useText().webhooks;
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
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

  function aboutOf({ event_type, member, credit, day, listing_id }: PartnerDeliveryDetails) {
    const statement = `/c/${slug}/partners/${params.partnerId}/statements/${day}`;
    const items: (readonly [string, ReactNode])[] = [[text.event, <Code key="type">{event_type}</Code>]];
    if (member) {
      items.push([
        text.member,
        <Anchor key="member" component={Link} href={`/c/${slug}/members/${member.id}`}>
          {member.name ?? text.noName}
        </Anchor>,
      ]);
    }
    if (credit) items.push([text.credit, <CreditLink key="credit" credit={credit} href={day && statement} />]);
    else if (day) items.push([text.statement, <DayLink key="day" day={day} href={statement} />]);
    if (listing_id) {
      items.push([
        text.listing,
        <Anchor key="listing" component={Link} href={`/c/${slug}/listings/${listing_id}`}>
          {text.openListing}
        </Anchor>,
      ]);
    }
    return items;
  }
}

function CreditLink({ credit, href }: { credit: { reference: string; hours: number }; href: string | null }) {
  const text = useText().webhooks;
  const format = useFormat();
  const value = text.creditValue(credit.reference, format.hours(credit.hours));
  return href ? (
    <Anchor component={Link} href={href}>
      {value}
    </Anchor>
  ) : (
    value
  );
}

function DayLink({ day, href }: { day: string; href: string }) {
  const format = useFormat();
  return (
    <Anchor component={Link} href={href}>
      {format.day(day)}
    </Anchor>
  );
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
