/** The findings of the service in the file, the person's decisions about them, and the import itself. */

import { Anchor, Button, Checkbox, Group, Select, Stack } from '@mantine/core';
import type { ImportKind } from '@timebank/contract/words';
import { useEffect, useRef, useState } from 'react';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import type { ImportPreview } from '../../contract/imports.ts';
import { BAD_ROWS_SHOWN, BadRows } from './bad-rows.tsx';
import { pinned, type ReadingChoice } from './import-file.ts';
import { Differences, Running, Verdict } from './result.tsx';
import { Understood } from './understood.tsx';
import type { OngoingImport } from './use-import.ts';

interface CheckedProps {
  kind: ImportKind;
  preview: ImportPreview;
  ongoing: OngoingImport;
  throwAway: (act: () => void) => void;
}

export function Checked({ kind, preview, ongoing, throwAway }: CheckedProps) {
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
            reread({ ...reading, ...part, mapping: {}, categories: {}, words: {}, mended: {} });
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
        {(reading.similarAreNew ||
          preview.problems.some(({ code }) => code === 'known_number' || code === 'known_name')) && (
          <Checkbox
            label={text.similarAreNew}
            checked={reading.similarAreNew}
            disabled={run.busy || look.busy}
            onChange={(event) => reread({ ...reading, similarAreNew: event.currentTarget.checked }, pages)}
          />
        )}
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

// Categories of the file that the list lacks: added, taken for others, or their rows left out.

/** Values of the two choices that are no category; a name of the list never begins with a line break. */
const ADD = '\nadd';
const LEAVE_OUT = '\nleave out';
/** Those that are offered at once; a longer list is searched by what is typed. */
const OFFERED = 100;

interface Props {
  readonly preview: ImportPreview;
  readonly reading: ReadingChoice;
  readonly busy: boolean;
  readonly change: (part: Partial<ReadingChoice>) => void;
}

function NewCategories({ preview, reading, busy, change }: Props) {
  const text = useText().imports;
  const { new_categories: lacking, new_category_count: count, skipped } = preview;
  const decided = Object.keys(reading.categories).map((name) => ({ name, rows: 0 }));
  const all = [...decided, ...lacking.filter(({ name }) => !(name in reading.categories))];
  if (all.length === 0) return null;
  const choose = (name: string, choice: string) => {
    const { [name]: _, ...others } = reading.categories;
    const to = choice === LEAVE_OUT ? '' : choice;
    change({
      categories: choice === ADD ? others : { ...others, [name]: to },
      // Who leaves rows out wants the others; where other rows have faults, that is a decision of its own.
      skipBad: reading.skipBad || (to === '' && skipped === 0),
    });
  };
  return (
    <Card title={text.newCategories.title(count)} lead={text.newCategories.lead}>
      <div className="mapping">
        {all.map(({ name, rows }) => (
          <Choice
            key={name}
            name={name}
            rows={rows}
            chosen={reading.categories[name]}
            busy={busy}
            choose={(choice) => choose(name, choice)}
          />
        ))}
      </div>
      {count > lacking.length && <p className="quiet">{text.shown(lacking.length, count)}</p>}
    </Card>
  );
}

interface ChoiceProps {
  name: string;
  rows: number;
  chosen: string | undefined;
  busy: boolean;
  choose: (choice: string) => void;
}

function Choice({ name, rows, chosen, busy, choose }: ChoiceProps) {
  const text = useText().imports.newCategories;
  const format = useFormat();
  const { slug } = useCommunity();
  const [search, setSearch] = useState('');
  const request = { params: { slug }, query: { status: 'open', per_page: OFFERED } } as const;
  const first = useRead('listCategories', request);
  const hasMore = first.data?.meta.has_more === true;
  const found = useRead(
    'listCategories',
    { ...request, query: { ...request.query, search } },
    { enabled: hasMore && search !== '', keepPrevious: true },
  );
  const listed = (hasMore && search !== '' ? found : first).data?.data.map((one) => one.name) ?? [];
  const names = [...new Set([...(chosen ? [chosen] : []), ...listed])];
  return (
    <Select
      className="mapping-column"
      label={name}
      description={rows > 0 ? text.rows(rows, format.number(rows)) : undefined}
      inputWrapperOrder={['label', 'input', 'description']}
      searchable={names.length > 10}
      onSearchChange={(typed) => setSearch(typed === chosen ? '' : typed)}
      disabled={busy}
      data={[
        { value: ADD, label: text.add },
        { value: LEAVE_OUT, label: text.leaveOut },
        ...(names.length > 0 ? [{ group: text.instead, items: names }] : []),
      ]}
      value={chosen === undefined ? ADD : chosen === '' ? LEAVE_OUT : chosen}
      onChange={(value) => choose(value ?? '')}
    />
  );
}
