/** The tables of a report, for paper and for files. */

import type { Format, Texts } from '../../../../console/src/i18n/text.ts';
import type { PlainCell } from '../../../../console/src/parts/paper/plain.ts';
import type { CommunityReport } from '../../contract/reports.ts';

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly note?: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly PlainCell[])[];
}

const hours = (seconds: number) => ({ hours: seconds / 3600 });

export function sectionsOf(report: CommunityReport, text: Texts, format: Format): Section[] {
  const words = text.report;
  return [
    figuresOf(report, text),
    {
      key: 'categories',
      title: words.byCategory,
      heads: [words.category, words.exchanges, words.hours, words.gave, words.received],
      rows: [
        ...report.categories.map((row) => [
          row.category ?? words.noCategory,
          row.exchanges,
          hours(row.seconds),
          row.gave,
          row.received,
        ]),
        [
          words.all,
          report.figures.exchanges,
          hours(report.figures.seconds),
          report.figures.gave,
          report.figures.received,
        ],
      ],
    },
    groupsOf(report, 'age', words.byAge, words.age, text),
    groupsOf(report, 'place', words.byPlace, words.place, text),
    ...fieldsOf(report).flatMap(({ name, isQuarter, rows }) => [
      ...(isQuarter ? [groupsOf(report, 'quarter', words.hoursByField(name), name, text)] : []),
      membersBy(name, rows, text),
    ]),
    holdersOf(report, text),
    {
      key: 'months',
      title: words.byMonth,
      heads: [words.month, words.exchanges, words.hours],
      rows: report.months.map((row) => [format.month(`${row.month}-01`), row.exchanges, hours(row.seconds)]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

function figuresOf({ figures, before }: CommunityReport, text: Texts): Section {
  const words = text.report;
  const row = (label: string, of: (from: CommunityReport['figures']) => PlainCell): readonly PlainCell[] => [
    label,
    of(figures),
    of(before),
  ];
  const days = (value: number | null) => (value === null ? '–' : words.days(value));
  return {
    key: 'figures',
    title: words.figures,
    heads: ['', words.period, words.yearBefore],
    rows: [
      row(words.hoursOfHelp, ({ seconds }) => hours(seconds)),
      row(words.exchanges, ({ exchanges }) => exchanges),
      row(words.people, ({ people }) => people),
      row(words.gave, ({ gave }) => gave),
      row(words.received, ({ received }) => received),
      row(words.membersAtEnd, ({ members }) => members),
      row(words.joined, ({ joined }) => joined),
      row(words.left, ({ left }) => left),
      row(words.requestDays, ({ request_days }) => days(request_days)),
      row(words.newcomerDays, ({ newcomer_days }) => days(newcomer_days)),
      row(words.gifts, ({ gift_seconds }) => hours(gift_seconds)),
      row(words.credits, ({ credit_seconds }) => hours(credit_seconds)),
      row(words.fund, ({ fund_seconds }) => hours(fund_seconds)),
    ],
  };
}

/** The own fields with choices, each with its members on the last day. */
function fieldsOf({ members_by }: CommunityReport) {
  const fields = Map.groupBy(members_by, ({ number }) => number);
  return [...fields.values()].map((rows) => ({
    name: rows[0]?.field ?? '',
    isQuarter: rows[0]?.is_quarter ?? false,
    rows: rows.map(({ name, members }) => ({ name, people: members, given_seconds: 0, received_seconds: 0 })),
  }));
}

/** Members on the last day, in the order of the field's choices. */
function membersBy(field: string, groups: readonly Group[], text: Texts): Section {
  const words = text.report;
  const { shown, rest } = withoutSmall(groups);
  const row = (label: string, { people }: Group): readonly PlainCell[] => [
    label,
    people < PEOPLE_MIN ? words.fewer(PEOPLE_MIN) : people,
  ];
  return {
    key: `members by ${field}`,
    title: words.byField(field),
    note: `${words.smallGroups(PEOPLE_MIN)} ${words.asToday}`,
    heads: [field, words.membersAtEnd],
    rows: [
      ...shown.map((group) => row(group.name ?? words.unknown, group)),
      ...(rest ? [row(words.others, rest)] : []),
    ],
  };
}

function groupsOf(
  report: CommunityReport,
  kind: 'age' | 'place' | 'quarter',
  title: string,
  head: string,
  text: Texts,
): Section {
  const words = text.report;
  const groups = report.groups.filter((group) => group.kind === kind);
  const ordered = kind === 'age' ? groups.toSorted((a, b) => (a.name ?? 'x').localeCompare(b.name ?? 'x')) : groups;
  const { shown, rest } = withoutSmall(ordered);
  const agesOf = (range: string) => {
    const [from = '', to = ''] = range.split('-');
    return to === '' ? words.older(from) : words.ages(from, to);
  };
  const named = (name: string | null) => (name === null ? words.unknown : kind === 'age' ? agesOf(name) : name);
  const row = (label: string, group: Group): readonly PlainCell[] => [
    label,
    group.people < PEOPLE_MIN ? words.fewer(PEOPLE_MIN) : group.people,
    hours(group.given_seconds),
    hours(group.received_seconds),
  ];
  return {
    key: kind,
    title,
    note: words.smallGroups(PEOPLE_MIN),
    heads: [head, words.people, words.given, words.receivedHours],
    rows: [...shown.map((group) => row(named(group.name), group)), ...(rest ? [row(words.others, rest)] : [])],
  };
}

function holdersOf(report: CommunityReport, text: Texts): Section {
  const words = text.report;
  const groups = report.groups.filter(({ kind }) => kind === 'account');
  const named = (name: string | null) =>
    name === 'members' ? words.members : name === 'fund' ? text.accounts.chest : (name ?? words.unknown);
  const sum = (of: 'given_seconds' | 'received_seconds') => groups.reduce((all, group) => all + group[of], 0);
  return {
    key: 'account',
    title: words.byHolder,
    heads: [words.holder, words.given, words.receivedHours],
    rows: [
      ...groups.map((group) => [named(group.name), hours(group.given_seconds), hours(group.received_seconds)]),
      ...(groups.length > 0 ? [[words.all, hours(sum('given_seconds')), hours(sum('received_seconds'))]] : []),
    ],
  };
}

// Groups of a report, of which none is so small that a reader knows who is meant.

export type Group = Pick<CommunityReport['groups'][number], 'name' | 'people' | 'given_seconds' | 'received_seconds'>;

/** Fewer people than these are not shown by themselves. */
export const PEOPLE_MIN = 3;

/**
 * The groups that are large enough, and one of all others. Where those are too few together, the next larger group goes
 * with them: otherwise its people follow from the total.
 */
export function withoutSmall(groups: readonly Group[]): {
  readonly shown: readonly Group[];
  readonly rest: Group | undefined;
} {
  const bySize = groups.toSorted((a, b) => a.people - b.people);
  const merged: Group[] = [];
  for (const group of bySize) {
    const people = merged.reduce((sum, one) => sum + one.people, 0);
    if (group.people >= PEOPLE_MIN && (merged.length === 0 || people >= PEOPLE_MIN)) break;
    merged.push(group);
  }
  if (merged.length === 0) return { shown: groups, rest: undefined };
  const sum = (of: 'people' | 'given_seconds' | 'received_seconds') => merged.reduce((all, one) => all + one[of], 0);
  const rest = {
    ...{ name: null, people: sum('people') },
    ...{ given_seconds: sum('given_seconds'), received_seconds: sum('received_seconds') },
  };
  return { shown: groups.filter((group) => !merged.includes(group)), rest };
}
