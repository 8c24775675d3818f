/** Moving in from another system: files, questions, balances, and all of it booked or undone. */
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { Notice } from '../../../console/src/parts/page/notice.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { LoadFailed, Loading } from '../../../console/src/parts/page/states.tsx';
import { Balances } from './move-in/balances.tsx';
import { Checked } from './move-in/checked.tsx';
import { FilesForm } from './move-in/files-form.tsx';
import { Held } from './move-in/held.tsx';
import { useMove } from './move-in/use-move.ts';

export default function MoveIn() {
  const text = useText().moving;
  const { slug } = useCommunity();
  const found = useRead('getMoveState', { params: { slug } });
  const ongoing = useMove();
  const { files, checked, done } = ongoing.state;
  const { dialog } = useKeepTyped(files.length > 0 && !done, ongoing.book.busy);
  const state = found.data?.data;
  const isFilled = state !== undefined && !state.is_empty && state.move === null;
  return (
    <Page title={text.title} lead={text.lead} back={{ href: `/c/${slug}/import`, label: text.back }}>
      <div className="stack">
        {found.error && !state && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <Loading />}
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
