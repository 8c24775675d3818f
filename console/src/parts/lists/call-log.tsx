/** The log of calls, of one partner or of all, with filters and a chart. */
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { LoggedCall } from '@timebank/contract/console';
import { Activity } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useCommunity, useRead, useReadPages } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { CallChart } from '../charts/call-chart.tsx';
import { Card, Facts } from '../page/page.tsx';
import { Empty, LoadFailed, Loading } from '../page/states.tsx';
import { Code } from '../values/code.tsx';
import { PERIOD_MS, type Period, sinceOf } from '../values/period.ts';
import { Tag } from '../values/tag.tsx';
import { Time } from '../values/time.tsx';
import { PER_PAGE } from './page-size.ts';
import { useQueryState } from './query-state.ts';
import { type Column, DataTable, LoadMore } from './table.tsx';

const TYPED_MS = 400;

interface Filters {
  partner: string | null;
  operation: string | null;
  status: string | null;
  period: Period;
  requestId: string;
}
const NO_FILTERS: Filters = { partner: null, operation: null, status: null, period: 'month', requestId: '' };

export function CallLog({ partnerId }: { partnerId?: number }) {
  const text = useText();
  const { slug } = useCommunity();
  // The search leads to one call by its id.
  const [{ request }] = useQueryState(['request']);
  const [filters, setFilters] = useState({ ...NO_FILTERS, requestId: request });
  useEffect(() => setFilters({ ...NO_FILTERS, requestId: request }), [request]);
  const [requestId] = useDebouncedValue(filters.requestId.trim(), TYPED_MS);
  const since = useMemo(() => sinceOf(filters.period), [filters.period]);
  const partner = partnerId ?? filters.partner ?? undefined;
  const list = useReadPages('listCalls', {
    params: { slug },
    query: {
      ...(partner ? { partner_id: partner } : {}),
      ...(filters.operation ? { operation: filters.operation } : {}),
      ...(filters.status ? { status: filters.status } : {}),
      ...(requestId ? { request_id: requestId } : {}),
      ...(filters.period === 'month' ? {} : { since }),
      per_page: PER_PAGE,
    },
  });
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(NO_FILTERS);
  const { items } = list;
  return (
    <div className="stack">
      <Card>
        <CallFilters filters={filters} change={(part) => setFilters({ ...filters, ...part })} all={!partnerId} />
      </Card>
      <Card title={text.calls.chart}>
        <CallChart partnerId={partner} period={filters.period} />
      </Card>
      {list.error && !items && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {items?.length === 0 && (
        <Empty
          icon={Activity}
          title={isFiltered ? text.calls.noneTitle : text.calls.emptyTitle}
          action={
            isFiltered && (
              <Button variant="default" onClick={() => setFilters(NO_FILTERS)}>
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

function CallFilters({
  filters,
  change,
  all,
}: {
  filters: Filters;
  change: (part: Partial<Filters>) => void;
  all: boolean;
}) {
  const text = useText();
  const { slug } = useCommunity();
  const partners = useRead('listPartners', { params: { slug } }, { enabled: all });
  const reference = useRead('getReference', {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className="filters">
      {all && (
        <Select
          label={text.calls.partner}
          placeholder={text.calls.anyPartner}
          clearable
          searchable
          data={(partners.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.partner}
          onChange={(partner) => change({ partner })}
        />
      )}
      <Select
        label={text.calls.operation}
        placeholder={text.calls.anyOperation}
        clearable
        searchable
        data={(reference.data?.data.operations ?? []).map(({ id, summary }) => ({ value: id, label: summary }))}
        value={filters.operation}
        onChange={(operation) => change({ operation })}
      />
      <Select
        label={text.calls.answer}
        placeholder={text.calls.anyAnswer}
        clearable
        data={Object.entries(text.calls.answers).map(([value, label]) => ({ value, label }))}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      <Select
        label={text.calls.period}
        allowDeselect={false}
        data={(Object.keys(PERIOD_MS) as Period[]).map((value) => ({ value, label: text.calls.periods[value] }))}
        value={filters.period}
        onChange={(period) => change({ period: (period ?? 'month') as Period })}
      />
      <TextInput
        label={text.calls.requestId}
        placeholder={text.calls.requestIdHint}
        value={filters.requestId}
        onChange={(event) => change({ requestId: event.currentTarget.value })}
      />
    </div>
  );
}

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'wait' : 'bad');

function CallTable({ calls, withPartner }: { calls: readonly LoggedCall[]; withPartner: boolean }) {
  const text = useText();
  const format = useFormat();
  const { data } = useRead('getReference', {}, { staleTime: Number.POSITIVE_INFINITY });
  const summaries = new Map(data?.data.operations.map(({ id, summary }) => [id, summary]));
  const nameOf = ({ operation }: LoggedCall) => summaries.get(operation) ?? operation;
  const columns: Column<LoggedCall>[] = [
    {
      key: 'call',
      title: text.calls.operation,
      main: true,
      cell: (call) => (
        <>
          <span className="row-link">{nameOf(call)}</span>
          {withPartner && <div className="quiet">{call.partner.name}</div>}
        </>
      ),
    },
    {
      key: 'status',
      title: text.calls.status,
      cell: ({ status, error }) => (
        <>
          <Tag tone={toneOf(status)}>{status}</Tag>
          {error && <div className="quiet mono">{error}</div>}
        </>
      ),
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
        label: (call) => text.calls.detailsOf(nameOf(call), format.exact(call.at)),
        content: (call) => <CallDetails call={call} />,
      }}
    />
  );
}

function CallDetails({ call }: { call: LoggedCall }) {
  const text = useText();
  const { data } = useRead('getReference', {}, { staleTime: Number.POSITIVE_INFINITY });
  const todo = data?.data.errors.find(({ code }) => code === call.error)?.action;
  return (
    <Facts
      items={[
        ...(call.error_description ? ([[text.calls.told, call.error_description]] as const) : []),
        ...(call.cause
          ? ([[text.calls.cause, <strong key="cause">{text.calls.causes[call.cause]}</strong>]] as const)
          : []),
        ...(todo ? ([[text.calls.todo, todo]] as const) : []),
        [text.calls.at, <Time key="at" at={call.at} exact />],
        [text.calls.operation, <Code key="path">{`${call.method} ${call.path}`}</Code>],
        [text.calls.from, call.address ?? '–'],
        [text.calls.requestId, <Code key="id">{call.request_id}</Code>],
      ]}
    />
  );
}
