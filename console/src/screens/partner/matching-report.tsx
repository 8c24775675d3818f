/** The report of a comparison: what agrees, what does not, line by line, and what to do about each. */
import type { ReconciledEntry, Reconciliation } from '@timebank/contract/console';
import { type Texts, useFormat, useText } from '../../i18n/text.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { Card } from '../../parts/page/page.tsx';
import { Credits, Entries, Unread } from './matching-lines.tsx';

const ENTRY_DIFFERENCES = ['amount_differs', 'member_differs', 'on_statement_not_credited'] as const;
const CREDIT_DIFFERENCES = ['credited_not_on_statement', 'reversed_without_return'] as const;
const MORE_ENTRY_DIFFERENCES = [
  'returned_without_reversal',
  'returned_without_credit',
  'unusable_reference',
  'case_differs',
] as const;
/** Nothing to do about these, or nothing but to know. */
const REST = ['returned_uncredited', 'no_payment_reference', 'matched', 'returned'] as const;

type Group = keyof Texts['matching']['groups'];

export function MatchingReport({ report }: { report: Reconciliation }) {
  const text = useText();
  const format = useFormat();
  const { counts, matches, days, all_matched } = report;
  const differing = [...matches.matched, ...matches.returned, ...matches.amount_differs].filter(
    (entry) => entry.member_differs,
  );
  const differences =
    [...ENTRY_DIFFERENCES, ...CREDIT_DIFFERENCES, ...MORE_ENTRY_DIFFERENCES].reduce(
      (sum, group) => sum + counts[group],
      0,
    ) + counts.not_understood_could_be_credit;
  const entriesOf = (group: Exclude<(typeof ENTRY_DIFFERENCES)[number], 'member_differs'> | EntryGroup) => (
    <EntryCard key={group} group={group} count={counts[group]} entries={matches[group]} />
  );
  return (
    <>
      <Notice
        role="status"
        tone={all_matched ? 'good' : 'wait'}
        title={
          all_matched
            ? text.matching.allGood
            : differences > 0
              ? text.matching.differences(differences)
              : text.matching.waiting(counts.waiting_for_statement)
        }
      >
        {all_matched && `${text.matching.allGoodText} `}
        {days ? text.matching.period(format.day(days.from), format.day(days.to)) : text.matching.noPeriod}{' '}
        {text.matching.summary(counts.matched, counts.returned)}{' '}
        {counts.other_entries + counts.not_booked > 0 && text.matching.skipped(counts.other_entries, counts.not_booked)}{' '}
        {report.truncated && text.matching.truncated}
      </Notice>
      {entriesOf('amount_differs')}
      <EntryCard group="member_differs" count={counts.member_differs} entries={differing} />
      {entriesOf('on_statement_not_credited')}
      {CREDIT_DIFFERENCES.map((group) => (
        <GroupCard key={group} group={group} count={counts[group]}>
          {(caption) => <Credits caption={caption} credits={matches[group]} />}
        </GroupCard>
      ))}
      {MORE_ENTRY_DIFFERENCES.map(entriesOf)}
      <GroupCard group="not_understood" count={counts.not_understood}>
        {(caption) => <Unread caption={caption} lines={matches.not_understood} />}
      </GroupCard>
      <GroupCard group="waiting_for_statement" count={counts.waiting_for_statement}>
        {(caption) => <Credits caption={caption} credits={matches.waiting_for_statement} />}
      </GroupCard>
      <GroupCard group="corrected" count={counts.corrected}>
        {(caption) => <Credits caption={caption} credits={matches.corrected} />}
      </GroupCard>
      {REST.map(entriesOf)}
    </>
  );
}

type EntryGroup = (typeof MORE_ENTRY_DIFFERENCES)[number] | (typeof REST)[number];

function EntryCard({ group, count, entries }: { group: Group; count: number; entries: readonly ReconciledEntry[] }) {
  return (
    <GroupCard group={group} count={count}>
      {(caption) => <Entries caption={caption} entries={entries} />}
    </GroupCard>
  );
}

/** A list with what to do about it; nothing where there is none. */
function GroupCard({
  group,
  count,
  children,
}: {
  group: Group;
  count: number;
  children: (caption: string) => React.ReactNode;
}) {
  const text = useText();
  const format = useFormat();
  if (count === 0) return null;
  const { title, todo } = text.matching.groups[group];
  const name = `${title} (${format.number(count)})`;
  return (
    <Card title={name} lead={todo || undefined}>
      {children(name)}
    </Card>
  );
}
