/** A file is chosen, looked at, and imported. */
import { Anchor, Button, Checkbox, FileInput, Group, Progress, Select, Stack } from '@mantine/core';
import type { ImportPreview, ImportReport } from '@timebank/contract/console';
import { IMPORT_KINDS } from '@timebank/contract/words';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../api/hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { useQueryState } from '../parts/lists/query-state.ts';
import { saveText } from '../parts/page/download.ts';
import { Notice } from '../parts/page/notice.tsx';
import { Card, Page } from '../parts/page/page.tsx';
import { ActionFailed } from '../parts/page/states.tsx';
import { csvOf } from './import/csv.ts';
import { exampleFile, queryOf, type Reading } from './import/import-file.ts';
import { Problems, Verdict } from './import/outcome.tsx';
import { ColumnHelp, Understood } from './import/understood.tsx';

const FILE_BYTES_MAX = 20_000_000;

export default function Import() {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [{ kind: wanted }, changeAddress] = useQueryState(['kind']);
  const kind = IMPORT_KINDS.find((one) => one === wanted) ?? 'members';
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const [reading, setReading] = useState<Omit<Reading, 'kind'>>(FRESH);
  const [preview, setPreview] = useState<ImportPreview>();
  const [report, setReport] = useState<ImportReport>();
  const [key, setKey] = useState('');

  const look = useAction(async (chosen: File, how: Omit<Reading, 'kind'>) => {
    const { data } = await call('previewImport', { params: { slug }, query: queryOf({ kind, ...how }), file: chosen });
    setPreview(data);
  });
  const run = useAction(async (chosen: File) => {
    const progress_key = crypto.randomUUID();
    setKey(progress_key);
    const query = { ...queryOf({ kind, ...reading }), progress_key };
    const { data } = await call('runImport', { params: { slug }, query, file: chosen });
    setReport(data);
    await refresh('listMembers', 'listCommunityListings', 'listExchanges', 'getOverview', 'getCommunitySeries');
  });
  const start = () => {
    setReport(undefined);
    setPreview(undefined);
    setReading(FRESH);
    if (!file) return setFault(text.imports.noFile);
    if (file.size > FILE_BYTES_MAX) return setFault(text.imports.tooLarge);
    setFault(undefined);
    void look.run(file, FRESH);
  };
  const reread = (part: Partial<Reading>) => {
    const how = { ...reading, ...part };
    setReading(how);
    if (file) void look.run(file, how);
  };
  const again = () => {
    setFile(null);
    setPreview(undefined);
    setReport(undefined);
    setReading(FRESH);
  };
  return (
    <Page title={text.imports.title} lead={text.imports.lead}>
      <div className="stack">
        <Card>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              start();
            }}
          >
            <Stack gap="md" className="form-column">
              <Select
                label={text.imports.kind}
                allowDeselect={false}
                disabled={run.busy}
                data={IMPORT_KINDS.map((value) => ({ value, label: text.imports.kinds[value] }))}
                value={kind}
                onChange={(value) => {
                  again();
                  changeAddress({ kind: value ?? 'members' });
                }}
              />
              <FileInput
                label={text.imports.file}
                description={text.imports.fileHint}
                placeholder={text.imports.choose}
                accept=".csv,.txt,text/csv"
                disabled={run.busy}
                value={file}
                error={fault}
                onChange={(chosen) => {
                  setFile(chosen);
                  setFault(undefined);
                  setPreview(undefined);
                  setReport(undefined);
                }}
              />
              <Group gap="sm">
                <Button type="submit" loading={look.busy && !preview} disabled={run.busy}>
                  {text.imports.check}
                </Button>
                <Button
                  variant="default"
                  leftSection={<Download size={18} aria-hidden="true" />}
                  onClick={() => saveText(`${kind}.csv`, exampleFile(kind))}
                >
                  {text.imports.template}
                </Button>
              </Group>
            </Stack>
          </form>
          <ActionFailed error={look.error} />
        </Card>
        {!preview && !report && <ColumnHelp kind={kind} />}
        {preview && !report && (
          <>
            <Understood preview={preview} reading={reading} busy={look.busy || run.busy} change={reread} />
            <Verdict preview={preview} />
            <Problems report={preview} />
            {preview.rows > 0 && (
              <Card>
                <Stack gap="md">
                  {preview.skipped > 0 && (
                    <Checkbox
                      label={text.imports.skip}
                      checked={reading.skipBad}
                      disabled={run.busy}
                      onChange={(event) => reread({ skipBad: event.currentTarget.checked })}
                    />
                  )}
                  <ActionFailed error={run.error} />
                  {run.error && <p>{text.imports.lost}</p>}
                  {run.busy && <Running progressKey={key} />}
                  <Group>
                    <Button
                      loading={run.busy}
                      disabled={preview.outcome === 'refused' || preview.created === 0 || look.busy}
                      onClick={() => file && void run.run(file)}
                    >
                      {text.imports.go(preview.created)}
                    </Button>
                  </Group>
                </Stack>
              </Card>
            )}
          </>
        )}
        {report && <Result report={report} again={again} />}
      </div>
    </Page>
  );
}

const FRESH: Omit<Reading, 'kind'> = { separator: '', encoding: '', mapping: {}, skipBad: false };

/** How far it is, as long as this node knows. */
function Running({ progressKey }: { progressKey: string }) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const found = useRead(
    'getImportProgress',
    { params: { slug }, query: { key: progressKey }, quiet: true },
    { refetchInterval: 500, enabled: progressKey !== '' },
  );
  const { phase = null, done = 0, total = 0 } = found.data?.data ?? {};
  const percent = phase === 'writing' && total > 0 ? (100 * done) / total : phase === 'reading' ? 5 : 0;
  const told =
    phase === 'writing'
      ? text.imports.writing(format.number(done), format.number(total))
      : phase === 'reading'
        ? text.imports.reading
        : text.imports.running;
  return (
    <div>
      <Progress value={percent || 2} animated aria-label={text.imports.running} />
      <p role="status" className="quiet">
        {told}
      </p>
    </div>
  );
}

function Result({ report, again }: { report: ImportReport; again: () => void }) {
  const text = useText();
  const { slug } = useCommunity();
  const { kind, outcome, created, unchanged, skipped } = report;
  const download = () => {
    const rows = [
      ...report.problems.map((row) => ['problem', row] as const),
      ...report.differences.map((row) => ['difference', row] as const),
    ];
    saveText(
      `${kind}-report.csv`,
      csvOf([
        ['kind', 'line', 'column', 'code', 'message', 'value'],
        ...rows.map(([what, { line, column, code, message, value }]) => [
          what,
          line,
          column ?? '',
          code,
          message,
          value ?? '',
        ]),
        ['created', created, '', '', '', ''],
        ['unchanged', unchanged, '', '', '', ''],
        ['differing', report.differing, '', '', '', ''],
        ['skipped', skipped, '', '', '', ''],
      ]),
    );
  };
  return (
    <>
      <Notice
        tone={outcome === 'refused' ? 'bad' : 'good'}
        role="status"
        title={
          outcome === 'refused'
            ? text.imports.refused
            : created > 0
              ? text.imports.doneTitle(created)
              : text.imports.nothingNew
        }
      >
        {text.imports.doneText(unchanged, skipped)}
      </Notice>
      <Group>
        <Button component={Link} href={`/c/${slug}/${kind}`}>
          {text.imports.toList[kind]}
        </Button>
        <Button variant="default" leftSection={<Download size={18} aria-hidden="true" />} onClick={download}>
          {text.imports.download}
        </Button>
        <Anchor component="button" type="button" onClick={again}>
          {text.imports.another}
        </Anchor>
      </Group>
      <Problems report={report} />
    </>
  );
}
