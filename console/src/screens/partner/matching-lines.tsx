/** The lines of a comparison's lists: entries of the statement, credits, and what was not understood. */
import type { NotUnderstood, ReconciledCredit, ReconciledEntry } from '@timebank/contract/console';
import type { Format } from '../../i18n/format.ts';
import { type Texts, useFormat, useText } from '../../i18n/text.ts';
import { type Column, DataTable } from '../../parts/lists/table.tsx';
import { Code } from '../../parts/values/code.tsx';
import { creditDetails } from '../../parts/values/credit-details.ts';

/** Where an entry stands in the file; the service says it in English. */
function placeText(place: string, text: Texts): string {
  const { at } = text.matching;
  const [, entry, detail, line] = /^(?:entry (\d+)(?:, detail (\d+))?|line (\d+))$/.exec(place) ?? [];
  if (line) return at.line(line);
  if (entry) return detail ? at.detail(entry, detail) : at.entry(entry);
  return place;
}

function problemText({ problem_code, hours_worth, credit }: ReconciledEntry, text: Texts, format: Format) {
  if (problem_code === null) return undefined;
  if (problem_code !== 'amount') return text.matching.problems[problem_code];
  return text.matching.amountProblem(format.hours(hours_worth ?? 0), format.hours(credit?.hours ?? 0));
}

export function Entries({ caption, entries }: { caption: string; entries: readonly ReconciledEntry[] }) {
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
            {placeText(place, text)}
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
      cell: (entry) => {
        const { credit, named_member, member_differs } = entry;
        const problem = problemText(entry, text, format);
        return (
          <>
            {credit ? text.matching.creditOf(format.hours(credit.hours), credit.name) : text.matching.noCredit}
            {problem && <div className="quiet">{problem}</div>}
            {credit?.corrects_reference && (
              <div className="quiet">{text.statements.corrects(credit.corrects_reference)}</div>
            )}
            {credit?.corrected_by_reference && (
              <div className="quiet">{text.statements.correctedBy(credit.corrected_by_reference)}</div>
            )}
            {named_member && (member_differs || !credit) && (
              <div className="quiet">{text.matching.named(named_member.name)}</div>
            )}
          </>
        );
      },
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={entries} rowKey={({ place }) => place} />;
}

export function Credits({ caption, credits }: { caption: string; credits: readonly ReconciledCredit[] }) {
  const text = useText();
  const format = useFormat();
  const columns: Column<ReconciledCredit>[] = [
    {
      key: 'name',
      title: text.statements.member,
      main: true,
      cell: ({ name }) => <span className="row-link">{name}</span>,
    },
    { key: 'kind', title: text.matching.kind, cell: ({ kind }) => text.matching.kinds[kind] },
    { key: 'hours', title: text.statements.hours, end: true, cell: ({ hours }) => `${format.hours(hours)} h` },
    {
      key: 'reference',
      title: text.matching.reference,
      cell: ({ reference, booked_on, reversed_on, reversal_reference, ...details }) => (
        <>
          <Code>{reference}</Code>
          <div className="quiet">{format.day(booked_on)}</div>
          {reversed_on && reversal_reference && (
            <div className="quiet">{text.matching.takenBack(format.day(reversed_on), reversal_reference)}</div>
          )}
          {creditDetails(details, text, format).map((detail) => (
            <div key={detail} className="quiet">
              {detail}
            </div>
          ))}
        </>
      ),
    },
  ];
  const rowKey = ({ kind, credit_id }: ReconciledCredit) => `${kind} ${credit_id}`;
  return <DataTable caption={caption} columns={columns} rows={credits} rowKey={rowKey} />;
}

export function Unread({ caption, lines }: { caption: string; lines: readonly NotUnderstood[] }) {
  const text = useText();
  const columns: Column<NotUnderstood>[] = [
    {
      key: 'amount',
      title: text.matching.amountPaid,
      main: true,
      cell: ({ amount, entry_amount, place }) => (
        <>
          <span className="row-link">{amount ?? text.matching.none}</span>
          <div className="quiet">
            {entry_amount !== null && `${text.matching.entryAmount(entry_amount)}, `}
            {placeText(place, text)}
          </div>
        </>
      ),
    },
    {
      key: 'what',
      title: text.matching.unread,
      cell: ({ what, could_be_credit }) => (
        <>
          {text.matching.unreadable[what]}
          <div className="quiet">{could_be_credit ? text.matching.couldBePayment : text.matching.plainlyNone}</div>
        </>
      ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={lines} rowKey={({ place }) => place} />;
}
