/** The move that the community holds, and undoing it as a whole. */
import { Button, Group } from '@mantine/core';
import type { MoveSystem } from '@timebank/contract/words';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';
import type { MoveState } from '../../contract/moves.ts';

type Move = NonNullable<MoveState['move']>;

export function Held({ move, isFresh, onUndone }: { move: Move; isFresh: boolean; onUndone: () => void }) {
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
            <Button
              variant="default"
              leftSection={<Undo2 size={18} aria-hidden="true" />}
              onClick={() => setAsking(true)}
            >
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
  const refresh = useRefresh();
  const action = useAction(async () => {
    await call('undoMove', { params: { slug } });
    succeeded(text.undone);
    onUndone();
    await refresh('getMoveState', 'listImports', 'listMembers', 'listCommunityListings', 'listExchanges');
    await refresh('getOverview', 'getCommunitySeries', 'getCommunityFigures');
  });
  return (
    <Confirm title={text.undoQuestion} go={text.undo} danger action={action} args={[]} onClose={onClose}>
      {text.undoText(members, listings, exchanges)}
    </Confirm>
  );
}
