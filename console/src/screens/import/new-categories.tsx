/** Categories of the file that the list lacks: added, taken for others, or their rows left out. */
import { Select } from '@mantine/core';
import type { ImportPreview } from '@timebank/contract/console';
import { useState } from 'react';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { Card } from '../../parts/page/page.tsx';
import type { Reading } from './import-file.ts';

/** Values of the two choices that are no category; a name of the list never begins with a line break. */
const ADD = '\nadd';
const LEAVE_OUT = '\nleave out';
/** Those that are offered at once; a longer list is searched by what is typed. */
const OFFERED = 100;

interface Props {
  readonly preview: ImportPreview;
  readonly reading: Reading;
  readonly busy: boolean;
  readonly change: (part: Partial<Reading>) => void;
}

export function NewCategories({ preview, reading, busy, change }: Props) {
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

function Choice({
  name,
  rows,
  chosen,
  busy,
  choose,
}: {
  name: string;
  rows: number;
  chosen: string | undefined;
  busy: boolean;
  choose: (choice: string) => void;
}) {
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
      allowDeselect={false}
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
