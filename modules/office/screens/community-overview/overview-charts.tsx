/** Hours, members and listings over time; each leads to its list. */

import { Anchor, Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import Bars from '../../../../console/src/parts/charts/bars.tsx';
import { ChartTable } from '../../../../console/src/parts/charts/chart-table.tsx';
import { CHART_COLOURS, type ChartColour } from '../../../../console/src/parts/charts/colours.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { LoadFailed, Notice } from '../../../../console/src/parts/page/states.tsx';
import { To } from '../../../../console/src/parts/values/to.tsx';
import type { CommunityFigures } from '../../contract/figures.ts';
import type { CommunitySeries, Overview } from '../../contract/overview.ts';
import '../../../../console/src/styles/activity.css';

const PERIODS = {
  month: { unit: 'day', points: 30 },
  quarter: { unit: 'week', points: 13 },
  year: { unit: 'month', points: 12 },
  years: { unit: 'month', points: 36 },
} as const;
type Period = keyof typeof PERIODS;
type Point = CommunitySeries['points'][number];

const HEIGHT = 180;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The first day, of UTC, of the day, week (from Monday) or month that lies so many before that of a day. */
function firstOf(unit: (typeof PERIODS)[Period]['unit'], at: Date, before: number): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (unit === 'month') return new Date(Date.UTC(year, month - before, 1));
  const sinceMonday = unit === 'week' ? (at.getUTCDay() + 6) % 7 : 0;
  return new Date(Date.UTC(year, month, day - sinceMonday - before * (unit === 'week' ? 7 : 1)));
}

/** @param begins the day from which the community has something to show */
export function OverviewCharts({ begins }: { begins: string }) {
  const text = useText();
  const { slug, has_partners } = useCommunity();
  const [period, setPeriod] = useState<Period>('year');
  const { unit, points } = PERIODS[period];
  const today = new Date();
  const to = dayOf(today);
  const earliest = dayOf(firstOf(unit, today, points - 1));
  // Of the community's first week or month, too, the bar holds all of it.
  const first = dayOf(firstOf(unit, new Date(begins), 0));
  const from = earliest < first && first <= to ? first : earliest;
  const found = useRead(
    'getCommunitySeries',
    { query: { unit, from, to } },
    { keepPrevious: true, staleTime: MINUTE_MS },
  );
  const series = found.data?.data;
  const base = `/c/${slug}`;
  return (
    <>
      <Select
        className="field-short"
        label={text.overview.period}
        data={(Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: text.overview.periods[value] }))}
        value={period}
        onChange={(value) => setPeriod((value ?? 'year') as Period)}
      />
      {found.error && !series && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
      {!series && !found.error && <Skeleton height={HEIGHT} />}
      {series && (
        <div className="charts">
          <Chart
            title={text.overview.exchanged}
            href={`${base}/exchanges?from=${series.from}&to=${series.to}`}
            series={series}
            value={(point) => point.exchanged_hours}
            color={CHART_COLOURS.exchanged}
            adds
          />
          {has_partners && (
            <Chart
              title={text.overview.credited}
              href={`${base}/partners`}
              series={series}
              value={(point) => point.credited_hours}
              color={CHART_COLOURS.credited}
              adds
            />
          )}
          <Chart
            title={text.overview.active}
            hint={text.overview.activeHint}
            series={series}
            value={(point) => point.active_members}
            color={CHART_COLOURS.members}
            whole
          />
          <Chart
            title={text.overview.listings}
            href={`${base}/listings`}
            series={series}
            value={(point) => point.new_listings}
            color={CHART_COLOURS.listings}
            whole
            adds
          />
        </div>
      )}
    </>
  );
}

interface ChartProps {
  title: string;
  hint?: string;
  /** The list of what is counted, where there is one. */
  href?: string;
  series: CommunitySeries;
  value: (point: Point) => number;
  color: ChartColour;
  /** Whether the points add up to a total. */
  adds?: boolean;
  whole?: boolean;
}

function Chart({ title, hint, href, series, value, color, adds, whole = false }: ChartProps) {
  const { text, format } = useLanguage();
  const values = series.points.map(value);
  const total = values.reduce((sum, one) => sum + one, 0);
  const summary = adds
    ? text.overview.total(format.hours(total))
    : text.overview.most(format.number(Math.max(0, ...values)));
  const label = (from: string) => (series.unit === 'month' ? format.month(from) : format.day(from));
  const data = series.points.map((point) => ({ at: label(point.from), value: value(point) }));
  const drawn = [{ name: 'value', label: title, color }];
  return (
    <Card
      title={title}
      lead={hint}
      action={
        href && (
          <To href={href} aria-label={`${title}: ${text.overview.toList}`}>
            {text.overview.toList}
          </To>
        )
      }
    >
      {total === 0 ? (
        <p className="quiet">{text.overview.none}</p>
      ) : (
        <figure className="chart">
          <figcaption className="quiet">{summary}</figcaption>
          <div aria-hidden="true">
            <Bars height={HEIGHT} data={data} series={drawn} whole={whole} />
          </div>
          <ChartTable data={data} series={drawn} />
        </figure>
      )}
    </Card>
  );
}

// Credits that need a look, or that all is quiet; then the month in figures.

export function Month({ counts, isQuiet }: { counts: Overview['counts']; isQuiet: boolean }) {
  const words = useText().activity;
  const format = useFormat();
  const { has_partners } = useCommunity();
  const found = useRead('getCommunityFigures', {}, { refetchInterval: 5 * MINUTE_MS });
  const figures = found.data?.data;
  if (found.error && !figures) return <LoadFailed error={found.error} retry={() => void found.refetch()} />;
  if (!figures) return null;
  const hours = (value: number) => words.hours(value, format.hours(value));
  const { unusual_credits, exchanged, credited, circulating_hours, new_members } = figures;
  const isAlive = counts.active_members > 0;
  return (
    <>
      {unusual_credits.length > 0 ? (
        <Unusual credits={unusual_credits} />
      ) : (
        isQuiet && <Quiet counts={counts} hasCredits={credited.this_month > 0} />
      )}
      {isAlive && (
        <dl className="figures">
          <Figure label={words.members} value={format.number(counts.active_members)}>
            {words.newMembers(new_members, format.number(new_members))}
          </Figure>
          <Figure label={words.circulating} value={format.hours(circulating_hours)}>
            {words.circulatingHint}
          </Figure>
          <Figure label={words.exchanged} value={hours(exchanged.this_month)}>
            {words.before(hours(exchanged.last_month))}
          </Figure>
          {has_partners && (
            <Figure label={words.credited} value={hours(credited.this_month)}>
              {words.before(hours(credited.last_month))}
            </Figure>
          )}
        </dl>
      )}
    </>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: string }) {
  return (
    <div className="card">
      <dt className="quiet">{label}</dt>
      <dd className="figure-value">{value}</dd>
      <dd className="quiet">{children}</dd>
    </div>
  );
}

/** Says only of what there is that it is well. */
function Quiet({ counts, hasCredits }: { counts: Overview['counts']; hasCredits: boolean }) {
  const words = useText().activity;
  const { has_partners } = useCommunity();
  const well = [
    counts.webhooks && words.quiet.webhooks,
    has_partners && words.quiet.secrets,
    counts.active_members > 0 && words.quiet.review,
    hasCredits && words.quiet.credits,
  ].filter((one) => one !== false);
  if (well.length === 0) return null;
  return (
    <Notice tone="good" title={words.quietTitle}>
      {well.join(' ')}
    </Notice>
  );
}

function Unusual({ credits }: { credits: CommunityFigures['unusual_credits'] }) {
  const words = useText().activity;
  const format = useFormat();
  const { slug } = useCommunity();
  const hours = (value: number) => words.hours(value, format.hours(value));
  return (
    <Card title={words.unusualTitle}>
      <ul className="attention">
        {credits.map(({ day, partner, member, hours: credited, usual_hours, max_credit_hours }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one member may be credited the same twice
          <li key={place}>
            <Notice
              tone="wait"
              title={
                <Anchor
                  component={Link}
                  href={`/c/${slug}/partners/${partner.id}/statements/${day}`}
                  className="row-link"
                >
                  {words.unusual(partner.name, hours(credited), member.name)}
                </Anchor>
              }
            >
              {usual_hours === null
                ? words.unusualCap(format.day(day), hours(max_credit_hours))
                : words.unusualUsual(format.day(day), hours(usual_hours))}
            </Notice>
          </li>
        ))}
      </ul>
    </Card>
  );
}
