/** The lines of a report, under what they are and what to do about it. */

import { Button, Menu, Textarea } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Action, call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { creditDetails } from '../../../../console/src/parts/values/credit-details.ts';
import { To } from '../../../../console/src/parts/values/to.tsx';
import { Code, NumberedName, Tag } from '../../../../console/src/parts/values/values.tsx';
import type { Reconciliation, ReconciliationLine } from '../../contract/reconciliation.ts';
import { amountText, placeText, problemText } from './line-texts.ts';
import { LINE_TONES } from './reports.tsx';

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
  const { text, format } = useLanguage();
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
  const { text, format } = useLanguage();
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
  const { text, format } = useLanguage();
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
  const { text, format } = useLanguage();
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
            <To href={base.replace(/match$/, credit.booked_on)}>
              {text.matching.hoursOn(format.hours(credit.hours), format.day(credit.booked_on))}
            </To>
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

function details({ credit, place }: ReconciliationLine, text: Texts, format: Format) {
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

// The state of a difference: everyone reads it, and permitted people change it.

const STATES = ['open', 'asked', 'explained'] as const;
type State = (typeof STATES)[number];
const NOTE_MAX = 500;

interface StateProps {
  readonly line: ReconciliationLine;
  readonly base: string;
  readonly params: Readonly<Record<'slug' | 'partnerId', string | number>>;
  readonly onChanged: (line: ReconciliationLine) => void;
}

function LineState({ line, base, params, onChanged }: StateProps) {
  const { text, format } = useLanguage();
  const { can } = useCommunity();
  const [noting, setNoting] = useState(false);
  const { state, note, number, revision, settled_by, changed_by, changed_at } = line;
  const action: Action<[changes: { state?: State; note?: string | null }]> = useAction(
    async (changes) => {
      const path = { ...params, reconciliationId: line.reconciliation_id, lineNumber: number };
      const answer = await call('updateReconciliationLine', { params: path, body: { revision, ...changes } });
      succeeded(
        changes.state ? text.matching.stateSaved(text.matching.states[changes.state]) : text.matching.noteSaved,
      );
      await refresh('listReconciliationLines', 'getReconciliation', 'listReconciliations', 'getOverview');
      onChanged(answer.data);
    },
    (error) => {
      if (error.code === 'state_conflict') void refresh('listReconciliationLines', 'getReconciliation');
    },
  );
  if (state === null) return null;
  const current = state === 'settled' || state === 'carried' ? undefined : state;
  const tag = <Tag tone={LINE_TONES[state]}>{text.matching.states[state]}</Tag>;
  return (
    <>
      {current && can('statements.compare') ? (
        <>
          <span className="print-only">{tag}</span>
          <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button
                variant="default"
                size="compact-md"
                className="no-print"
                loading={action.busy}
                rightSection={<ChevronDown size={14} />}
                aria-label={text.matching.changeLine(text.matching.states[state], String(number))}
              >
                {tag}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {STATES.filter((one) => one !== current).map((one) => (
                <Menu.Item key={one} onClick={() => void action.run({ state: one })}>
                  {text.matching.set[one]}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => setNoting(true)}>{text.matching.writeNote}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      ) : (
        tag
      )}
      {settled_by !== null && (
        <div className="quiet">
          <To href={`${base}/${settled_by}`}>{text.matching.later[state === 'carried' ? 'carried' : 'settled']}</To>
        </div>
      )}
      {note && <div className="line-note">{note}</div>}
      {changed_by && changed_at && (
        <div className="quiet">{text.matching.changed(changed_by, format.dateTime(changed_at))}</div>
      )}
      {action.error && !noting && <Failed action={action} />}
      {noting && <NoteDialog note={note ?? ''} action={action} onClose={() => setNoting(false)} />}
    </>
  );
}

function Failed({ action: { error } }: { action: Pick<Action<never>, 'error'> }) {
  const text = useText();
  if (error?.code !== 'state_conflict') return <ActionFailed error={error} />;
  return (
    <Notice tone="bad" role="alert">
      {text.matching.conflict}
    </Notice>
  );
}

interface NoteDialogProps {
  note: string;
  action: Action<[changes: { note?: string | null }]>;
  onClose: () => void;
}

function NoteDialog({ note, action, onClose }: NoteDialogProps) {
  const text = useText();
  const [typed, setTyped] = useState(note);
  return (
    <Confirm
      title={text.matching.note}
      go={text.act.save}
      action={action}
      args={[{ note: typed.trim() || null }]}
      onClose={onClose}
    >
      <Textarea
        label={text.matching.note}
        description={text.matching.noteHint}
        minRows={3}
        maxLength={NOTE_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </Confirm>
  );
}
