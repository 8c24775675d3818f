/** The field into which a file is chosen or dropped. */
import { FileInput } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useText } from '../../../../console/src/i18n/text.ts';
import { DropTarget } from '../../../../console/src/parts/forms/drop-target.tsx';

interface DropZoneProps {
  file: File | null;
  fault: string | undefined;
  disabled: boolean;
  choose: (file: File | null) => void;
}

export function DropZone({ file, fault, disabled, choose }: DropZoneProps) {
  const text = useText().imports;
  return (
    <DropTarget disabled={disabled} drop={([dropped]) => dropped && choose(dropped)}>
      <FileInput
        label={text.file}
        description={text.fileHint}
        placeholder={text.choose}
        leftSection={<Upload size={18} aria-hidden="true" />}
        accept=".csv,.txt,.xlsx,.ods,text/csv"
        disabled={disabled}
        value={file}
        error={fault}
        onChange={choose}
      />
    </DropTarget>
  );
}
