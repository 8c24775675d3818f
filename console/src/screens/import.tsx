/** A file is chosen, looked at, mended, and imported. */
import { Anchor, Button, Checkbox, Group, Select, Stack } from '@mantine/core';
import type { ImportPreview, ImportReport } from '@timebank/contract/console';
import { BAD_ROWS_PAGE_MAX } from '@timebank/contract/console/routes';
import { IMPORT_KINDS } from '@timebank/contract/words';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useAction, useCommunity, useRefresh } from '../api/hooks.ts';
import { useLanguage, useText } from '../i18n/text.ts';
import { useQueryState } from '../parts/lists/query-state.ts';
import { saveText } from '../parts/page/download.ts';
import { useKeepTyped } from '../parts/page/leave.tsx';
import { Card, Page } from '../parts/page/page.tsx';
import { ActionFailed } from '../parts/page/states.tsx';
import { BAD_ROWS_SHOWN, BadRows, badRowsCsv } from './import/bad-rows.tsx';
import { DropZone } from './import/drop-zone.tsx';
import { exampleFile, FRESH, type Mended, pinned, type Reading, requestOf } from './import/import-file.ts';
import { Differences, Verdict } from './import/outcome.tsx';
import { PastImports } from './import/past-imports.tsx';
import { Result, Running } from './import/result.tsx';
import { ColumnHelp, Understood } from './import/understood.tsx';

const FILE_BYTES_MAX = 20_000_000;

/** Names have at most 255 characters in the service. */
const nameOf = ({ name }: File) => ({ file_name: name.slice(0, 255) });

export default function Import() {
  const text = useText().imports;
  const language = useLanguage();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [{ kind: wanted }, changeAddress] = useQueryState(['kind']);
  const kind = IMPORT_KINDS.find((one) => one === wanted) ?? 'members';
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const [reading, setReading] = useState<Reading>(FRESH);
  const [draft, setDraft] = useState<Mended>({});
  const [preview, setPreview] = useState<ImportPreview>();
  const [report, setReport] = useState<ImportReport>();
  const [key, setKey] = useState('');
  // The line after which each page of bad rows begins, up to the one that is shown.
  const [pages, setPages] = useState<readonly number[]>([0]);

  const ask = async (chosen: File, how: Reading, page: { bad_after: number; bad_count: number }) => {
    const { query, file: body } = requestOf(kind, chosen, how, language.code);
    return (await call('previewImport', { params: { slug }, query: { ...query, ...page }, file: body })).data;
  };
  const look = useAction(async (chosen: File, how: Reading, wantedPages: readonly number[]) => {
    let shown = wantedPages;
    let data = await ask(chosen, how, { bad_after: shown.at(-1) ?? 0, bad_count: BAD_ROWS_SHOWN });
    if (data.bad_rows.length === 0 && data.bad_rows_kept > 0) {
      shown = [0];
      data = await ask(chosen, how, { bad_after: 0, bad_count: BAD_ROWS_SHOWN });
    }
    setPages(shown);
    setPreview(data);
    // What was typed meanwhile, or on another page of rows, is not checked yet.
    setDraft((all) =>
      Object.fromEntries(Object.entries(all).filter(([line, cells]) => how.mended[Number(line)] !== cells)),
    );
  });
  const save = useAction(async (chosen: File) => {
    const how = pinned(reading, preview?.understood ?? null);
    const data = await ask(chosen, how, { bad_after: 0, bad_count: BAD_ROWS_PAGE_MAX });
    const name = `${chosen.name.replace(/\.\w+$/, '')}-${text.badFile}.csv`;
    saveText(name, badRowsCsv({ text, format: language.format, kind }, data.bad_rows, data.understood));
  });
  const run = useAction(async (chosen: File) => {
    const progress_key = crypto.randomUUID();
    setKey(progress_key);
    const how = pinned(reading, preview?.understood ?? null);
    const { query, file: body } = requestOf(kind, chosen, how, language.code);
    const { data } = await call('runImport', {
      params: { slug },
      query: { ...query, ...nameOf(chosen), progress_key },
      file: body,
    });
    setReport(data);
    await refresh('listMembers', 'listCommunityListings', 'listExchanges', 'getOverview', 'getCommunitySeries');
    await refresh('listImports');
  });
  const forget = () => {
    setPreview(undefined);
    setReport(undefined);
    setReading(FRESH);
    setDraft({});
  };
  const start = () => {
    forget();
    if (!file) return setFault(text.noFile);
    if (file.size > FILE_BYTES_MAX) return setFault(text.tooLarge);
    setFault(undefined);
    void look.run(file, FRESH, [0]);
  };
  const reread = (how: Reading, wantedPages: readonly number[] = [0]) => {
    setReading(how);
    if (file) void look.run(file, how, wantedPages);
  };
  const again = () => {
    setFile(null);
    forget();
  };
  const mended = Object.keys(reading.mended).length;
  const unchecked = Object.keys(draft).length > 0;
  const decided = unchecked || mended > 0 || Object.keys(reading.mapping).length > 0;
  const { dialog, ask: throwAway } = useKeepTyped(decided && !report, run.busy);
  const next = preview?.bad_rows_next ?? null;
  return (
    <Page title={text.title} lead={text.lead}>
      <div className="stack">
        <Card>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              throwAway(start);
            }}
          >
            <Stack gap="md" className="form-column">
              <Select
                label={text.kind}
                allowDeselect={false}
                disabled={run.busy}
                data={IMPORT_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
                value={kind}
                onChange={(value) =>
                  throwAway(() => {
                    again();
                    changeAddress({ kind: value ?? 'members' });
                  })
                }
              />
              <DropZone
                file={file}
                fault={fault}
                disabled={run.busy}
                choose={(chosen) =>
                  throwAway(() => {
                    setFile(chosen);
                    setFault(undefined);
                    forget();
                  })
                }
              />
              <Group gap="sm">
                <Button type="submit" loading={look.busy && !preview} disabled={run.busy}>
                  {text.check}
                </Button>
                <Button
                  variant="default"
                  leftSection={<Download size={18} aria-hidden="true" />}
                  onClick={() => saveText(`${kind}.csv`, exampleFile(kind, text))}
                >
                  {text.template}
                </Button>
              </Group>
            </Stack>
          </form>
          <ActionFailed error={look.error} />
        </Card>
        {!preview && !report && <ColumnHelp kind={kind} />}
        {preview && !report && (
          <>
            <Understood
              preview={preview}
              reading={reading}
              busy={look.busy || run.busy}
              change={(part) => reread({ ...reading, ...part })}
              changeAnew={(part) =>
                throwAway(() => {
                  setDraft({});
                  reread({ ...reading, ...part, mapping: {}, mended: {} });
                })
              }
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
            {preview.bad_rows_kept > 0 && (
              <BadRows
                kind={kind}
                preview={preview}
                page={{
                  before: (pages.length - 1) * BAD_ROWS_SHOWN,
                  previous: pages.length > 1 ? () => reread(reading, pages.slice(0, -1)) : undefined,
                  next: next === null ? undefined : () => reread(reading, [...pages, next]),
                }}
                draft={draft}
                edit={(line, cells) => setDraft({ ...draft, [line]: cells })}
                busy={look.busy || run.busy}
                check={() =>
                  reread(pinned({ ...reading, mended: { ...reading.mended, ...draft } }, preview.understood), pages)
                }
                save={() => file && void save.run(file)}
              />
            )}
            <ActionFailed error={save.error} />
            <Differences report={preview} />
            {preview.rows > 0 && (
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
                  {run.busy && <Running progressKey={key} />}
                  <Group>
                    <Button
                      loading={run.busy}
                      disabled={preview.outcome === 'refused' || preview.created === 0 || look.busy || unchecked}
                      onClick={() => file && void run.run(file)}
                    >
                      {text.go(preview.created)}
                    </Button>
                    {unchecked && <span className="quiet">{text.checkFirst}</span>}
                  </Group>
                </Stack>
              </Card>
            )}
          </>
        )}
        {report && (
          <Result report={report} saveBad={() => file && void save.run(file)} saving={save.busy} again={again} />
        )}
        {(!preview || report) && <PastImports />}
      </div>
      {dialog}
    </Page>
  );
}
