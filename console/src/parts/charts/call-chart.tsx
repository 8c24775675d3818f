/** Calls and errors over time. */
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/hooks.ts';
import { useLanguage } from '../../i18n/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../i18n/time.ts';
import { LoadFailed } from '../page/states.tsx';
import { sinceOf } from '../values/period.ts';
import Bars from './bars.tsx';
import { ChartTable } from './chart-table.tsx';
import { CHART_COLOURS } from './colours.ts';

const HEIGHT = 200;

export function CallChart({ partnerId, periodMs }: { partnerId?: number | string | undefined; periodMs: number }) {
  const { text, format } = useLanguage();
  const [since] = useState(() => ({ at: new Date() }));
  const step = periodMs <= DAY_MS ? 'hour' : 'day';
  const found = useRead(
    'getCallSeries',
    {
      query: { step, since: sinceOf(periodMs, since.at), ...(partnerId ? { partner_id: partnerId } : {}) },
    },
    { keepPrevious: true, refetchInterval: MINUTE_MS },
  );
  if (found.error) return <LoadFailed error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={HEIGHT} />;
  const series = found.data.data;
  const width = series.step === 'hour' ? HOUR_MS : DAY_MS;
  const end = new Date(series.before).getTime();
  const points: { at: string; ok: number; refused: number; failed: number }[] = [];
  for (let at = new Date(series.since).getTime(); at < end; at += width) {
    const iso = new Date(at).toISOString();
    const here = series.points.filter((point) => new Date(point.at).getTime() === at);
    const sum = (pick: (point: (typeof here)[number]) => number) => here.reduce((total, one) => total + pick(one), 0);
    const refused = sum((point) => point.client_errors);
    const failed = sum((point) => point.server_errors);
    points.push({
      at: series.step === 'hour' ? format.time(iso) : format.day(iso.slice(0, 10)),
      ok: sum((point) => point.calls) - refused - failed,
      refused,
      failed,
    });
  }
  const total = (key: 'ok' | 'refused' | 'failed') => points.reduce((sum, point) => sum + point[key], 0);
  const calls = total('ok') + total('refused') + total('failed');
  if (calls === 0) return <p className="quiet">{text.calls.chartNone}</p>;
  const drawn = [
    { name: 'ok', label: text.calls.chartOk, color: CHART_COLOURS.succeeded },
    { name: 'refused', label: text.calls.chartRefused, color: CHART_COLOURS.refused },
    { name: 'failed', label: text.calls.chartFailed, color: CHART_COLOURS.failed },
  ];
  const summary = text.calls.chartTotals(calls, total('refused'), total('failed'));
  return (
    <figure className="chart">
      <figcaption className="quiet">{summary}</figcaption>
      <div aria-hidden="true">
        <Bars height={HEIGHT} data={points} series={drawn} whole />
      </div>
      <ChartTable data={points} series={drawn} />
    </figure>
  );
}
