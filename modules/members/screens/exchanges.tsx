/** Help that was given, and its corrections. */

import { Anchor, Button, Checkbox, Group } from '@mantine/core';
import { Clock, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../../../console/src/api/call.ts';
import {
  type RowCount,
  refresh,
  useAction,
  useCommunity,
  useRead,
  useReadPages,
} from '../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { ReasonField } from '../../../console/src/parts/forms/reason-field.tsx';
import { addSlip, slipOf } from '../../../console/src/parts/forms/slip-store.ts';
import { ListView, listAction } from '../../../console/src/parts/lists/list-view.tsx';
import { PER_PAGE, setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { actColumn, type Column } from '../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../console/src/parts/page/failure.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { Hours } from '../../../console/src/parts/values/hours.tsx';
import { recorderText } from '../../../console/src/parts/values/recorder-text.ts';
import { ButtonTo } from '../../../console/src/parts/values/to.tsx';
import { NumberedName, Tag, Time } from '../../../console/src/parts/values/values.tsx';
import type { Exchange } from '../contract/exchanges.ts';
import {
  EXCHANGE_FILTERS,
  ExchangeFilters,
  MoreExchangeFilters,
  useExchangeQuery,
} from './exchanges/exchange-filters.tsx';

const NAMES = [...EXCHANGE_FILTERS, 'sort'] as const;
const SELDOM = ['from', 'to', 'category', 'time', 'recorded_by', 'kind', 'corrected'] as const;

export default function Exchanges() {
  const { text, format } = useLanguage();
  const { slug, can } = useCommunity();
  const [filters, change] = useQueryState(NAMES);
  // A search for days shows them in their order.
  const sort = filters.sort || (filters.from || filters.to ? '-day' : '-recorded');
  const list = useReadPages('listExchanges', {
    query: { per_page: PER_PAGE, ...setOnly(useExchangeQuery(filters)), sort },
  });
  const { count } = list;
  const isFiltered = EXCHANGE_FILTERS.some((name) => filters[name] !== '');
  const [asked, setAsked] = useState<Exchange>();
  const columns = useExchangeColumns(setAsked);
  const record = can('exchanges.write') && (
    <Button component={Link} href={`/c/${slug}/exchanges/slips`} leftSection={<Plus size={18} />}>
      {text.exchanges.record}
    </Button>
  );
  return (
    <Page
      title={text.exchanges.title}
      action={
        <Group gap="sm">
          <ButtonTo href={`/c/${slug}/to-settle`}>{text.toSettle.title}</ButtonTo>
          <ButtonTo href={`/c/${slug}/accounts`}>{text.exchanges.accounts}</ButtonTo>
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
  const { text, format } = useLanguage();
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
          actColumn<Exchange>(
            text.exchanges.correct,
            (exchange) => text.exchanges.correctOf(namesOf(exchange, text.exchanges.chest)),
            ask,
            { hidden: ({ correction }) => Boolean(correction), size: 'compact-sm' },
          ),
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

// Asks how an exchange is corrected: reversed alone, or together with the right one, which is typed first.

function CorrectDialog({ exchange, onClose }: { exchange: Exchange; onClose: () => void }) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const [, goTo] = useLocation();
  const [reason, setReason] = useState('');
  const [wanted, setWanted] = useState(true);
  const { kind, provider, receiver, hours, slip } = exchange;
  const parties = [provider.name ?? text.exchanges.chest, receiver.name ?? text.exchanges.chest] as const;
  const sentence = kind === 'gift' ? text.exchanges.gave(parties[1], parties[0]) : text.exchanges.and(...parties);
  const { names, isKnown } = useInactive([provider, receiver]);
  // What shares its slip with others goes back with them: it is no single line to be typed again.
  const again = wanted && names.length === 0 && !slip;
  const action = useAction(async (why: string) => {
    if (again) {
      // Nothing is booked yet: the slip does both when it is saved.
      addSlip(slug, slipOf(exchange, why, text.exchanges.chest));
      onClose();
      // Once the dialog, which keeps what is typed, has gone: the reason is on the slip.
      setTimeout(() => goTo(`/c/${slug}/exchanges/slips`));
      return;
    }
    await call('correctExchange', { params: { slug, exchangeId: exchange.id }, body: { reason: why } });
    succeeded(text.exchanges.correctedDone);
    await refresh('listExchanges', 'listMemberTransfers', 'getMember', 'listAccounts');
  });
  const fault = action.error?.fields.find(({ field }) => field === 'reason');
  return (
    <Confirm
      title={text.exchanges.correctTitle}
      go={again ? text.exchanges.againGo : text.exchanges.correctGo}
      danger={!again}
      action={fault ? { ...action, error: undefined } : action}
      args={[reason.trim()]}
      disabled={reason.trim() === '' || !isKnown}
      onClose={onClose}
    >
      <p>
        <strong>
          {sentence}, {text.exchanges.hours(format.hours(hours))}
        </strong>
      </p>
      <p>{text.exchanges.correctText}</p>
      {slip && <p>{text.exchanges.wholeSlip(slip.size)}</p>}
      <ReasonField
        label={text.exchanges.reason}
        hint={text.exchanges.reasonHint}
        value={reason}
        change={setReason}
        error={fault && fieldText(fault, text)}
      />
      {names.map((name) => (
        <Notice key={name} tone="wait" role="status">
          {text.exchanges.notNow(name)}
        </Notice>
      ))}
      {!slip && (
        <Checkbox
          label={text.exchanges.again}
          description={text.exchanges.againHint}
          checked={again}
          disabled={names.length > 0}
          onChange={(event) => setWanted(event.currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}

/** The parties that may take part in no exchange now, as members who are suspended or have left; once that is known. */
function useInactive(parties: readonly [Exchange['provider'], Exchange['provider']]) {
  const { slug } = useCommunity();
  const [first, second] = parties;
  const ask = ({ kind, id }: Exchange['provider']) =>
    [{ params: { slug, memberId: id } }, { enabled: kind === 'member' }] as const;
  const read = [useRead('getMember', ...ask(first)), useRead('getMember', ...ask(second))];
  const names = read.flatMap(({ data }) => (data && data.data.status !== 'active' ? [data.data.name] : []));
  // What cannot be read stops nobody: the service decides.
  const isKnown = read.every(({ isLoading }) => !isLoading);
  return { names: [...new Set(names)], isKnown };
}
