/** The log of calls, of one partner or of all, with filters and a chart. */
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ErrorCode } from '@timebank/contract';
import type { LoggedCall } from '@timebank/contract/console';
import { Activity } from 'lucide-react';
import { useMemo } from 'react';
import { useCommunity, useReadPages } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { CallChart } from '../charts/call-chart.tsx';
import { Card, Facts } from '../page/page.tsx';
import { Empty, LoadFailed, Loading } from '../page/states.tsx';
import { Code } from '../values/code.tsx';
import { sinceOf } from '../values/period.ts';
import { Tag } from '../values/tag.tsx';
import { Time } from '../values/time.tsx';
import { CALL_FILTERS, CallFilters, periodOf } from './call-filters.tsx';
import { CallSentence, callText, operationName } from './call-sentence.tsx';
import { PER_PAGE } from './page-size.ts';
import { setOnly, useQueryState } from './query-state.ts';
import { type Column, DataTable, LoadMore } from './table.tsx';
import '../../styles/activity.css';

const TYPED_MS = 400;
/** How every request id begins; a bank's reference hardly does. */
const REQUEST_ID = /^req_/;

export function CallLog({ partnerId }: { partnerId?: number }) {
  const text = useText();
  const { slug } = useCommunity();
  const [filters, change] = useQueryState(CALL_FILTERS);
  const [found] = useDebouncedValue(filters.find.trim(), TYPED_MS);
  const period = periodOf(filters);
  const since = useMemo(() => sinceOf(period), [period]);
  const partner = partnerId ?? (filters.partner || undefined);
  const list = useReadPages('listCalls', {
    params: { slug },
    query: {
      ...(partner ? { partner_id: partner } : {}),
      ...setOnly({ operation: filters.operation, status: filters.status, error: filters.error }),
      ...(filters.member ? { member_id: filters.member } : {}),
      ...(found ? { [REQUEST_ID.test(found) ? 'request_id' : 'reference']: found } : {}),
      ...(period === 'month' ? {} : { since }),
      per_page: PER_PAGE,
    },
  });
  const isFiltered = CALL_FILTERS.some((name) => filters[name] !== '');
  const clear = () => change(Object.fromEntries(CALL_FILTERS.map((name) => [name, ''])));
  const { items } = list;
  return (
    <div className="stack">
      <Card>
        <CallFilters values={filters} change={change} all={!partnerId} />
      </Card>
      <Card title={text.calls.chart}>
        <CallChart partnerId={partner} period={period} />
      </Card>
      {list.error && !items && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {items?.length === 0 && (
        <Empty
          icon={Activity}
          title={isFiltered ? text.calls.noneTitle : text.calls.emptyTitle}
          action={
            isFiltered && (
              <Button variant="default" onClick={clear}>
                {text.act.clear}
              </Button>
            )
          }
        >
          {isFiltered ? text.calls.none : text.calls.empty}
        </Empty>
      )}
      {items && items.length > 0 && (
        <div className="card card-table">
          <CallTable calls={items} withPartner={!partnerId} />
        </div>
      )}
      <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} load={() => void list.fetchNextPage()} />
      {items && items.length > 0 && <p className="quiet">{text.calls.sample}</p>}
    </div>
  );
}

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'wait' : 'bad');

function CallTable({ calls, withPartner }: { calls: readonly LoggedCall[]; withPartner: boolean }) {
  const text = useText();
  const words = useText().callWords;
  const format = useFormat();
  const columns: Column<LoggedCall>[] = [
    {
      key: 'call',
      title: text.calls.operation,
      main: true,
      cell: (call) => <CallSentence call={call} withPartner={withPartner} />,
    },
    {
      key: 'status',
      title: text.calls.status,
      cell: ({ status }) => <Tag tone={toneOf(status)}>{text.calls.results[resultOf(status)]}</Tag>,
    },
    { key: 'at', title: text.calls.at, cell: ({ at }) => <Time at={at} /> },
    {
      key: 'latency',
      title: text.calls.latency,
      end: true,
      tight: true,
      cell: ({ latency_ms }) => format.latency(latency_ms),
    },
  ];
  return (
    <DataTable
      caption={text.calls.title}
      columns={columns}
      rows={calls}
      rowKey={({ id }) => id}
      expand={{
        label: (call) => text.calls.detailsOf(callText(call, words, format), format.exact(call.at)),
        content: (call) => <CallDetails call={call} />,
      }}
    />
  );
}

const resultOf = (status: number) => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed');

function CallDetails({ call }: { call: LoggedCall }) {
  const text = useText();
  const words = useText().callWords;
  const todo = words.errors[call.error as ErrorCode]?.todo;
  return (
    <Facts
      items={[
        ...(call.cause
          ? ([[text.calls.cause, <strong key="cause">{text.calls.causes[call.cause]}</strong>]] as const)
          : []),
        ...(todo ? ([[words.todo, todo]] as const) : []),
        // As it was sent; the partner API speaks English.
        ...(call.error_description
          ? ([
              [
                text.calls.told,
                <span key="told" lang="en">
                  {call.error_description}
                </span>,
              ],
            ] as const)
          : []),
        ...(call.error ? ([[words.code, <Code key="code">{call.error}</Code>]] as const) : []),
        [words.status, call.status],
        [text.calls.at, <Time key="at" at={call.at} exact />],
        [text.calls.operation, operationName(words, call.operation)],
        [text.calls.path, <Code key="path">{`${call.method} ${call.path}`}</Code>],
        [text.calls.from, call.address ?? '–'],
        [text.calls.requestId, <Code key="id">{call.request_id}</Code>],
      ]}
    />
  );
}
