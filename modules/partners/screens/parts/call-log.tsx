/** The log of calls, of one partner or of all, with filters and a chart. */

import { Activity } from 'lucide-react';
import { useMemo } from 'react';
import { useCommunity, useReadPages } from '../../../../console/src/api/hooks.ts';
import type { Format } from '../../../../console/src/i18n/format.ts';
import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { CallChart } from '../../../../console/src/parts/charts/call-chart.tsx';
import {
  CallSentence,
  CallSubject,
  callText,
  hoursOf,
  MemberLink,
  operationName,
  reasonOf,
} from '../../../../console/src/parts/lists/call-sentence.tsx';
import { ListView } from '../../../../console/src/parts/lists/list-view.tsx';
import { PER_PAGE } from '../../../../console/src/parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../../../../console/src/parts/lists/query-state.ts';
import type { Column } from '../../../../console/src/parts/lists/table.tsx';
import { Facts } from '../../../../console/src/parts/page/page.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { sinceOf } from '../../../../console/src/parts/values/period.ts';
import { Tag } from '../../../../console/src/parts/values/tag.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';
import type { LoggedCall } from '../../contract/calls.ts';
import { CALL_FILTERS, CallFilters, MoreCallFilters, moreCallFiltersSet, useCallPeriod } from './call-filters.tsx';
import '../../../../console/src/styles/activity.css';

/** How every request id begins; a bank's reference hardly does. */
const REQUEST_ID = /^req_/;

export function CallLog({ partnerId }: { partnerId?: number }) {
  const text = useText();
  const words = useText().callWords;
  const format = useFormat();
  const { slug } = useCommunity();
  const [{ sort, ...filters }, change] = useQueryState([...CALL_FILTERS, 'sort']);
  const period = useCallPeriod(filters);
  const since = useMemo(() => sinceOf(period.ms), [period.ms]);
  const partner = partnerId ?? (filters.partner || undefined);
  const { find } = filters;
  const list = useReadPages('listCalls', {
    params: { slug },
    query: {
      ...(partner ? { partner_id: partner } : {}),
      ...setOnly({
        operation: filters.operation,
        status: filters.status,
        error: filters.error,
        cause: filters.cause,
        sort,
      }),
      ...(filters.member ? { member_id: filters.member } : {}),
      ...(find ? { [REQUEST_ID.test(find) ? 'request_id' : 'reference']: find } : {}),
      ...(period.isAll ? {} : { since }),
      per_page: PER_PAGE,
    },
  });
  const columns = useCallColumns(!partnerId);
  return (
    <div className="page-part">
      <ListView
        name="calls"
        caption={text.calls.title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        expand={{
          label: (call) => text.calls.detailsOf(callText(call, words, format), format.exact(call.at)),
          content: (call) => <CallDetails call={call} />,
        }}
        isFiltered={CALL_FILTERS.some((name) => filters[name] !== '')}
        clear={() => change(Object.fromEntries(CALL_FILTERS.map((name) => [name, ''])))}
        sorting={{ by: sort || '-time', change: (by) => change({ sort: by }) }}
        filters={<CallFilters values={filters} change={change} />}
        moreFilters={{
          set: moreCallFiltersSet(filters),
          fields: <MoreCallFilters values={filters} change={change} all={!partnerId} />,
        }}
        chart={{ title: text.calls.chart, drawn: <CallChart partnerId={partner} periodMs={period.ms} /> }}
        empty={{ icon: Activity, title: text.calls.emptyTitle, text: text.calls.empty }}
        none={{ title: text.calls.noneTitle, text: text.calls.none }}
      />
      {list.items && list.items.length > 0 && <p className="quiet">{text.calls.sample}</p>}
    </div>
  );
}

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'wait' : 'bad');

function useCallColumns(withPartner: boolean): readonly Column<LoggedCall>[] {
  const text = useText();
  const words = useText().callWords;
  const format = useFormat();
  return [
    {
      key: 'call',
      title: text.calls.operation,
      main: true,
      plain: (call) => plainCall(call, words, format),
      cell: (call) => (
        <>
          <CallSentence call={call} />
          <CallSubject call={call} />
        </>
      ),
    },
    ...(withPartner
      ? [
          {
            key: 'partner',
            title: text.calls.partner,
            plain: ({ partner }: LoggedCall) => partner.name,
            cell: ({ partner }: LoggedCall) => partner.name,
          },
        ]
      : []),
    {
      key: 'status',
      title: text.calls.status,
      tight: true,
      plain: ({ status }) => text.calls.results[resultOf(status)],
      cell: ({ status }) => <Tag tone={toneOf(status)}>{text.calls.results[resultOf(status)]}</Tag>,
    },
    {
      key: 'at',
      title: text.calls.at,
      sort: 'time',
      tight: true,
      plain: ({ at }) => ({ at }),
      cell: ({ at }) => <Time at={at} />,
    },
    {
      key: 'latency',
      title: text.calls.latency,
      sort: 'duration',
      end: true,
      tight: true,
      plain: ({ latency_ms }) => format.latency(latency_ms),
      cell: ({ latency_ms }) => format.latency(latency_ms),
    },
  ];
}

/** The sentence with all that it leaves to the line below it. */
const plainCall = (call: LoggedCall, words: Texts['callWords'], format: Format) =>
  [
    callText(call, words, format),
    call.status >= 400 && operationName(words, call.operation),
    call.status >= 400 && call.hours !== null && hoursOf(call, words, format),
    call.status >= 400 && call.member?.name,
    call.reference && words.reference(call.reference),
  ]
    .filter(Boolean)
    .join(' · ');

const resultOf = (status: number) => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed');

function CallDetails({ call }: { call: LoggedCall }) {
  const text = useText();
  const words = useText().callWords;
  const format = useFormat();
  const todo = reasonOf(call, words)?.todo;
  return (
    <Facts
      items={[
        ...(call.cause
          ? ([[text.calls.cause, <strong key="cause">{text.calls.causes[call.cause]}</strong>]] as const)
          : []),
        ...(todo ? ([[words.todo, todo]] as const) : []),
        // The message as it was sent; the partner API speaks English.
        ...(call.error_description
          ? ([
              [
                text.calls.message,
                <span key="message" lang="en">
                  {call.error_description}
                </span>,
              ],
            ] as const)
          : []),
        ...(call.member ? ([[words.member, <MemberLink key="member" member={call.member} />]] as const) : []),
        ...(call.hours === null ? [] : ([[words.hoursLabel, hoursOf(call, words, format)]] as const)),
        ...(call.reference ? ([[words.referenceLabel, <Code key="reference">{call.reference}</Code>]] as const) : []),
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
