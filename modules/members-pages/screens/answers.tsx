/** What members answer to each other's listings, and what of it the office hands on. */

import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { ANSWER_STATES } from '@timebank/contract/words';
import { MessageSquareReply } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../console/src/i18n/text.ts';
import { ChoiceFilter } from '../../../console/src/parts/lists/filters.tsx';
import { setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, Empty } from '../../../console/src/parts/page/states.tsx';
import { ButtonTo } from '../../../console/src/parts/values/to.tsx';
import { Tag } from '../../../console/src/parts/values/values.tsx';
import type { ListingAnswer } from '../contract/answers.ts';

const HAND_ON = 'hand_on';

export default function Answers() {
  const text = useText();
  const words = text.answers;
  const { slug } = useCommunity();
  const [filters, change] = useQueryState(['state', 'before']);
  const { state, before } = filters;
  const shown = state === HAND_ON ? { hand_on: 'yes' } : setOnly({ state });
  const found = useRead('listAnswers', { query: { ...shown, ...setOnly({ before }) } });
  const items = found.data?.data;
  const last = items?.at(-1);
  return (
    <Page title={words.title} lead={words.lead} back={{ href: `/c/${slug}/listings`, label: text.listings.title }}>
      <Group align="flex-end">
        <ChoiceFilter
          label={words.state}
          all={words.all}
          options={[HAND_ON, ...ANSWER_STATES].map((value) => ({
            value,
            label: value === HAND_ON ? words.handOn : words.states[value as ListingAnswer['state']],
          }))}
          value={state}
          change={(value) => change({ state: value, before: '' })}
        />
        {state === HAND_ON && <ButtonTo href={`/c/${slug}/messages/print`}>{words.toPrint}</ButtonTo>}
      </Group>
      {state === HAND_ON && <p className="quiet">{words.handOnHint}</p>}
      <Arriving of={found} />
      {items?.length === 0 && (
        <Empty icon={MessageSquareReply} title={words.emptyTitle}>
          {state === HAND_ON ? words.emptyHandOn : words.empty}
        </Empty>
      )}
      {items?.map((answer) => (
        <Entry key={answer.id} answer={answer} />
      ))}
      <Group>
        {before !== '' && (
          <Button variant="default" onClick={() => change({ before: '' })}>
            {words.newest}
          </Button>
        )}
        {found.data?.meta.more && last && (
          <Button variant="default" onClick={() => change({ before: last.id })}>
            {words.older}
          </Button>
        )}
      </Group>
    </Page>
  );
}

function Entry({ answer }: { answer: ListingAnswer }) {
  const words = useText().answers;
  const format = useFormat();
  const { slug } = useCommunity();
  const { state, from, to, listing, message, reply, released, owner_released: ownerReleased, mail } = answer;
  const isHandedOn = state === 'open' && !to.by_mail;
  return (
    <Card>
      <Stack gap="sm">
        <Group gap="xs">
          <Tag tone={state === 'open' ? 'wait' : state === 'agreed' ? 'good' : 'quiet'}>{words.states[state]}</Tag>
          {isHandedOn && (
            <Tag tone={mail === 'printed' ? 'good' : 'wait'}>{mail === 'printed' ? words.printed : words.handOn}</Tag>
          )}
        </Group>
        <Text className="settle-what">
          <Person side={from} /> {words.to} <Person side={to} />:{' '}
          <Anchor component={Link} href={`/c/${slug}/listings/${listing.id}`} className="row-link">
            {listing.title}
          </Anchor>
          <span className="quiet"> · {format.dateTime(answer.created_at)}</span>
        </Text>
        {message && <Text className="answer-words">{words.quoted(message)}</Text>}
        <Released name={from.name} released={released} />
        {reply !== null && (
          <Text className="answer-words">
            {words.replied(to.name)} {words.quoted(reply)}
          </Text>
        )}
        {state === 'agreed' && <Released name={to.name} released={ownerReleased} />}
        {isHandedOn && <p>{to.phone ? words.call(to.name, to.phone) : words.noPhone(to.name)}</p>}
        {state !== 'open' && reply !== null && !from.by_mail && (
          <p>{from.phone ? words.callBack(from.name, from.phone) : words.noPhone(from.name)}</p>
        )}
      </Stack>
    </Card>
  );
}

function Released({ name, released }: { name: string; released: ListingAnswer['released'] }) {
  const words = useText().answers;
  const what = released.map((one) => words.contacts[one]).join(', ');
  return <p className="quiet">{what === '' ? words.releasedNothing(name) : words.released(name, what)}</p>;
}

function Person({ side: { id, name } }: { side: ListingAnswer['from'] }) {
  const { slug } = useCommunity();
  return (
    <Anchor component={Link} href={`/c/${slug}/members/${id}`} className="row-link">
      {name}
    </Anchor>
  );
}
