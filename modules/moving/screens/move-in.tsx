/** Moving in from another system: files, questions, balances, and all of it booked or undone. */
import { ActionIcon, Button, FileInput, Group, Select, Stack } from '@mantine/core';
import { MOVE_SYSTEMS, type MoveSystem } from '@timebank/contract/words';
import { FileText, Undo2, Upload, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type ApiError, call, refresh, useAction, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../console/src/i18n/text.ts';
import { DropTarget } from '../../../console/src/parts/forms/drop-target.tsx';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { Card, Facts, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { Time } from '../../../console/src/parts/values/values.tsx';
import type { MoveState } from '../contract/moves.ts';
import { Balances } from './move-in/balances.tsx';
import { Checked } from './move-in/checked.tsx';
import { type OngoingMove, useMove } from './move-in/use-move.ts';

export default function MoveIn() {
  const text = useText().moving;
  const { slug } = useCommunity();
  const found = useRead('getMoveState');
  const ongoing = useMove();
  const { files, checked, done } = ongoing.state;
  const { dialog } = useKeepTyped(files.length > 0 && !done, ongoing.book.busy);
  const state = found.data?.data;
  const isFilled = state !== undefined && !state.is_empty && state.move === null;
  return (
    <Page title={text.title} lead={text.lead} back={{ href: `/c/${slug}/import`, label: text.back }}>
      <div className="stack">
        <Arriving of={found} />
        {state?.move && <Held move={state.move} isFresh={done !== undefined} onUndone={ongoing.again} />}
        {state?.move && done && <Balances move={done} />}
        {isFilled && (
          <Notice
            tone="info"
            title={text.filled}
            action={
              <Button component={Link} href={`/c/${slug}/import`} variant="default">
                {text.toImport}
              </Button>
            }
          >
            {text.filledLead}
          </Notice>
        )}
        {state?.is_empty && <FilesForm ongoing={ongoing} />}
        {state?.is_empty && checked && <Checked move={checked} ongoing={ongoing} />}
      </div>
      {dialog}
    </Page>
  );
}

// The other system, and its files: chosen together or dropped.

function FilesForm({ ongoing }: { ongoing: OngoingMove }) {
  const text = useText().moving;
  const { state, look, book, chooseSystem, check } = ongoing;
  const { system, checked } = state;
  const isBusy = look.busy || book.busy;
  return (
    <Card title={text.filesTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <Stack gap="md" className="form-column">
          <Select
            label={text.system}
            description={text.where[system]}
            inputWrapperOrder={['label', 'input', 'description']}
            disabled={isBusy}
            data={MOVE_SYSTEMS.map((value) => ({ value, label: text.systems[value] }))}
            value={system}
            onChange={(value) => value && chooseSystem(value as MoveSystem)}
          />
          <Files ongoing={ongoing} isBusy={isBusy} />
          {look.error && <Unread error={look.error} />}
          {!checked && (
            <div>
              <Button type="submit" loading={look.busy} disabled={book.busy}>
                {text.check}
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Card>
  );
}

function Files({ ongoing, isBusy }: { ongoing: OngoingMove; isBusy: boolean }) {
  const text = useText().moving;
  const { state, addFiles, removeFile } = ongoing;
  const add = (files: readonly File[]) => files.length > 0 && !isBusy && addFiles(files);
  return (
    <DropTarget disabled={isBusy} drop={add}>
      <FileInput
        label={text.files}
        description={text.filesHint}
        placeholder={text.choose}
        leftSection={<Upload size={18} />}
        accept=".csv,.txt,.json,.zip"
        multiple
        disabled={isBusy}
        value={[]}
        error={state.fault}
        onChange={add}
      />
      {state.files.length > 0 && (
        <ul className="move-files">
          {state.files.map(({ name }) => (
            <li key={name}>
              <FileText size={16} />
              <span>{name}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                disabled={isBusy}
                aria-label={text.remove(name)}
                onClick={() => removeFile(name)}
              >
                <X size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </DropTarget>
  );
}

/** Why the files cannot be read, or that an answer does not fit. */
function Unread({ error }: { error: ApiError }) {
  const text = useText().moving;
  const [fault] = error.fields;
  if (fault?.field.startsWith('answers')) return <Notice tone="bad" role="alert" title={text.answerFault} />;
  const sentence = fault?.field === 'file' ? sentenceOf(text.fileFaults, fault) : undefined;
  if (sentence === undefined) return <ActionFailed error={error} />;
  return (
    <Notice tone="bad" role="alert" title={text.unread}>
      {sentence}
    </Notice>
  );
}

function sentenceOf(
  sentences: Readonly<Record<string, (values: Readonly<Record<string, string | number>>) => string>>,
  { code, values = {} }: ApiError['fields'][number],
): string | undefined {
  return sentences[code]?.(values as Readonly<Record<string, string | number>>);
}

// The move that the community holds, and undoing it as a whole.

type Move = NonNullable<MoveState['move']>;

function Held({ move, isFresh, onUndone }: { move: Move; isFresh: boolean; onUndone: () => void }) {
  const text = useText().moving;
  const format = useFormat();
  const { slug } = useCommunity();
  const [asking, setAsking] = useState(false);
  const { system, members, listings, exchanges, file_names, moved_at, moved_by, obstacle } = move;
  return (
    <>
      {isFresh && (
        <Notice tone="good" role="status" title={text.doneTitle}>
          {text.doneLead}
        </Notice>
      )}
      <Card title={text.holdsTitle(text.systems[system as MoveSystem] ?? system)}>
        <Facts
          items={[
            [text.counts.members, format.number(members)],
            [text.counts.listings, format.number(listings)],
            [text.booked, format.number(exchanges)],
            [
              text.movedAt,
              <>
                <Time key="time" at={moved_at} />
                <div className="quiet">{moved_by ?? text.commandLine}</div>
              </>,
            ],
            [text.movedFiles, format.list(file_names)],
          ]}
        />
        {obstacle && (
          <Notice tone="info" title={text.cannotUndo}>
            {obstacle.names.length > 0 && text.cannotUndoLead(obstacle.names.join(', '))}
          </Notice>
        )}
        <Group className="move-acts">
          <Button component={Link} href={`/c/${slug}/members`}>
            {text.toMembers}
          </Button>
          {!obstacle && (
            <Button variant="default" leftSection={<Undo2 size={18} />} onClick={() => setAsking(true)}>
              {text.undo}
            </Button>
          )}
        </Group>
      </Card>
      {asking && <UndoDialog move={move} onUndone={onUndone} onClose={() => setAsking(false)} />}
    </>
  );
}

interface UndoDialogProps {
  move: Move;
  onUndone: () => void;
  onClose: () => void;
}

function UndoDialog({ move: { members, listings, exchanges }, onUndone, onClose }: UndoDialogProps) {
  const text = useText().moving;
  const { slug } = useCommunity();
  const action = useAction(async () => {
    await call('undoMove', { params: { slug } });
    succeeded(text.undone);
    onUndone();
    await refresh('getMoveState', 'listImports', 'listMembers', 'listCommunityListings', 'listExchanges');
    await refresh('getOverview', 'getCommunitySeries', 'getCommunityFigures');
  });
  return (
    <Confirm title={text.undoQuestion} go={text.undo} danger action={action} onClose={onClose}>
      {text.undoText(members, listings, exchanges)}
    </Confirm>
  );
}
