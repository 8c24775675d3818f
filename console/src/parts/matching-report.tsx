/** The report of a comparison: what agrees, what does not, line by line, and what to do about each. */
import type { ReconciledCredit, ReconciledEntry, Reconciliation } from '@timebank/contract/console';
import { useFormat, useText } from '../i18n/text.ts';
import { Code } from './bits.tsx';
import { Notice } from './notice.tsx';
import { Card } from './page.tsx';
import { type Column, DataTable } from './table.tsx';

const DIFFERENCES = [
  'amount_differs',
  'member_differs',
  'on_statement_not_credited',
  'credited_not_on_statement',
  'returned_without_reversal',
  'unusable_reference',
  'case_differs',
] as const;

export function MatchingReport({ report }: { report: Reconciliation }) {
  const text = useText();
  const format = useFormat();
  const { counts, matches, period } = report;
  const days = text.matching.period(format.day(period.from), format.day(period.to));
  const open = DIFFERENCES.filter((group) => counts[group] > 0);
  const differing = [...matches.matched, ...matches.returned, ...matches.amount_differs].filter(
    (entry) => entry.member_differs,
  );
  const linesOf = (group: (typeof DIFFERENCES)[number]) => (group === 'member_differs' ? differing : matches[group]);
  return (
    <>
      <Notice
        role="status"
        tone={report.all_matched ? 'good' : 'wait'}
        title={
          report.all_matched
            ? text.matching.allGood
            : text.matching.differences(open.reduce((sum, group) => sum + counts[group], 0))
        }
      >
        {report.all_matched
          ? text.matching.allGoodText(counts.matched, days)
          : `${days}. ${text.matching.summary(counts.matched, counts.returned)}`}{' '}
        {counts.other_entries + counts.not_booked > 0 && text.matching.skipped(counts.other_entries, counts.not_booked)}{' '}
        {report.truncated && text.matching.truncated}
      </Notice>
      {open.map((group) => (
        <Group key={group} group={group} count={counts[group]} lines={linesOf(group)} />
      ))}
      {(['matched', 'returned'] as const).map(
        (group) =>
          counts[group] > 0 && <Group key={group} group={group} count={counts[group]} lines={matches[group]} />,
      )}
    </>
  );
}

function Group({
  group,
  count,
  lines,
}: {
  group: (typeof DIFFERENCES)[number] | 'matched' | 'returned';
  count: number;
  lines: readonly (ReconciledEntry | ReconciledCredit)[];
}) {
  const text = useText();
  const format = useFormat();
  const { title, todo } = text.matching.groups[group];
  const name = `${title} (${format.number(count)})`;
  const entries = lines.filter((line): line is ReconciledEntry => 'place' in line);
  const credits = lines.filter((line): line is ReconciledCredit => !('place' in line));
  return (
    <Card title={name} lead={todo || undefined}>
      {entries.length > 0 && <Entries caption={name} entries={entries} />}
      {credits.length > 0 && <Credits caption={name} credits={credits} />}
    </Card>
  );
}

function Entries({ caption, entries }: { caption: string; entries: readonly ReconciledEntry[] }) {
  const text = useText();
  const format = useFormat();
  const columns: Column<ReconciledEntry>[] = [
    {
      key: 'amount',
      title: text.matching.amountPaid,
      main: true,
      cell: ({ amount, currency, hours_worth, place }) => (
        <>
          <span className="row-link">
            {amount} {currency}
          </span>
          <div className="quiet">
            {hours_worth !== null && `${text.matching.worthHours(format.hours(hours_worth))}, `}
            {place}
          </div>
        </>
      ),
    },
    {
      key: 'reference',
      title: text.matching.reference,
      cell: ({ reference, end_to_end_id, booked_on }) => (
        <>
          <Code>{reference ?? end_to_end_id ?? text.matching.none}</Code>
          {booked_on && <div className="quiet">{format.day(booked_on)}</div>}
        </>
      ),
    },
    {
      key: 'credit',
      title: text.matching.credit,
      cell: ({ credit, named_member, member_differs, problem }) => (
        <>
          {credit ? text.matching.creditOf(format.hours(credit.hours), credit.name) : text.matching.noCredit}
          {problem && <div className="quiet">{problem}</div>}
          {named_member && (member_differs || !credit) && (
            <div className="quiet">{text.matching.named(named_member.name)}</div>
          )}
        </>
      ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={entries} rowKey={({ place }) => place} />;
}

function Credits({ caption, credits }: { caption: string; credits: readonly ReconciledCredit[] }) {
  const text = useText();
  const format = useFormat();
  const columns: Column<ReconciledCredit>[] = [
    {
      key: 'name',
      title: text.statements.member,
      main: true,
      cell: ({ name }) => <span className="row-link">{name}</span>,
    },
    { key: 'hours', title: text.statements.hours, end: true, cell: ({ hours }) => `${format.hours(hours)} h` },
    {
      key: 'reference',
      title: text.matching.reference,
      cell: ({ reference, booked_on }) => (
        <>
          <Code>{reference}</Code>
          <div className="quiet">{format.day(booked_on)}</div>
        </>
      ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={credits} rowKey={({ credit_id }) => credit_id} />;
}
