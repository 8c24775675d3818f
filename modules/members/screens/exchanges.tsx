/** Help that was given, and its corrections. */
import { Anchor, Button, Group } from '@mantine/core';
import { Clock, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type RowCount, useCommunity, useReadPages } from '../../../console/src/api/hooks.ts';
import type { Format } from '../../../console/src/i18n/format.ts';
import { type Texts, useFormat, useText } from '../../../console/src/i18n/text.ts';
import { listAction } from '../../../console/src/parts/lists/list-action.tsx';
import { ListView } from '../../../console/src/parts/lists/list-view.tsx';
import { PER_PAGE } from '../../../console/src/parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import type { Column } from '../../../console/src/parts/lists/table.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Hours } from '../../../console/src/parts/values/hours.tsx';
import { NumberedName } from '../../../console/src/parts/values/numbered-name.tsx';
import { recorderText } from '../../../console/src/parts/values/recorder-text.ts';
import { Tag } from '../../../console/src/parts/values/tag.tsx';
import { Time } from '../../../console/src/parts/values/time.tsx';
import type { Exchange } from '../contract/exchanges.ts';
import { CorrectDialog } from './exchanges/correct-dialog.tsx';
import {
  EXCHANGE_FILTERS,
  ExchangeFilters,
  MoreExchangeFilters,
  useExchangeQuery,
} from './exchanges/exchange-filters.tsx';

const NAMES = [...EXCHANGE_FILTERS, 'sort'] as const;
const SELDOM = ['from', 'to', 'category', 'time', 'recorded_by', 'kind', 'corrected'] as const;

export default function Exchanges() {
  const text = useText();
  const { slug, can } = useCommunity();
  const format = useFormat();
  const [filters, change] = useQueryState(NAMES);
  // A search for days shows them in their order.
  const sort = filters.sort || (filters.from || filters.to ? '-day' : '-recorded');
  const list = useReadPages('listExchanges', {
    params: { slug },
    query: { per_page: PER_PAGE, ...setOnly(useExchangeQuery(filters)), sort },
  });
  const { count } = list;
  const isFiltered = EXCHANGE_FILTERS.some((name) => filters[name] !== '');
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
          <Button variant="default" component={Link} href={`/c/${slug}/to-settle`}>
            {text.toSettle.title}
          </Button>
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
        list={{ ...list, count: withoutGifts(count, filters.kind) }}
        rowKey={({ id }) => id}
        isFiltered={isFiltered}
        clear={() => change(Object.fromEntries(EXCHANGE_FILTERS.map((name) => [name, ''])))}
        sorting={{ by: sort, change: (by) => change({ sort: by }) }}
        sum={sumOf(count, text, format)}
        filters={<ExchangeFilters filters={filters} change={change} />}
        moreFilters={{
          set: SELDOM.filter((name) => filters[name] !== '').length,
          fields: <MoreExchangeFilters filters={filters} change={change} />,
        }}
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

/** The number beside the list is that of the exchanges whose hours are summed; gifts are counted apart. */
function withoutGifts(count: RowCount | undefined, kind: string): RowCount | undefined {
  if (!count || count.more || kind === 'gift') return count;
  return { ...count, rows: count.rows - (count.gifts ?? 0) - (count.reversed ?? 0) };
}

/** The hours of the exchanges that were counted, and apart from them what was reversed and what was given. */
function sumOf(count: RowCount | undefined, text: Texts, format: Format): string | undefined {
  if (count?.hours === undefined) return undefined;
  const { hours, reversed = 0, reversed_hours: back = 0, gifts = 0, gift_hours: given = 0 } = count;
  return [
    text.list.hours(format.hours(hours)),
    reversed > 0 && text.exchanges.reversedHours(format.number(reversed), format.hours(back)),
    gifts > 0 && text.exchanges.giftHours(format.number(gifts), gifts === 1, format.hours(given)),
  ]
    .filter(Boolean)
    .join(' · ');
}

function useExchangeColumns(ask: (exchange: Exchange) => void): readonly Column<Exchange>[] {
  const text = useText();
  const format = useFormat();
  const { slug, can } = useCommunity();
  return [
    ...aboutColumns(text, slug),
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
      cell: ({ created_at, recorded_by, recorded_by_name }) => (
        <>
          <Time at={created_at} />
          <div className="quiet">{recorderText(recorded_by, recorded_by_name, text)}</div>
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

/** Who, whom and what. */
function aboutColumns(text: Texts, slug: string): readonly Column<Exchange>[] {
  return [
    {
      key: 'who',
      title: text.exchanges.helper,
      main: true,
      titled: true,
      plain: ({ provider }) => provider.name ?? text.exchanges.chest,
      cell: ({ provider, kind, correction }) => (
        <>
          <PartyName party={provider} strong />
          {kind === 'gift' && (
            <>
              {' '}
              <Tag tone="quiet">{text.exchanges.kinds.gift}</Tag>
            </>
          )}
          {correction && (
            <>
              {' '}
              <Tag tone="quiet">{text.exchanges.corrected}</Tag>
              <div className="quiet">
                {text.exchanges.correctedBy(
                  recorderText(correction.recorded_by, correction.recorded_by_name, text),
                  correction.reason,
                )}
              </div>
            </>
          )}
        </>
      ),
    },
    offScreen('helperNumber', text.exchanges.helperNumber, ({ provider }) => provider.number),
    {
      key: 'helped',
      title: text.exchanges.helped,
      plain: ({ receiver }) => receiver.name ?? text.exchanges.chest,
      cell: ({ receiver }) => <PartyName party={receiver} />,
    },
    offScreen('helpedNumber', text.exchanges.helpedNumber, ({ receiver }) => receiver.number),
    offScreen('kind', text.exchanges.kind, ({ kind }) => text.exchanges.kinds[kind]),
    offScreen('status', text.exchanges.status, ({ correction }) =>
      correction ? text.exchanges.corrected : text.exchanges.stands,
    ),
    {
      key: 'category',
      title: text.exchanges.category,
      plain: ({ category }) => category,
      cell: ({ category, slip }) => (
        <>
          {category ?? (slip === null && <span className="quiet">–</span>)}
          {slip && (
            <div>
              <Anchor component={Link} href={`/c/${slug}/exchanges?slip=${slip.id}`} className="quiet">
                {text.exchanges.slipOf(slip.size)}
              </Anchor>
            </div>
          )}
        </>
      ),
    },
    {
      key: 'note',
      title: text.exchanges.note,
      clip: true,
      plain: ({ note }) => note,
      cell: ({ note }) => (note ? <span title={note}>{note}</span> : <span className="quiet">–</span>),
    },
  ];
}

const offScreen = (key: string, title: string, plain: (exchange: Exchange) => string | null): Column<Exchange> => ({
  ...{ key, title, plain, offScreen: true, tight: true },
  cell: plain,
});

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
    <NumberedName
      href={href}
      name={party.name ?? text.exchanges.chest}
      number={party.number}
      {...(strong ? { strong } : {})}
    />
  );
}
