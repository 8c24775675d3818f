/** Help that was given, and its corrections. */
import { Anchor, Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import type { Exchange } from '@timebank/contract/console';
import { Clock, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api/call.ts';
import { useAction, useCommunity, useReadPages, useRefresh } from '../api/hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { PER_PAGE } from '../parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../parts/lists/query-state.ts';
import { type Column, DataTable, LoadMore } from '../parts/lists/table.tsx';
import { Confirm } from '../parts/page/confirm.tsx';
import { fieldText } from '../parts/page/failure.ts';
import { succeeded } from '../parts/page/notify.ts';
import { Page } from '../parts/page/page.tsx';
import { Empty, LoadFailed, Loading } from '../parts/page/states.tsx';
import { Hours } from '../parts/values/hours.tsx';
import { Tag } from '../parts/values/tag.tsx';
import { Time } from '../parts/values/time.tsx';

const FILTERS = ['member', 'from', 'to', 'corrected'] as const;

export default function Exchanges() {
  const text = useText();
  const { slug, can } = useCommunity();
  const [filters, change] = useQueryState(FILTERS);
  const list = useReadPages('listExchanges', { params: { slug }, query: { per_page: PER_PAGE, ...setOnly(filters) } });
  const { items } = list;
  const isFiltered = FILTERS.some((name) => filters[name] !== '');
  const isEmpty = items?.length === 0 && !isFiltered;
  const record = can('exchanges.write') && (
    <Button component={Link} href={`/c/${slug}/exchanges/slips`} leftSection={<Plus size={18} aria-hidden="true" />}>
      {text.exchanges.record}
    </Button>
  );
  return (
    <Page
      title={text.exchanges.title}
      lead={text.exchanges.lead}
      action={
        <Group gap="sm">
          <Button variant="default" component={Link} href={`/c/${slug}/accounts`}>
            {text.exchanges.accounts}
          </Button>
          {!isEmpty && record}
        </Group>
      }
    >
      {!isEmpty && (
        <search className="filters">
          <TextInput
            type="date"
            label={text.exchanges.from}
            value={filters.from}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={text.exchanges.to}
            value={filters.to}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
          <Select
            label={text.exchanges.state}
            allowDeselect={false}
            data={(['all', 'no', 'yes'] as const).map((value) => ({ value, label: text.exchanges.states[value] }))}
            value={filters.corrected || 'all'}
            onChange={(value) => change({ corrected: value === 'all' || value === null ? '' : value })}
          />
        </search>
      )}
      {list.error && !items && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {isEmpty && (
        <Empty icon={Clock} title={text.exchanges.emptyTitle} action={record}>
          {record ? text.exchanges.empty : text.exchanges.emptyReader}
        </Empty>
      )}
      {items?.length === 0 && isFiltered && (
        <Empty
          icon={Search}
          title={text.exchanges.noneTitle}
          action={
            <Button variant="default" onClick={() => change({ member: '', from: '', to: '', corrected: '' })}>
              {text.act.clear}
            </Button>
          }
        >
          {text.exchanges.none}
        </Empty>
      )}
      {items && items.length > 0 && (
        <div className="card card-table">
          <ExchangeTable exchanges={items} />
        </div>
      )}
      <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} load={() => void list.fetchNextPage()} />
    </Page>
  );
}

function ExchangeTable({ exchanges }: { exchanges: readonly Exchange[] }) {
  const text = useText();
  const format = useFormat();
  const { can } = useCommunity();
  const [asked, setAsked] = useState<Exchange>();
  const columns: Column<Exchange>[] = [
    {
      key: 'who',
      title: text.exchanges.helper,
      main: true,
      cell: ({ provider, note, correction }) => (
        <>
          <PartyName party={provider} strong />
          {correction && (
            <>
              {' '}
              <Tag tone="quiet">{text.exchanges.corrected}</Tag>
            </>
          )}
          {note && <div className="quiet">{note}</div>}
          {correction?.reason && <div className="quiet">{text.exchanges.correctedWhy(correction.reason)}</div>}
        </>
      ),
    },
    { key: 'helped', title: text.exchanges.helped, cell: ({ receiver }) => <PartyName party={receiver} /> },
    {
      key: 'time',
      title: text.exchanges.time,
      end: true,
      tight: true,
      cell: ({ hours }) => <Hours value={hours} />,
    },
    {
      key: 'day',
      title: text.exchanges.day,
      tight: true,
      cell: ({ service_date, created_at }) => (
        <>
          {format.day(service_date)}
          <div className="quiet">
            <Time at={created_at} />
          </div>
        </>
      ),
    },
    ...(can('exchanges.write')
      ? [
          {
            key: 'act',
            title: text.exchanges.correct,
            quiet: true,
            tight: true,
            cell: (exchange: Exchange) =>
              !exchange.correction && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={text.exchanges.correctOf(namesOf(exchange, text.exchanges.chest))}
                  onClick={() => setAsked(exchange)}
                >
                  {text.exchanges.correct}
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DataTable caption={text.exchanges.title} columns={columns} rows={exchanges} rowKey={({ id }) => id} />
      {asked && <CorrectDialog exchange={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

const namesOf = ({ provider, receiver }: Exchange, chest: string) =>
  `${provider.name ?? chest}, ${receiver.name ?? chest}`;

function PartyName({ party, strong }: { party: Exchange['provider']; strong?: boolean }) {
  const text = useText();
  const { slug } = useCommunity();
  const href =
    party.kind === 'member'
      ? `/c/${slug}/members/${party.id}`
      : `/c/${slug}/accounts/${party.kind === 'chest' ? 'chest' : party.id.replace('account:', '')}`;
  return (
    <Anchor component={Link} href={href} {...(strong ? { className: 'row-link' } : {})}>
      {party.name ?? text.exchanges.chest}
    </Anchor>
  );
}

function CorrectDialog({ exchange, onClose }: { exchange: Exchange; onClose: () => void }) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const action = useAction(async (why: string) => {
    await call('correctExchange', { params: { slug, exchangeId: exchange.id }, body: { reason: why } });
    succeeded(text.exchanges.correctedDone);
    await refresh('listExchanges', 'listMemberTransfers', 'getMember', 'listAccounts');
  });
  const fault = action.error?.fields.find(({ field }) => field === 'reason');
  const { provider, receiver, hours } = exchange;
  return (
    <Confirm
      title={text.exchanges.correctTitle}
      go={text.exchanges.correctGo}
      danger
      action={fault ? { ...action, error: undefined } : action}
      args={[reason.trim()]}
      disabled={reason.trim() === ''}
      onClose={onClose}
    >
      <p>
        <strong>
          {text.exchanges.and(provider.name ?? text.exchanges.chest, receiver.name ?? text.exchanges.chest)},{' '}
          {text.exchanges.hours(format.hours(hours))}
        </strong>
      </p>
      <p>{text.exchanges.correctText}</p>
      <Textarea
        label={text.exchanges.reason}
        description={text.exchanges.reasonHint}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        error={fault && fieldText(fault, text)}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  );
}
