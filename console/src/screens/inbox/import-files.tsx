/** Files of the bank, chosen or dropped, imported one after the other. */
import { FileInput } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useText } from '../../i18n/text.ts';
import { DropTarget } from '../../parts/forms/drop-target.tsx';
import { Card } from '../../parts/page/page.tsx';
import { FileOutcome } from './file-outcome.tsx';
import { useFileImports } from './use-file-imports.ts';

export function ImportFiles() {
  const { inbox } = useText();
  const { items, isBusy, add, answer } = useFileImports();
  const done = items.filter(({ state }) => state === 'done' || state === 'failed').length;
  return (
    <Card title={inbox.importTitle} lead={inbox.importLead}>
      <DropTarget drop={add}>
        <FileInput
          label={inbox.files}
          description={inbox.filesHint}
          placeholder={inbox.choose}
          leftSection={<Upload size={18} aria-hidden="true" />}
          multiple
          value={[]}
          onChange={add}
        />
      </DropTarget>
      <div role="status" className="inbox-progress">
        {items.length > 0 && inbox.progress(done, items.length)}
      </div>
      {items.length > 0 && (
        <ul className="inbox-files">
          {items.map((item) => (
            <li key={item.key}>
              <FileOutcome item={item} isBusy={isBusy} answer={(answers) => answer(item.key, answers)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
