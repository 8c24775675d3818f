/** The other system, and its files: chosen together or dropped. */
import { ActionIcon, Button, FileInput, Select, Stack } from '@mantine/core';
import { MOVE_SYSTEMS, type MoveSystem } from '@timebank/contract/words';
import { FileText, Upload, X } from 'lucide-react';
import type { ApiError } from '../../../../console/src/api/call.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { DropTarget } from '../../../../console/src/parts/forms/drop-target.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import type { OngoingMove } from './use-move.ts';

export function FilesForm({ ongoing }: { ongoing: OngoingMove }) {
  const text = useText().moving;
  const { state, look, book, chooseSystem, check } = ongoing;
  const { system, checked } = state;
  const isBusy = look.busy || book.busy;
  return (
    <Card title={text.filesTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <Stack gap="md" className="form-column">
          <Select
            label={text.system}
            description={text.where[system]}
            inputWrapperOrder={['label', 'input', 'description']}
            disabled={isBusy}
            data={MOVE_SYSTEMS.map((value) => ({ value, label: text.systems[value] }))}
            value={system}
            onChange={(value) => value && chooseSystem(value as MoveSystem)}
          />
          <Files ongoing={ongoing} isBusy={isBusy} />
          {look.error && <Unread error={look.error} />}
          {!checked && (
            <div>
              <Button type="submit" loading={look.busy} disabled={book.busy}>
                {text.check}
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Card>
  );
}

function Files({ ongoing, isBusy }: { ongoing: OngoingMove; isBusy: boolean }) {
  const text = useText().moving;
  const { state, addFiles, removeFile } = ongoing;
  const add = (files: readonly File[]) => files.length > 0 && !isBusy && addFiles(files);
  return (
    <DropTarget disabled={isBusy} drop={add}>
      <FileInput
        label={text.files}
        description={text.filesHint}
        placeholder={text.choose}
        leftSection={<Upload size={18} aria-hidden="true" />}
        accept=".csv,.txt,.json,.zip"
        multiple
        disabled={isBusy}
        value={[]}
        error={state.fault}
        onChange={add}
      />
      {state.files.length > 0 && (
        <ul className="move-files">
          {state.files.map(({ name }) => (
            <li key={name}>
              <FileText size={16} aria-hidden="true" />
              <span>{name}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                disabled={isBusy}
                aria-label={text.remove(name)}
                onClick={() => removeFile(name)}
              >
                <X size={16} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </DropTarget>
  );
}

/** Why the files cannot be read, or that an answer does not fit. */
function Unread({ error }: { error: ApiError }) {
  const text = useText().moving;
  const [fault] = error.fields;
  if (fault?.field.startsWith('answers')) return <Notice tone="bad" role="alert" title={text.answerFault} />;
  const sentence = fault?.field === 'file' ? sentenceOf(text.fileFaults, fault) : undefined;
  if (sentence === undefined) return <ActionFailed error={error} />;
  return (
    <Notice tone="bad" role="alert" title={text.unread}>
      {sentence}
    </Notice>
  );
}

function sentenceOf(
  sentences: Readonly<Record<string, (values: Readonly<Record<string, string | number>>) => string>>,
  { code, values = {} }: ApiError['fields'][number],
): string | undefined {
  return sentences[code]?.(values as Readonly<Record<string, string | number>>);
}
