/** How far an import is, and what became of it. */
import { Anchor, Button, Group, Progress } from '@mantine/core';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import type { ImportReport } from '../../contract/imports.ts';
import { Counts, Differences } from './outcome.tsx';
import { UndoButton } from './past-imports.tsx';

/** How far it is, as long as this node knows. */
export function Running({ progressKey, label }: { progressKey: string; label?: string }) {
  const text = useText().imports;
  const running = label ?? text.running;
  const format = useFormat();
  const { slug } = useCommunity();
  const found = useRead(
    'getImportProgress',
    { params: { slug }, query: { key: progressKey }, quiet: true },
    { refetchInterval: 500, enabled: progressKey !== '' },
  );
  const { phase = null, done = 0, total = 0 } = found.data?.data ?? {};
  const percent = phase === 'writing' && total > 0 ? (100 * done) / total : phase === 'reading' ? 5 : 0;
  const status =
    phase === 'writing'
      ? text.writing(format.number(done), format.number(total))
      : phase === 'reading'
        ? text.reading
        : running;
  return (
    <div>
      <Progress value={percent || 2} animated aria-label={running} />
      <p role="status" className="quiet">
        {status}
      </p>
    </div>
  );
}

interface ResultProps {
  report: ImportReport;
  saveBad: () => void;
  saving: boolean;
  again: () => void;
}

export function Result({ report, saveBad, saving, again }: ResultProps) {
  const text = useText().imports;
  const { slug } = useCommunity();
  const { kind, outcome, created, skipped, import_id: id } = report;
  const refused = outcome === 'refused';
  const title = refused ? text.refused : created > 0 ? text.doneTitle(created) : text.nothingNew;
  return (
    <>
      <Notice tone={refused ? 'bad' : 'good'} role="status" title={title} />
      <Counts report={report} />
      <Group>
        <Button component={Link} href={`/c/${slug}/${kind}`}>
          {text.toList[kind]}
        </Button>
        {skipped > 0 && (
          <Button
            variant="default"
            leftSection={<Download size={18} aria-hidden="true" />}
            loading={saving}
            onClick={saveBad}
          >
            {text.saveBad}
          </Button>
        )}
        {id !== null && <UndoButton past={{ id, kind, created }} onUndone={again} />}
        <Anchor component="button" type="button" onClick={again}>
          {text.another}
        </Anchor>
      </Group>
      <Differences report={report} />
    </>
  );
}
