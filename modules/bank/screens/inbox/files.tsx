/** The files that were imported, the newest first, with what their figures prove. */

import { useReadPages } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { PER_PAGE } from '../../../../console/src/parts/lists/query-state.ts';
import { type Column, DataTable, LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Arriving } from '../../../../console/src/parts/page/states.tsx';
import { accountShown } from '../../../../console/src/parts/values/money.ts';
import { Time } from '../../../../console/src/parts/values/values.tsx';
import type { InboxFile } from '../../contract/inbox.ts';
import { Proofs } from './file-outcome.tsx';

export default function Files() {
  const { inbox } = useText();
  const format = useFormat();
  const list = useReadPages('listInboxFiles', { query: { per_page: PER_PAGE } });
  const { items } = list;
  const columns: Column<InboxFile>[] = [
    {
      key: 'file',
      title: inbox.file,
      main: true,
      cell: ({ name, accounts, period }) => (
        <>
          <span className="row-link">{name ?? inbox.unnamed}</span>
          <div className="quiet">{accounts.map(accountShown).join(', ') || inbox.noAccount}</div>
          <div className="quiet">
            {period ? inbox.period(format.day(period.from), format.day(period.to)) : inbox.noDay}
          </div>
        </>
      ),
    },
    { key: 'at', title: inbox.importedAt, cell: ({ imported_at }) => <Time at={imported_at} /> },
    {
      key: 'proofs',
      title: inbox.proofs,
      cell: ({ proofs, questions }) => (
        <div className="inbox-proofs">
          <Proofs proofs={proofs} />
          {questions.length > 0 && <p>{inbox.questionTitle}</p>}
        </div>
      ),
    },
  ];
  return (
    <Card title={inbox.tabs.files}>
      <Arriving of={list} rows={3} />
      {items?.length === 0 && <p className="quiet">{inbox.noFiles}</p>}
      {items && items.length > 0 && (
        <DataTable caption={inbox.tabs.files} columns={columns} rows={items} rowKey={({ id }) => id} />
      )}
      <LoadMore of={list} />
    </Card>
  );
}
