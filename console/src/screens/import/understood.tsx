/** How a file is understood: its columns, separator and letters. */
import { Select } from '@mantine/core';
import type { ImportPreview } from '@timebank/contract/console';
import type { ImportKind } from '@timebank/contract/words';
import { useText } from '../../i18n/text.ts';
import { DataTable } from '../../parts/lists/table.tsx';
import { Card } from '../../parts/page/page.tsx';
import { ENCODING_VALUES, exampleFile, type Reading, SEPARATOR_VALUES } from './import-file.ts';

export function ColumnHelp({ kind }: { kind: ImportKind }) {
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
export function Understood({
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
