/** Past imports, and undoing one while nothing has happened since. */

import { Button } from '@mantine/core';
import type { MoveSystem } from '@timebank/contract/words';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity, useRead, useReadPages } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { PER_PAGE } from '../../../../console/src/parts/lists/query-state.ts';
import { type Column, DataTable, LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { LoadFailed, Loading, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { To } from '../../../../console/src/parts/values/to.tsx';
import { Tag, Time } from '../../../../console/src/parts/values/values.tsx';
import type { PastImport } from '../../contract/imports.ts';

/** The part of an import that its undoing speaks of. */
type UndoTarget = Pick<PastImport, 'id' | 'kind' | 'created'>;

/** Newest first; nothing where nothing was imported yet. */
export function PastImports() {
  const { imports: text, moving } = useText();
  const { slug } = useCommunity();
  const [asked, setAsked] = useState<PastImport>();
  const list = useReadPages('listImports', { query: { per_page: PER_PAGE } });
  const { items } = list;
  // Most often there is nothing: a card that comes and goes would only be in the way.
  if (list.isPending || items?.length === 0) return null;
  const fileOf = ({ file_name, move }: PastImport) =>
    move ? moving.pastImport(moving.systems[move as MoveSystem] ?? move) : (file_name ?? text.past.unnamed);
  const columns: Column<PastImport>[] = [
    {
      key: 'file',
      title: text.file,
      main: true,
      cell: (past) => (
        <>
          <span className="row-link">{fileOf(past)}</span>
          <div className="quiet">{text.past.created[past.kind](past.created)}</div>
        </>
      ),
    },
    {
      key: 'imported',
      title: text.past.imported,
      cell: ({ imported_at, imported_by }) => (
        <>
          <Time at={imported_at} />
          <div className="quiet">{imported_by ?? text.past.commandLine}</div>
        </>
      ),
    },
    {
      key: 'state',
      title: text.past.state,
      cell: (past) =>
        past.undone_at === null && past.move ? (
          <To href={`/c/${slug}/import/move`}>{moving.see}</To>
        ) : past.undone_at === null ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={text.past.undoOf(fileOf(past))}
            onClick={() => setAsked(past)}
          >
            {text.past.undo}
          </Button>
        ) : (
          <>
            <Tag tone="quiet">{text.past.undone}</Tag> <Time at={past.undone_at} />
            <div className="quiet">{past.undone_by}</div>
          </>
        ),
    },
  ];
  return (
    <Card title={text.past.title} lead={text.past.lead}>
      {list.error && !items && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {items && <DataTable caption={text.past.title} columns={columns} rows={items} rowKey={({ id }) => id} />}
      <LoadMore of={list} />
      {asked && <UndoDialog past={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

/** Beside the result of an import. */
export function UndoButton({ past, onUndone }: { past: UndoTarget; onUndone: () => void }) {
  const text = useText().imports;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Undo2 size={18} />} onClick={() => setAsking(true)}>
        {text.past.undoThis}
      </Button>
      {asking && <UndoDialog past={past} onUndone={onUndone} onClose={() => setAsking(false)} />}
    </>
  );
}

interface UndoDialogProps {
  past: UndoTarget;
  onUndone?: () => void;
  onClose: () => void;
}

/** Says what would be taken back, or why it cannot be. */
function UndoDialog({ past: { id, kind, created }, onUndone, onClose }: UndoDialogProps) {
  const text = useText().imports;
  const { slug, has_partners } = useCommunity();
  const params = { slug, importId: id };
  const found = useRead('getImport', { params }, { staleTime: 0, gcTime: 0 });
  const action = useAction(
    async () => {
      await call('undoImport', { params });
      succeeded(text.past.done[kind](created));
      await refresh('listImports', 'listMembers', 'listCommunityListings', 'listExchanges');
      await refresh('getOverview', 'getCommunitySeries', 'getCommunityFigures');
      onUndone?.();
    },
    // Something happened while the question stood there: what, says the import.
    (error) => void (error.code === 'import_not_undoable' && found.refetch()),
  );
  const obstacle = found.data?.data.obstacle;
  return (
    <Confirm
      title={text.past.question}
      go={text.past.undoThis}
      danger
      action={obstacle ? { ...action, error: undefined } : action}
      disabled={obstacle !== null}
      onClose={onClose}
    >
      {found.isPending && <Loading rows={1} />}
      {found.error && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
      {obstacle === null && (
        <>
          <p>{text.past.willGo[kind](created, has_partners)}</p>
          <p>{text.past.comesAgain}</p>
        </>
      )}
      {obstacle && (
        <Notice tone="wait" role="status" title={text.past.cannot}>
          {obstacle.reason === 'changed'
            ? text.past.changed[kind](obstacle.count, obstacle.names.join(', '), obstacle.count > obstacle.names.length)
            : obstacle.reason === 'undone'
              ? text.past.undoneBefore
              : text.past.later[kind]}
        </Notice>
      )}
    </Confirm>
  );
}
