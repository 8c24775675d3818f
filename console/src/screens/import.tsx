/** A file is chosen, looked at, and imported. */
import { Anchor, Button, Checkbox, FileInput, Group, Progress, Select, Stack } from '@mantine/core';
import type { ImportPreview, ImportReport } from '@timebank/contract/console';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { csvOf } from '../parts/csv.ts';
import { saveText } from '../parts/download.ts';
import {
  ENCODING_VALUES,
  exampleFile,
  IMPORT_KIND_VALUES,
  type ImportKind,
  queryOf,
  type Reading,
  SEPARATOR_VALUES,
} from '../parts/import-file.ts';
import { Notice } from '../parts/notice.tsx';
import { Card, Page } from '../parts/page.tsx';
import { useQueryState } from '../parts/query-state.ts';
import { ActionFailed } from '../parts/states.tsx';
import { DataTable } from '../parts/table.tsx';

const FILE_BYTES_MAX = 20_000_000;
const PROBLEMS_SHOWN = 100;

type Problem = ImportReport['problems'][number];

export default function Import() {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [{ kind: wanted }, changeAddress] = useQueryState(['kind']);
  const kind = IMPORT_KIND_VALUES.find((one) => one === wanted) ?? 'members';
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
                data={IMPORT_KIND_VALUES.map((value) => ({ value, label: text.imports.kinds[value] }))}
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

function ColumnHelp({ kind }: { kind: ImportKind }) {
  const text = useText();
  const [names = []] = exampleFile(kind)
    .slice(1)
    .split('\r\n')
    .map((line) => line.split(','));
  const means: Readonly<Record<string, string>> = text.imports.means;
  return (
    <Card title={text.imports.columnsTitle}>
      <DataTable
        caption={text.imports.columnsTitle}
        columns={[
          { key: 'name', title: text.imports.column, main: true, cell: (name) => <code>{name}</code> },
          { key: 'means', title: text.imports.meaning, cell: (name) => means[name] ?? '' },
        ]}
        rows={names}
        rowKey={(name) => name}
      />
    </Card>
  );
}

const SIGNS: Readonly<Record<string, (typeof SEPARATOR_VALUES)[number]>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

/** Separator, letters and columns: guessed, and changeable. */
function Understood({
  preview,
  reading,
  busy,
  change,
}: {
  preview: ImportPreview;
  reading: Omit<Reading, 'kind'>;
  busy: boolean;
  change: (part: Partial<Reading>) => void;
}) {
  const text = useText();
  const guessed = SIGNS[preview.separator ?? ''];
  const means: Readonly<Record<string, string>> = text.imports.means;
  const options = [
    { value: 'none', label: text.imports.leaveOut },
    ...preview.columns.map(({ name, required }) => ({
      value: name,
      label: required ? `${name} (${text.imports.required})` : name,
    })),
  ];
  const known = new Set(preview.columns.map(({ name }) => name));
  return (
    <Card title={text.imports.understood}>
      <div className="filters">
        <Select
          label={text.imports.separator}
          allowDeselect={false}
          disabled={busy}
          data={SEPARATOR_VALUES.map((value) => ({ value, label: text.imports.separators[value] }))}
          value={reading.separator || guessed || null}
          onChange={(value) => change({ separator: (value ?? '') as Reading['separator'], mapping: {} })}
        />
        <Select
          label={text.imports.encoding}
          allowDeselect={false}
          disabled={busy}
          data={[...new Set([...ENCODING_VALUES, ...(preview.encoding ? [preview.encoding] : [])])]}
          value={reading.encoding || preview.encoding}
          onChange={(value) => change({ encoding: value ?? '', mapping: {} })}
        />
      </div>
      {preview.header.length > 0 && (
        <>
          <p className="card-lead">{text.imports.mappingLead}</p>
          <div className="mapping">
            {preview.header.map((name, at) => {
              const lower = name.trim().toLowerCase();
              const chosen = reading.mapping[lower] ?? (known.has(lower) ? lower : undefined);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                <div className="mapping-column" key={at}>
                  <Select
                    label={name || '–'}
                    aria-label={text.imports.columnOf(name)}
                    description={chosen ? means[chosen] : undefined}
                    inputWrapperOrder={['label', 'input', 'description']}
                    placeholder="?"
                    allowDeselect={false}
                    disabled={busy || name === ''}
                    error={chosen === undefined}
                    data={options}
                    value={chosen === '' ? 'none' : (chosen ?? null)}
                    onChange={(value) =>
                      change({ mapping: { ...reading.mapping, [lower]: value === 'none' ? '' : (value ?? '') } })
                    }
                  />
                  <p className="mapping-sample">
                    {preview.sample
                      .slice(0, 3)
                      .map((row) => row[at] || '–')
                      .join(' · ')}
                  </p>
                </div>
              );
            })}
          </div>
        </>
      )}
    </Card>
  );
}

function Verdict({ preview }: { preview: ImportPreview }) {
  const text = useText();
  const { outcome, created, unchanged } = preview;
  return outcome === 'refused' ? (
    <Notice tone="wait" role="status" title={text.imports.wouldNot} />
  ) : (
    <Notice tone="good" role="status" title={text.imports.would(created, unchanged)} />
  );
}

function Problems({ report }: { report: ImportReport }) {
  const text = useText();
  const { problems, problem_count, differences } = report;
  return (
    <>
      {problem_count > 0 && (
        <ProblemTable
          title={text.imports.problems(problem_count)}
          lead={text.imports.problemsLead}
          rows={problems}
          all={problem_count}
        />
      )}
      {differences.length > 0 && (
        <ProblemTable
          title={text.imports.differences(report.differing)}
          lead={text.imports.differencesLead}
          rows={differences}
          all={differences.length}
        />
      )}
    </>
  );
}

function ProblemTable({ title, lead, rows, all }: { title: string; lead: string; rows: Problem[]; all: number }) {
  const text = useText();
  const format = useFormat();
  const shown = rows.slice(0, PROBLEMS_SHOWN).map((row, index) => ({ ...row, index }));
  return (
    <Card title={title} lead={lead}>
      <DataTable
        caption={title}
        columns={[
          { key: 'line', title: text.imports.line, tight: true, cell: ({ line }) => format.number(line) },
          { key: 'what', title: text.imports.what, main: true, cell: ({ message }) => message },
          {
            key: 'value',
            title: text.imports.value,
            cell: ({ value }) => (value ? <code>{value}</code> : <span className="quiet">–</span>),
          },
        ]}
        rows={shown}
        rowKey={({ index }) => index}
      />
      {all > shown.length && <p className="quiet">{text.imports.shown(shown.length, all)}</p>}
    </Card>
  );
}

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
