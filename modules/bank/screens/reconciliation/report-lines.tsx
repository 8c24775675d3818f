/** The lines of a report, under what they are and what to do about it. */
import { Anchor, Button } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { creditDetails } from '../../../../console/src/parts/values/credit-details.ts';
import { NumberedName } from '../../../../console/src/parts/values/numbered-name.tsx';
import type { Reconciliation, ReconciliationLine } from '../../contract/reconciliation.ts';
import { LineState } from './line-state.tsx';
import { amountText, placeText, problemText } from './line-texts.ts';

interface Props {
  readonly lines: readonly ReconciliationLine[];
  /** How many of each kind there are; undefined where only some of them are shown. */
  readonly counts: Reconciliation['counts'] | undefined;
  readonly base: string;
  readonly params: Readonly<Record<'slug' | 'partnerId', string | number>>;
  readonly onChanged: (line: ReconciliationLine) => void;
}

/** A card for the lines of one group: lines of all comparisons come in the order of the comparisons. */
export function ReportLines({ lines, counts, ...props }: Props) {
  const text = useText();
  const format = useFormat();
  const groups = Map.groupBy(lines, (line) => `${line.reconciliation_id} ${line.kind}`);
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (!first) return null;
    const { title, todo } = text.matching.groups[first.kind];
    // A comparison of an earlier version did not count what is not compared.
    const name = counts ? `${title} (${format.number(counts[first.kind] || group.length)})` : title;
    return (
      <Card
        key={`${first.reconciliation_id} ${first.number}`}
        title={name}
        lead={todo}
        action={
          first.kind === 'not_compared' && (
            <Button variant="default" className="no-print" component={Link} href={props.base.replace(/\/match$/, '')}>
              {text.rates.title}
            </Button>
          )
        }
      >
        <LineTable caption={name} lines={group} {...props} />
      </Card>
    );
  });
}

function LineTable({ caption, lines, base, params, onChanged }: Omit<Props, 'counts'> & { caption: string }) {
  const text = useText();
  const paid = lines.some(({ place }) => place !== null);
  const columns: Column<ReconciliationLine>[] = [
    {
      key: 'what',
      title: paid ? text.matching.amountPaid : text.matching.kind,
      main: true,
      cell: (line) => <What line={line} />,
    },
    { key: 'reference', title: text.matching.reference, cell: (line) => <References line={line} /> },
    { key: 'credit', title: text.matching.credit, cell: (line) => <CreditOf line={line} base={base} /> },
    {
      key: 'state',
      title: text.matching.state,
      cell: (line) => <LineState line={line} base={base} params={params} onChanged={onChanged} />,
    },
  ];
  const stateful = lines.some(({ state }) => state !== null);
  return (
    <DataTable
      caption={caption}
      columns={stateful ? columns : columns.slice(0, -1)}
      rows={lines}
      rowKey={({ reconciliation_id, number }) => `${reconciliation_id}-${number}`}
    />
  );
}

interface LineProps {
  readonly line: ReconciliationLine;
}

function What({ line }: LineProps) {
  const text = useText();
  const format = useFormat();
  const { place, hours_worth, entry_amount, payer_text, credit } = line;
  if (place === null) {
    return <span className="row-link">{credit ? text.matching.kinds[credit.kind] : text.matching.none}</span>;
  }
  const about = [
    ...(hours_worth === null ? [] : [text.matching.worthHours(format.hours(hours_worth))]),
    ...(entry_amount === null ? [] : [entryText(line, entry_amount.replaceAll('.', format.decimal), text)]),
    placeText(place, text),
  ];
  return (
    <>
      <span className="row-link">{amountText(line, format) || text.matching.none}</span>
      <div className="quiet">{about.join(', ')}</div>
      {payer_text && <div className="quiet">{text.matching.wrote(payer_text)}</div>}
    </>
  );
}

/** Of a figure that does not hold, the second amount is what the entries give. */
function entryText({ kind }: ReconciliationLine, amount: string, { matching }: Texts): string {
  return kind === 'proof_fails' ? matching.proofFound(amount) : matching.entryAmount(amount);
}

function References({ line: { place, reference, end_to_end_id, booked_on, credit } }: LineProps) {
  const text = useText();
  const format = useFormat();
  const shown = place === null ? credit?.reference : (reference ?? end_to_end_id);
  const day = place === null ? credit?.booked_on : booked_on;
  return (
    <>
      <Code>{shown ?? text.matching.none}</Code>
      {day && <div className="quiet">{format.day(day)}</div>}
    </>
  );
}

function CreditOf({ line, base }: LineProps & { base: string }) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const { credit, named_member, kind, state, unreadable } = line;
  const problem = problemText(line, text, format);
  const person = (id: string, name: string, number: string | null) => (
    <NumberedName href={`/c/${slug}/members/${id}`} name={name} number={number} />
  );
  return (
    <>
      {credit ? (
        <>
          <div className="own-line">
            <Anchor component={Link} href={base.replace(/match$/, credit.booked_on)}>
              {text.matching.hoursOn(format.hours(credit.hours), format.day(credit.booked_on))}
            </Anchor>
          </div>
          <div className="own-line">{person(credit.user_id, credit.name, credit.number)}</div>
        </>
      ) : (
        unreadable === null && kind !== 'proof_fails' && text.matching.noCredit
      )}
      {problem && <div className="quiet">{problem}</div>}
      {unreadable !== null && (
        <div className="quiet">{state ? text.matching.couldBePayment : text.matching.plainlyNone}</div>
      )}
      {credit && details(line, text, format)}
      {named_member && (kind === 'member_differs' || !credit) && (
        <div className="quiet own-line">
          {text.matching.namedMember} {person(named_member.user_id, named_member.name, named_member.external_id)}
        </div>
      )}
    </>
  );
}

function details({ credit, place }: ReconciliationLine, text: Texts, format: ReturnType<typeof useFormat>) {
  if (!credit) return null;
  const { reversed_on, reversal_reference, payment, ...rest } = credit;
  const details = [
    ...(reversed_on && reversal_reference
      ? [text.matching.reversedOn(format.day(reversed_on), reversal_reference)]
      : []),
    // Beside an entry of the bank there is no need of what the partner said of it.
    ...creditDetails({ ...rest, payment: place === null ? payment : null }, text, format),
  ];
  return details.map((one) => (
    <div key={one} className="quiet">
      {one}
    </div>
  ));
}
