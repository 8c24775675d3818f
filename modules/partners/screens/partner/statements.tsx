/** The partner's credits, day by day. */
import { Anchor, Button } from '@mantine/core';
import { ArrowLeft, CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { useCommunity, useRead, useReadPages } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { PER_PAGE, useQueryState } from '../../../../console/src/parts/lists/query-state.ts';
import { type Column, DataTable, LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { Arriving, Empty, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { creditDetails } from '../../../../console/src/parts/values/credit-details.ts';
import { Code, Tag, Time } from '../../../../console/src/parts/values/values.tsx';
import { Comparisons, ToUpload } from '../../../bank/screens/reconciliation/matching.tsx';
import { Report } from '../../../bank/screens/reconciliation/report.tsx';
import type { PartnerCredit, PartnerStatement } from '../../contract/statements.ts';
import type { PartProps } from './part-props.ts';

export default function Statements({ partner, item, report }: PartProps) {
  const { slug } = useCommunity();
  if (item === 'match' && report) return <Report partner={partner} id={report} />;
  // The comparisons had a page of their own here.
  if (item === 'match') return <Redirect to={`/c/${slug}/partners/${partner.id}/statements`} replace />;
  return item ? <Day partnerId={partner.id} day={item} /> : <Days partnerId={partner.id} />;
}

function Days({ partnerId }: { partnerId: number }) {
  const text = useText();
  const { slug } = useCommunity();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const params = { slug, partnerId };
  const current = useRead('getPartnerStatement', { params: { ...params, date: today } });
  const list = useReadPages('listPartnerStatements', { params, query: { per_page: PER_PAGE } });
  const { items } = list;
  if (!items) return <Arriving of={list} />;
  const base = `/c/${slug}/partners/${partnerId}/statements`;
  const compare = <ToUpload partnerId={partnerId} />;
  const open = current.data?.data;
  const hasToday = open && open.credits.count + open.reversals.count > 0;
  const rows = hasToday ? [open, ...items.filter(({ date }) => date !== open.date)] : items;
  return (
    <div className="stack">
      {rows.length === 0 ? (
        <Empty icon={CalendarDays} title={text.statements.emptyTitle} action={compare}>
          {text.statements.empty}
        </Empty>
      ) : (
        <Card title={text.partner.tabs.statements} lead={text.statements.lead} action={compare}>
          <DayTable days={rows} base={base} />
          <LoadMore of={list} />
        </Card>
      )}
      <Comparisons partnerId={partnerId} />
    </div>
  );
}

function DayTable({ days, base }: { days: readonly PartnerStatement[]; base: string }) {
  const { text, format } = useLanguage();
  const sum = ({ count, hours }: PartnerStatement['credits']) =>
    count === 0 ? '–' : text.statements.countHours(count, format.hours(hours));
  const columns: Column<PartnerStatement>[] = [
    {
      key: 'day',
      title: text.statements.day,
      main: true,
      cell: ({ date, status }) => (
        <span className="row">
          <Anchor component={Link} href={`${base}/${date}`} className="row-link">
            {format.day(date)}
          </Anchor>
          {status === 'open' && <Tag tone="info">{text.statements.open}</Tag>}
        </span>
      ),
    },
    {
      key: 'opening',
      title: text.statements.opening,
      end: true,
      cell: ({ opening_hours }) => `${format.hours(opening_hours)} h`,
    },
    { key: 'credits', title: text.statements.credits, end: true, cell: ({ credits }) => sum(credits) },
    { key: 'reversals', title: text.statements.reversals, end: true, cell: ({ reversals }) => sum(reversals) },
    {
      key: 'closing',
      title: text.statements.closing,
      end: true,
      cell: ({ closing_hours }) => `${format.hours(closing_hours)} h`,
    },
  ];
  return <DataTable caption={text.partner.tabs.statements} columns={columns} rows={days} rowKey={({ date }) => date} />;
}

function Day({ partnerId, day }: { partnerId: number; day: string }) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const found = useRead('getPartnerStatement', { params: { partnerId, date: day } });
  const [{ reference }, change] = useQueryState(['reference']);
  const one = found.data?.data;
  return (
    <div className="stack">
      <Anchor component={Link} href={`/c/${slug}/partners/${partnerId}/statements`} className="page-back">
        <ArrowLeft size={16} /> {text.statements.backToList}
      </Anchor>
      {found.error && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {one && (
        <>
          <Card
            title={text.statements.dayTitle(format.day(one.date))}
            action={
              <Tag tone={one.status === 'final' ? 'good' : 'info'}>
                {one.status === 'final' ? text.statements.final : text.statements.open}
              </Tag>
            }
            lead={one.status === 'open' ? text.statements.openMeans : undefined}
          >
            <Facts
              items={[
                [text.statements.opening, `${format.hours(one.opening_hours)} h`],
                [
                  text.statements.credits,
                  text.statements.countHours(one.credits.count, format.hours(one.credits.hours)),
                ],
                [
                  text.statements.reversals,
                  text.statements.countHours(one.reversals.count, format.hours(one.reversals.hours)),
                ],
                [text.statements.closing, <strong key="closing">{`${format.hours(one.closing_hours)} h`}</strong>],
                [text.statements.hash, one.hash ? <Code key="hash">{one.hash}</Code> : '–'],
                [
                  text.statements.previousHash,
                  one.previous_hash ? <Code key="previous">{one.previous_hash}</Code> : '–',
                ],
              ]}
            />
          </Card>
          {reference && (
            <div className="stack">
              <Lines
                title={text.statements.creditWith(reference)}
                partnerId={partnerId}
                query={{ booked_on: day, reference }}
              />
              <div>
                <Button variant="default" onClick={() => change({ reference: '' })}>
                  {text.statements.allLines}
                </Button>
              </div>
            </div>
          )}
          {!reference && <Lines title={text.statements.lines} partnerId={partnerId} query={{ booked_on: day }} />}
          {!reference && one.reversals.count > 0 && (
            <Lines title={text.statements.linesReversed} partnerId={partnerId} query={{ reversed_on: day }} />
          )}
        </>
      )}
    </div>
  );
}

interface LinesProps {
  title: string;
  partnerId: number;
  query: { booked_on?: string; reversed_on?: string; reference?: string };
}

function Lines({ title, partnerId, query }: LinesProps) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const list = useReadPages('listPartnerCredits', {
    params: { partnerId },
    query: { ...query, per_page: PER_PAGE },
  });
  const columns: Column<PartnerCredit>[] = [
    {
      key: 'member',
      title: text.statements.member,
      main: true,
      cell: ({ credit, user_name, payment_reference }) => (
        <>
          <Anchor component={Link} href={`/c/${slug}/members/${credit.user_id}`} className="row-link">
            {user_name}
          </Anchor>
          <div className="quiet mono">{payment_reference}</div>
        </>
      ),
    },
    { key: 'hours', title: text.statements.hours, end: true, cell: ({ credit }) => `${format.hours(credit.hours)} h` },
    {
      key: 'reference',
      title: text.statements.reference,
      cell: ({ credit, ...corrections }) => {
        const { reference, note, payment } = credit;
        return (
          <>
            <Code>{reference}</Code>
            {creditDetails({ payment, ...corrections }, text, format).map((detail) => (
              <div key={detail} className="quiet">
                {detail}
              </div>
            ))}
            {note && <div className="quiet">{note}</div>}
          </>
        );
      },
    },
    {
      key: 'status',
      title: text.statements.lineStatus,
      cell: ({ credit: { status, reversal } }) => (
        <>
          <Tag tone={status === 'posted' ? 'good' : 'wait'}>{text.statements.lineStatuses[status]}</Tag>
          {reversal && (
            <div className="quiet">
              {text.statements.reversedOn(format.day(reversal.booked_on), reversal.reason ?? '')}
            </div>
          )}
        </>
      ),
    },
    { key: 'at', title: text.statements.at, cell: ({ credit }) => <Time at={credit.created_at} exact /> },
  ];
  return (
    <Card title={title}>
      <Arriving of={list} rows={3} />
      {list.items?.length === 0 && <p className="quiet">{text.statements.linesEmpty}</p>}
      {list.items && list.items.length > 0 && (
        <DataTable caption={title} columns={columns} rows={list.items} rowKey={({ credit }) => credit.id} />
      )}
      <LoadMore of={list} />
    </Card>
  );
}
