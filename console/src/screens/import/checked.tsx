/** The findings of the service in the file, the person's decisions about them, and the import itself. */
import { Anchor, Button, Checkbox, Group, Stack } from '@mantine/core';
import type { ImportPreview } from '@timebank/contract/console';
import type { ImportKind } from '@timebank/contract/words';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/text.ts';
import { Card } from '../../parts/page/page.tsx';
import { ActionFailed } from '../../parts/page/states.tsx';
import { BAD_ROWS_SHOWN, BadRows } from './bad-rows.tsx';
import { pinned } from './import-file.ts';
import { NewCategories } from './new-categories.tsx';
import { Differences, Verdict } from './outcome.tsx';
import { Running } from './result.tsx';
import { Understood } from './understood.tsx';
import type { OngoingImport } from './use-import.ts';

export function Checked({
  kind,
  preview,
  ongoing,
  throwAway,
}: {
  kind: ImportKind;
  preview: ImportPreview;
  ongoing: OngoingImport;
  throwAway: (act: () => void) => void;
}) {
  const text = useText().imports;
  const { look, save, run, mended, reread, dropDraft } = ongoing;
  const { reading } = ongoing.state;
  const findings = useRef<HTMLElement>(null);
  // They may begin below the window: the person who asked for them is led there, by eye and by keyboard.
  useEffect(() => {
    findings.current?.focus({ preventScroll: true });
    findings.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section ref={findings} tabIndex={-1} className="stack landing" aria-label={text.understood}>
      <Understood
        preview={preview}
        reading={reading}
        busy={look.busy || run.busy}
        change={(part) => reread({ ...reading, ...part })}
        startOver={(part) =>
          throwAway(() => {
            dropDraft();
            reread({ ...reading, ...part, mapping: {}, categories: {}, mended: {} });
          })
        }
      />
      <NewCategories
        preview={preview}
        reading={reading}
        busy={look.busy || run.busy}
        change={(part) => reread({ ...reading, ...part })}
      />
      <Verdict preview={preview} />
      {mended > 0 && (
        <Group gap="sm">
          <p>{text.mended(mended)}</p>
          <Anchor component="button" type="button" onClick={() => reread({ ...reading, mended: {} })}>
            {text.discard}
          </Anchor>
        </Group>
      )}
      {preview.bad_rows_kept > 0 && <PagedBadRows kind={kind} preview={preview} ongoing={ongoing} />}
      <ActionFailed error={save.error} />
      <Differences report={preview} />
      {preview.rows > 0 && <Go preview={preview} ongoing={ongoing} />}
    </section>
  );
}

interface StepProps {
  readonly preview: ImportPreview;
  readonly ongoing: OngoingImport;
}

/** One page of the rows with faults, and the way to the pages around it. */
function PagedBadRows({ kind, preview, ongoing }: StepProps & { kind: ImportKind }) {
  const { state, look, run, reread, edit, saveBad } = ongoing;
  const { reading, draft, pages } = state;
  const next = preview.bad_rows_next;
  return (
    <BadRows
      kind={kind}
      preview={preview}
      page={{
        before: (pages.length - 1) * BAD_ROWS_SHOWN,
        previous: pages.length > 1 ? () => reread(reading, pages.slice(0, -1)) : undefined,
        next: next === null ? undefined : () => reread(reading, [...pages, next]),
      }}
      draft={draft}
      edit={edit}
      busy={look.busy || run.busy}
      check={() => reread(pinned({ ...reading, mended: { ...reading.mended, ...draft } }, preview.understood), pages)}
      save={saveBad}
    />
  );
}

/** The button that imports the rows. */
function Go({ preview, ongoing }: StepProps) {
  const text = useText().imports;
  const { state, look, run, isUnchecked, reread, go } = ongoing;
  const { reading, pages, progressKey } = state;
  return (
    <Card>
      <Stack gap="md">
        {preview.skipped > 0 && (
          <Checkbox
            label={text.skip(preview.skipped)}
            checked={reading.skipBad}
            disabled={run.busy || look.busy}
            onChange={(event) => reread({ ...reading, skipBad: event.currentTarget.checked }, pages)}
          />
        )}
        <ActionFailed error={run.error} />
        {run.error && <p>{text.lost}</p>}
        {run.busy && <Running progressKey={progressKey} />}
        <Group>
          <Button
            loading={run.busy}
            disabled={preview.outcome === 'refused' || preview.created === 0 || look.busy || isUnchecked}
            onClick={go}
          >
            {text.go(preview.created)}
          </Button>
          {isUnchecked && <span className="quiet">{text.checkFirst}</span>}
        </Group>
      </Stack>
    </Card>
  );
}
