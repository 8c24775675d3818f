/** The log of calls, of one partner or of all, with filters and a chart. */

import { Select } from '@mantine/core';
import type { ErrorCode, PartnerOperationId } from '@timebank/contract';
import { Activity } from 'lucide-react';
import { useMemo } from 'react';
import { useRead, useReadPages, useSession } from '../../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { DAY_MS } from '../../../../console/src/i18n/time.ts';
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
import { ChoiceFilter, SearchFilter } from '../../../../console/src/parts/lists/filters.tsx';
import { ListView } from '../../../../console/src/parts/lists/list-view.tsx';
import { MemberFilter } from '../../../../console/src/parts/lists/member-filter.tsx';
import { PER_PAGE, setOnly, useQueryState } from '../../../../console/src/parts/lists/query-state.ts';
import type { Column } from '../../../../console/src/parts/lists/table.tsx';
import { Facts } from '../../../../console/src/parts/page/page.tsx';
import { PERIOD_MS, sinceOf } from '../../../../console/src/parts/values/period.ts';
import { Code, Tag, Time } from '../../../../console/src/parts/values/values.tsx';
import type { LoggedCall } from '../../contract/calls.ts';
import '../../../../console/src/styles/activity.css';

/** How every request id begins; a bank's reference hardly does. */
const REQUEST_ID = /^req_/;

export function CallLog({ partnerId }: { partnerId?: number }) {
  const { text, format } = useLanguage();
  const words = useText().callWords;
  const [{ sort, ...filters }, change] = useQueryState([...CALL_FILTERS, 'sort']);
  const period = useCallPeriod(filters);
  const since = useMemo(() => sinceOf(period.ms), [period.ms]);
  const partner = partnerId ?? (filters.partner || undefined);
  const { find } = filters;
  const list = useReadPages('listCalls', {
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
  const { text, format } = useLanguage();
  const words = useText().callWords;
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
  const { text, format } = useLanguage();
  const words = useText().callWords;
  const todo = reasonOf(call, words)?.todo;
  return (
    <Facts
      items={[
        call.cause && [text.calls.cause, <strong key="cause">{text.calls.causes[call.cause]}</strong>],
        todo && [words.todo, todo],
        // The message as it was sent; the partner API speaks English.
        call.error_description && [
          text.calls.message,
          <span key="message" lang="en">
            {call.error_description}
          </span>,
        ],
        call.member && [words.member, <MemberLink key="member" member={call.member} />],
        call.hours !== null && [words.hoursLabel, hoursOf(call, words, format)],
        call.reference && [words.referenceLabel, <Code key="reference">{call.reference}</Code>],
        call.error && [words.code, <Code key="code">{call.error}</Code>],
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

// The filters of the log of calls; kept in the address, so that a view can be linked to.

const CALL_FILTERS = ['partner', 'operation', 'status', 'error', 'cause', 'period', 'find', 'member'] as const;
type CallFilterValues = Readonly<Record<(typeof CALL_FILTERS)[number], string>>;

const SHORTER = ['hour', 'day', 'week'] as const;
const ALL_KEPT = 'kept';
type CallPeriod = (typeof SHORTER)[number] | typeof ALL_KEPT;

/** The period of the filter; without one, as long as calls are kept. An address may say anything. */
function useCallPeriod({ period }: CallFilterValues) {
  const keptDays = useSession().call_log_days;
  const shorter = SHORTER.filter((one) => PERIOD_MS[one] < keptDays * DAY_MS);
  const chosen = shorter.find((one) => one === period);
  return {
    keptDays,
    choices: [...shorter, ALL_KEPT] satisfies CallPeriod[],
    period: chosen ?? ALL_KEPT,
    isAll: chosen === undefined,
    ms: chosen ? PERIOD_MS[chosen] : keptDays * DAY_MS,
  };
}

interface FilterProps {
  readonly values: CallFilterValues;
  readonly change: (part: Partial<CallFilterValues>) => void;
}

function CallFilters({ values, change }: FilterProps) {
  const text = useText();
  const words = useText().callWords;
  return (
    <>
      <SearchFilter
        label={words.referenceField}
        placeholder={words.referenceHint}
        maxLength={128}
        value={values.find}
        change={(find) => change({ find })}
      />
      <ChoiceFilter
        label={text.calls.answer}
        all={text.calls.anyAnswer}
        options={Object.entries(text.calls.answers).map(([value, label]) => ({ value, label }))}
        value={values.status}
        change={(status) => change({ status })}
      />
    </>
  );
}

/** How many of those below are set. */
const moreCallFiltersSet = ({ find: _, status: __, ...more }: CallFilterValues): number =>
  Object.values(more).filter((value) => value !== '').length;

function MoreCallFilters({ values, change, all }: FilterProps & { /** Of all partners. */ readonly all: boolean }) {
  const text = useText();
  const words = useText().callWords;
  const { choices, period, keptDays } = useCallPeriod(values);
  const partners = useRead('listPartners', { query: { sort: 'name', per_page: 500 } }, { enabled: all });
  return (
    <>
      {all && (
        <ChoiceFilter
          label={text.calls.partner}
          all={text.calls.anyPartner}
          searchable
          options={(partners.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.partner}
          change={(partner) => change({ partner })}
        />
      )}
      <Select
        label={text.calls.period}
        data={choices.map((value) => ({
          value,
          label: value === ALL_KEPT ? text.calls.lastDays(keptDays) : text.calls.periods[value],
        }))}
        value={period}
        onChange={(value) => change({ period: value === ALL_KEPT ? '' : (value ?? '') })}
      />
      <MemberFilter label={words.member} id={values.member} choose={(member) => change({ member })} />
      <ChoiceFilter
        label={text.calls.operation}
        all={text.calls.anyOperation}
        searchable
        options={(Object.keys(words.names) as PartnerOperationId[]).map((id) => ({
          value: id,
          label: words.names[id],
        }))}
        value={values.operation}
        change={(operation) => change({ operation })}
      />
      <ChoiceFilter
        label={words.reason}
        all={words.anyError}
        searchable
        options={(Object.keys(words.errors) as ErrorCode[]).map((code) => ({
          value: code,
          label: words.errors[code].why,
        }))}
        value={values.error}
        change={(error) => change({ error })}
      />
      <ChoiceFilter
        label={text.calls.cause}
        all={text.calls.anyCause}
        searchable
        options={Object.entries(text.calls.causes).map(([value, label]) => ({ value, label }))}
        value={values.cause}
        change={(cause) => change({ cause })}
      />
    </>
  );
}
