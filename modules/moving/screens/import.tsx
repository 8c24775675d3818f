/** A file is chosen, looked at, mended, and imported. */
import { Button, FileInput, Group, Select, Stack } from '@mantine/core';
import { IMPORT_KINDS, type ImportKind, type MoveSystem } from '@timebank/contract/words';
import { Download, Upload } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { DropTarget } from '../../../console/src/parts/forms/drop-target.tsx';
import { useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { saveText } from '../../../console/src/parts/page/download.ts';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Notice } from '../../../console/src/parts/page/states.tsx';
import { Checked } from './import/checked.tsx';
import { exampleFile } from './import/import-file.ts';
import { PastImports } from './import/past-imports.tsx';
import { Result } from './import/result.tsx';
import { ColumnHelp } from './import/understood.tsx';
import { type OngoingImport, useImport } from './import/use-import.ts';

export default function Import() {
  const { imports: text, members } = useText();
  const { slug } = useCommunity();
  const [{ kind: wanted }, changeAddress] = useQueryState(['kind']);
  const kind = IMPORT_KINDS.find((one) => one === wanted) ?? 'members';
  const ongoing = useImport(kind);
  const { look, save, run, saveBad, again, isDecided } = ongoing;
  const { preview, report } = ongoing.state;
  const { dialog, ask: throwAway } = useKeepTyped(isDecided && !report, run.busy);
  return (
    <Page title={text.title} lead={text.lead} back={{ href: `/c/${slug}/members`, label: members.toList }}>
      <div className="stack">
        {!preview && !report && <ToMove />}
        <Card>
          <FileForm
            kind={kind}
            ongoing={ongoing}
            throwAway={throwAway}
            chooseKind={(value) => changeAddress({ kind: value ?? 'members' })}
          />
          <ActionFailed error={look.error} />
        </Card>
        {!preview && !report && <ColumnHelp kind={kind} />}
        {preview && !report && <Checked kind={kind} preview={preview} ongoing={ongoing} throwAway={throwAway} />}
        {report && <Result report={report} saveBad={saveBad} saving={save.busy} again={again} />}
        {(!preview || report) && <PastImports />}
      </div>
      {dialog}
    </Page>
  );
}

/** The way to a move from another system, where there can be one or is one. */
function ToMove() {
  const text = useText().moving;
  const { slug } = useCommunity();
  const state = useRead('getMoveState').data?.data;
  if (!state || (!state.is_empty && !state.move)) return null;
  const { move } = state;
  return (
    <Notice
      tone="info"
      title={move ? text.movedFrom(text.systems[move.system as MoveSystem] ?? move.system) : text.fromImport}
      action={
        <Button component={Link} href={`/c/${slug}/import/move`} variant="default">
          {move ? text.toMove : text.go}
        </Button>
      }
    >
      {move ? null : text.fromImportLead}
    </Notice>
  );
}

interface FileFormProps {
  kind: ImportKind;
  ongoing: OngoingImport;
  throwAway: (act: () => void) => void;
  chooseKind: (kind: string | null) => void;
}

/** The kind of the rows, and the file. */
function FileForm({ kind, ongoing, throwAway, chooseKind }: FileFormProps) {
  const text = useText().imports;
  const { state, look, run, choose, start, again } = ongoing;
  return (
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
          disabled={run.busy}
          data={IMPORT_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
          value={kind}
          onChange={(value) =>
            throwAway(() => {
              again();
              chooseKind(value);
            })
          }
        />
        <DropZone
          file={state.file}
          fault={state.fault}
          disabled={run.busy}
          choose={(chosen) => throwAway(() => choose(chosen))}
        />
        <Group gap="sm">
          <Button type="submit" loading={look.busy && !state.preview} disabled={run.busy}>
            {text.check}
          </Button>
          <Button
            variant="default"
            leftSection={<Download size={18} />}
            onClick={() => saveText(`${kind}.csv`, exampleFile(kind, text))}
          >
            {text.template}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

// The field into which a file is chosen or dropped.

interface DropZoneProps {
  file: File | null;
  fault: string | undefined;
  disabled: boolean;
  choose: (file: File | null) => void;
}

function DropZone({ file, fault, disabled, choose }: DropZoneProps) {
  const text = useText().imports;
  return (
    <DropTarget disabled={disabled} drop={([dropped]) => dropped && choose(dropped)}>
      <FileInput
        label={text.file}
        description={text.fileHint}
        placeholder={text.choose}
        leftSection={<Upload size={18} />}
        accept=".csv,.txt,.xlsx,.ods,text/csv"
        disabled={disabled}
        value={file}
        error={fault}
        onChange={choose}
      />
    </DropTarget>
  );
}
