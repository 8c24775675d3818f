/** Hours that members recorded and that the office settles: what was said, and the two ways on. */
import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { PROPOSAL_HOWS, PROPOSAL_STATES, type ProposalHow } from '@timebank/contract/words';
import { Handshake } from 'lucide-react';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity, useReadPages } from '../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../console/src/i18n/text.ts';
import { ChoiceFilter } from '../../../console/src/parts/lists/filters.tsx';
import { PER_PAGE, setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { LoadMore } from '../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../console/src/parts/page/failure.ts';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, Empty, succeeded } from '../../../console/src/parts/page/states.tsx';
import { Hours } from '../../../console/src/parts/values/hours.tsx';
import { NumberedName, Phones, Tag } from '../../../console/src/parts/values/values.tsx';
import type { ProposalToSettle } from '../contract/proposals.ts';

interface SettleQuestion {
  readonly proposal: ProposalToSettle;
  readonly act: 'confirm' | 'end';
}

export default function ToSettle() {
  const text = useText();
  const words = text.toSettle;
  const { slug } = useCommunity();
  const [filters, change] = useQueryState(['state']);
  const state = filters.state || 'office';
  const list = useReadPages('listHourProposals', {
    query: { per_page: PER_PAGE, ...setOnly(state === 'all' ? {} : { state }) },
  });
  const [asked, setAsked] = useState<SettleQuestion>();
  return (
    <Page title={words.title} lead={words.lead} back={{ href: `/c/${slug}/exchanges`, label: text.exchanges.title }}>
      <Group align="flex-end">
        <ChoiceFilter
          label={words.state}
          all={words.states.office}
          options={[...PROPOSAL_STATES.filter((one) => one !== 'office'), 'all' as const].map((value) => ({
            value,
            label: words.states[value],
          }))}
          value={filters.state}
          change={(value) => change({ state: value })}
        />
      </Group>
      <Arriving of={list} />
      {list.items?.length === 0 && (
        <Empty icon={Handshake} title={words.emptyTitle}>
          {words.empty}
        </Empty>
      )}
      {list.items?.map((proposal) => (
        <Entry key={proposal.id} proposal={proposal} ask={(act) => setAsked({ proposal, act })} />
      ))}
      <LoadMore of={list} />
      {asked && <SettleDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

function Entry({ proposal, ask }: { proposal: ProposalToSettle; ask: (act: SettleQuestion['act']) => void }) {
  const { toSettle: words, answers } = useText();
  const format = useFormat();
  const { can } = useCommunity();
  const { state, office_reason: reason, hours, service_date: day, note, one_mailbox: oneMailbox } = proposal;
  const isOpen = state === 'office' || state === 'waiting';
  const label = words.of(proposal.provider.name, proposal.receiver.name);
  return (
    <Card>
      <Stack gap="sm">
        <Group gap="xs">
          <Tag tone={state === 'office' ? 'wait' : state === 'confirmed' ? 'good' : 'quiet'}>
            {state === 'office' && reason ? words.reasons[reason] : words.states[state]}
          </Tag>
          {oneMailbox && <Tag tone="wait">{words.oneMailbox}</Tag>}
        </Group>
        <Text className="settle-what">
          <Side side={proposal.provider} /> {words.helped} <Side side={proposal.receiver} />: <Hours value={hours} />,{' '}
          {format.day(day)}
          {note && <span className="quiet"> · {note}</span>}
        </Text>
        {(['provider', 'receiver'] as const).map(
          (side) =>
            proposal.telephones[side].length > 0 && (
              <div key={side}>
                <span className="quiet">{proposal[side].name}</span>
                <Phones phones={proposal.telephones[side]} />
              </div>
            ),
        )}
        <ul className="settle-steps">
          {proposal.steps.map((step) => (
            <li key={step.at + step.act}>
              {actorName(proposal, step, words)}: {words.acts[step.act as keyof typeof words.acts] ?? step.act}
              {step.hours !== null && (
                <>
                  , <Hours value={step.hours} />
                </>
              )}
              {step.service_date !== null && step.service_date !== day && <>, {format.day(step.service_date)}</>}
              {step.words && <>: {answers.quoted(step.words)}</>}
              <span className="quiet"> · {format.dateTime(step.at)}</span>
            </li>
          ))}
        </ul>
        {isOpen && can('exchanges.write') && (
          <Group gap="sm">
            <Button size="sm" aria-label={`${words.confirm}: ${label}`} onClick={() => ask('confirm')}>
              {words.confirm}
            </Button>
            <Button size="sm" variant="default" aria-label={`${words.end}: ${label}`} onClick={() => ask('end')}>
              {words.end}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

function Side({ side: { id, name, number } }: { side: ProposalToSettle['provider'] }) {
  const { slug } = useCommunity();
  if (id === null) return <>{name}</>;
  return <NumberedName href={`/c/${slug}/members/${id}`} name={name} number={number} strong />;
}

function actorName(
  { provider, receiver }: ProposalToSettle,
  { actor, deputy }: ProposalToSettle['steps'][number],
  words: { office: string; service: string },
) {
  if (deputy !== null) return deputy;
  const side = [provider, receiver].find(({ id }) => id !== null && actor === `member:${id}`);
  if (side) return side.name;
  return actor === 'worker' || actor === 'system' ? words.service : words.office;
}

function SettleDialog({ asked: { proposal, act }, onClose }: { asked: SettleQuestion; onClose: () => void }) {
  const text = useText();
  const words = text.toSettle;
  const { slug } = useCommunity();
  const [how, setHow] = useState<ProposalHow>('telephone');
  const [time, setTime] = useState('');
  const [day, setDay] = useState(proposal.service_date);
  const [reason, setReason] = useState('');
  const books = act === 'confirm';
  const action = useAction(async () => {
    const right = {
      ...(time.trim() === '' ? {} : { time: time.trim() }),
      ...(day === proposal.service_date || day === '' ? {} : { day }),
    };
    const said = books ? right : { reason: reason.trim() };
    const body = { do: act, how, seen: proposal.revision, ...said };
    await call('settleHourProposal', { params: { slug, proposalId: proposal.id }, body });
    succeeded(books ? words.booked : words.ended);
    await refresh('listHourProposals', 'listExchanges');
  });
  const faultOf = (name: string) => {
    const fault = action.error?.fields.find(({ field }) => field === name || field === `right_${name}`);
    return fault && fieldText(fault, text);
  };
  return (
    <Confirm
      title={words.of(proposal.provider.name, proposal.receiver.name)}
      go={books ? words.confirm : words.end}
      action={action}
      disabled={!books && reason.trim() === ''}
      onClose={onClose}
    >
      <Select
        label={words.how}
        data={PROPOSAL_HOWS.map((value) => ({ value, label: words.hows[value] }))}
        value={how}
        onChange={(value) => setHow((value ?? 'telephone') as ProposalHow)}
      />
      {books ? (
        <>
          <TextInput
            label={words.time}
            description={words.timeHint}
            value={time}
            error={faultOf('time')}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={words.day}
            value={day}
            error={faultOf('day')}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </>
      ) : (
        <Textarea
          label={words.reason}
          description={words.reasonHint}
          minRows={2}
          maxLength={500}
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </Confirm>
  );
}
