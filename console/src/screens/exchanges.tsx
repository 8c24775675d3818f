/** Help that was given, and its corrections. */
import { Anchor, Button, Group, Select, TextInput } from '@mantine/core';
import type { Exchange } from '@timebank/contract/console';
import { Clock, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type RowCount, useCommunity, useReadPages } from '../api/hooks.ts';
import type { Format } from '../i18n/format.ts';
import { type Texts, useFormat, useText } from '../i18n/text.ts';
import { SearchFilter } from '../parts/lists/filters.tsx';
import { listAction } from '../parts/lists/list-action.tsx';
import { ListView } from '../parts/lists/list-view.tsx';
import { MemberFilter } from '../parts/lists/member-filter.tsx';
import { PER_PAGE } from '../parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../parts/lists/query-state.ts';
import type { Column } from '../parts/lists/table.tsx';
import { Page } from '../parts/page/page.tsx';
import { Hours } from '../parts/values/hours.tsx';
import { Tag } from '../parts/values/tag.tsx';
import { Time } from '../parts/values/time.tsx';
import { CorrectDialog } from './exchanges/correct-dialog.tsx';

const FILTERS = ['member', 'from', 'to', 'corrected', 'note'] as const;
const NAMES = [...FILTERS, 'sort'] as const;
type Filters = Readonly<Record<(typeof NAMES)[number], string>>;

export default function Exchanges() {
  const text = useText();
  const { slug, can } = useCommunity();
  const format = useFormat();
  const [filters, change] = useQueryState(NAMES);
  // A search for days shows them in their order.
  const sort = filters.sort || (filters.from || filters.to ? '-day' : '-recorded');
  const list = useReadPages('listExchanges', {
    params: { slug },
    query: { per_page: PER_PAGE, ...setOnly(filters), sort },
  });
  const { count } = list;
  const isFiltered = FILTERS.some((name) => filters[name] !== '');
  const [asked, setAsked] = useState<Exchange>();
  const columns = useExchangeColumns(setAsked);
  const record = can('exchanges.write') && (
    <Button component={Link} href={`/c/${slug}/exchanges/slips`} leftSection={<Plus size={18} aria-hidden="true" />}>
      {text.exchanges.record}
    </Button>
  );
  return (
    <Page
      title={text.exchanges.title}
      action={
        <Group gap="sm">
          <Button variant="default" component={Link} href={`/c/${slug}/accounts`}>
            {text.exchanges.accounts}
          </Button>
          {listAction(list, isFiltered, record)}
        </Group>
      }
    >
      <ListView
        name="exchanges"
        caption={text.exchanges.title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        isFiltered={isFiltered}
        clear={() => change({ member: '', from: '', to: '', corrected: '', note: '' })}
        sorting={{ by: sort, change: (by) => change({ sort: by }) }}
        sum={sumOf(count, text, format)}
        filters={<ExchangeFilters filters={filters} change={change} />}
        moreFilters={{ set: moreSet(filters), fields: <MoreExchangeFilters filters={filters} change={change} /> }}
        empty={{
          icon: Clock,
          title: text.exchanges.emptyTitle,
          text: record ? text.exchanges.empty : text.exchanges.emptyReader,
          action: record,
        }}
        none={{ title: text.exchanges.noneTitle, text: text.exchanges.none }}
      />
      {asked && <CorrectDialog exchange={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

/** What the rows are of which the hours are the sum: reversed ones are rows, and have none. */
function sumOf(count: RowCount | undefined, text: Texts, format: Format): string | undefined {
  if (count?.hours === undefined) return undefined;
  const hours = text.list.hours(format.hours(count.hours));
  return count.reversed ? `${text.list.reversed(format.number(count.reversed))} · ${hours}` : hours;
}

interface FilterProps {
  readonly filters: Filters;
  readonly change: (values: Partial<Filters>) => void;
}

function ExchangeFilters({ filters, change }: FilterProps) {
  const text = useText();
  return (
    <>
      <SearchFilter label={text.exchanges.note} value={filters.note} change={(note) => change({ note })} />
      <MemberFilter label={text.exchanges.member} id={filters.member} choose={(member) => change({ member })} />
    </>
  );
}

/** How many of those below are set. */
const moreSet = ({ from, to, corrected }: Filters) => [from, to, corrected].filter((value) => value !== '').length;

function MoreExchangeFilters({ filters, change }: FilterProps) {
  const text = useText();
  return (
    <>
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
    </>
  );
}

function useExchangeColumns(ask: (exchange: Exchange) => void): readonly Column<Exchange>[] {
  const text = useText();
  const format = useFormat();
  const { can } = useCommunity();
  return [
    {
      key: 'who',
      title: text.exchanges.helper,
      main: true,
      plain: ({ provider, correction }) =>
        [provider.name ?? text.exchanges.chest, correction && `(${text.exchanges.corrected})`]
          .filter(Boolean)
          .join(' '),
      cell: ({ provider, correction }) => (
        <>
          <PartyName party={provider} strong />
          {correction && (
            <>
              {' '}
              <Tag tone="quiet">{text.exchanges.corrected}</Tag>
            </>
          )}
          {correction?.reason && <div className="quiet">{text.exchanges.correctedWhy(correction.reason)}</div>}
        </>
      ),
    },
    {
      key: 'helped',
      title: text.exchanges.helped,
      plain: ({ receiver }) => receiver.name ?? text.exchanges.chest,
      cell: ({ receiver }) => <PartyName party={receiver} />,
    },
    {
      key: 'note',
      title: text.exchanges.note,
      clip: true,
      plain: ({ note }) => note,
      cell: ({ note }) => (note ? <span title={note}>{note}</span> : <span className="quiet">–</span>),
    },
    {
      key: 'time',
      title: text.exchanges.time,
      sort: 'hours',
      end: true,
      tight: true,
      plain: ({ hours }) => ({ hours }),
      cell: ({ hours }) => <Hours value={hours} />,
    },
    {
      key: 'day',
      title: text.exchanges.day,
      sort: 'day',
      tight: true,
      plain: ({ service_date }) => ({ day: service_date }),
      cell: ({ service_date }) => format.day(service_date),
    },
    {
      key: 'recorded',
      title: text.exchanges.recorded,
      sort: 'recorded',
      tight: true,
      plain: ({ created_at }) => ({ at: created_at }),
      cell: ({ created_at }) => <Time at={created_at} />,
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
                  onClick={() => ask(exchange)}
                >
                  {text.exchanges.correct}
                </Button>
              ),
          },
        ]
      : []),
  ];
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
