/** The state of a difference: everyone reads it, and permitted people change it. */
import { Anchor, Button, Menu, Textarea } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../../console/src/api/call.ts';
import { type Action, useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import { Tag } from '../../../../console/src/parts/values/tag.tsx';
import type { ReconciliationLine } from '../../contract/reconciliation.ts';
import { LINE_TONES } from './reports.tsx';

const STATES = ['open', 'asked', 'explained'] as const;
type State = (typeof STATES)[number];
const NOTE_MAX = 500;

interface Props {
  readonly line: ReconciliationLine;
  readonly base: string;
  readonly params: Readonly<Record<'slug' | 'partnerId', string | number>>;
  readonly onChanged: (line: ReconciliationLine) => void;
}

export function LineState({ line, base, params, onChanged }: Props) {
  const text = useText();
  const format = useFormat();
  const { can } = useCommunity();
  const refresh = useRefresh();
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
                rightSection={<ChevronDown size={14} aria-hidden="true" />}
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
          <Anchor component={Link} href={`${base}/${settled_by}`}>
            {text.matching.later[state === 'carried' ? 'carried' : 'settled']}
          </Anchor>
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
        autosize
        minRows={3}
        maxLength={NOTE_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </Confirm>
  );
}
