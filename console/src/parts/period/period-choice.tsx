/** Days of an account or a report: a year, a quarter, a month, or from one day to another. They live in the address. */

import { Select, TextInput } from '@mantine/core';
import { isDay } from '../../i18n/format.ts';
import { type Texts, useFormat, useText } from '../../i18n/text.ts';
import { useQueryState } from '../lists/query-state.ts';

const KINDS = ['year', 'quarter', 'month', 'days'] as const;
type Kind = (typeof KINDS)[number];
const YEARS = 10;
const MONTHS: Readonly<Record<Exclude<Kind, 'days'>, number>> = { year: 12, quarter: 3, month: 1 };

export interface Days {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
}

const utcDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
const spanOf = (year: number, month: number, months: number): Days => ({
  from: utcDay(year, month, 1),
  to: utcDay(year, month + months, 0),
});

/** Whole years, quarters or months, the newest first. */
function spansOf(kind: Exclude<Kind, 'days'>, now: Date): Days[] {
  const months = MONTHS[kind];
  const year = now.getUTCFullYear();
  const first = Math.floor(now.getUTCMonth() / months) * months;
  const count = kind === 'year' ? YEARS : kind === 'quarter' ? 12 : 36;
  return Array.from({ length: count }, (_, back) => spanOf(year, first - back * months, months));
}

const isSpan = ({ from, to }: Days, kind: Exclude<Kind, 'days'>) => {
  const [year = 0, month = 1] = from.split('-').map(Number);
  const span = spanOf(year, month - 1, MONTHS[kind]);
  return (month - 1) % MONTHS[kind] === 0 && span.from === from && span.to === to;
};
const kindOf = (days: Days): Kind => KINDS.find((kind) => kind === 'days' || isSpan(days, kind)) ?? 'days';

/** The days that the address names, else this year. */
export function useDays(now = new Date()): readonly [Days, (days: Days) => void] {
  const [{ from, to }, change] = useQueryState(['from', 'to']);
  const year = spanOf(now.getUTCFullYear(), 0, 12);
  return [isDay(from) && isDay(to) && from <= to ? { from, to } : year, change];
}

/** The days in words: `2026`, `Quarter 3 of 2026`, `Nov 2026`, `1 Jan 2026 to 5 Feb 2026`. */
export function useDaysText(): (days: Days) => string {
  const { period } = useText();
  const format = useFormat();
  return (days) => {
    const kind = kindOf(days);
    if (kind === 'year') return days.from.slice(0, 4);
    if (kind === 'quarter')
      return period.quarterOf(Math.ceil(Number(days.from.slice(5, 7)) / 3), days.from.slice(0, 4));
    if (kind === 'month') return format.month(days.from);
    return period.fromTo(format.day(days.from), format.day(days.to));
  };
}

export function PeriodChoice({ days, change }: { days: Days; change: (days: Days) => void }) {
  const text = useText();
  const named = useDaysText();
  // Days of one's own stay chosen also where they happen to be a whole month.
  const [{ by }, setBy] = useQueryState(['by']);
  const kind = by === 'days' ? 'days' : kindOf(days);
  const now = new Date();
  const choose = (next: Kind) => {
    setBy({ by: next === 'days' ? 'days' : '' });
    const [first] = next === 'days' ? [days] : spansOf(next, now);
    if (first) change(first);
  };
  return (
    <>
      <Select
        label={text.period.kind}
        data={KINDS.map((value) => ({ value, label: text.period.kinds[value] }))}
        value={kind}
        onChange={(value) => choose(KINDS.find((one) => one === value) ?? 'year')}
      />
      {kind === 'days' ? (
        <FromTo days={days} change={change} text={text} />
      ) : (
        <Select
          label={text.period.kinds[kind]}
          data={withOwn(spansOf(kind, now), days).map((span) => ({ value: span.from, label: named(span) }))}
          value={days.from}
          onChange={(value) => {
            const chosen = withOwn(spansOf(kind, now), days).find(({ from }) => from === value);
            if (chosen) change(chosen);
          }}
        />
      )}
    </>
  );
}

/** Those to choose from, with the one that is chosen. */
const withOwn = (spans: readonly Days[], own: Days) =>
  spans.some(({ from }) => from === own.from) ? spans : [...spans, own];

function FromTo({ days, change, text }: { days: Days; change: (days: Days) => void; text: Texts }) {
  return (
    <>
      <TextInput
        type="date"
        label={text.exchanges.from}
        value={days.from}
        max={days.to}
        onChange={(event) => isDay(event.currentTarget.value) && change({ ...days, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={text.exchanges.to}
        value={days.to}
        min={days.from}
        onChange={(event) => isDay(event.currentTarget.value) && change({ ...days, to: event.currentTarget.value })}
      />
    </>
  );
}
