/** The field into which a file is chosen or dropped. */
import { FileInput } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';

export function DropZone({
  file,
  fault,
  disabled,
  choose,
}: {
  file: File | null;
  fault: string | undefined;
  disabled: boolean;
  choose: (file: File | null) => void;
}) {
  const text = useText().imports;
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to do what the button inside does
    <div
      className="drop-zone"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [dropped] = event.dataTransfer.files;
        if (dropped && !disabled) choose(dropped);
      }}
    >
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
    </div>
  );
}
