/** A list with its filters, count, order and columns: the same on every screen. */
import { Button } from '@mantine/core';
import type { ConsoleList } from '@timebank/contract/words';
import { type LucideIcon, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReadPages } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { Empty, LoadFailed, Loading } from '../page/states.tsx';
import { useColumns } from './columns.ts';
import { type Column, DataTable, type Expand, LoadMore, type TableSorting } from './table.tsx';
import { ViewMenu } from './view-menu.tsx';

export function ListView<Row>({
  name,
  caption,
  columns,
  list,
  rowKey,
  expand,
  filters,
  isFiltered,
  clear,
  empty,
  none,
  sorting,
  sum,
}: {
  /** Whose columns are kept per person. */
  name: ConsoleList;
  caption: string;
  columns: readonly Column<Row>[];
  list: ReadPages<Row>;
  rowKey: (row: Row) => string | number;
  expand?: Expand<Row>;
  filters: ReactNode;
  isFiltered: boolean;
  clear: () => void;
  /** Where nothing is yet. */
  empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string; readonly action?: ReactNode };
  /** Where nothing fits the filters. */
  none: { readonly title: string; readonly text: string };
  sorting?: TableSorting;
  /** Beside the count. */
  sum?: string | undefined;
}) {
  const text = useText();
  const { shown, toggle } = useColumns(name, columns);
  const { items } = list;
  if (items?.length === 0 && !isFiltered) {
    return (
      <Empty icon={empty.icon} title={empty.title} action={empty.action}>
        {empty.text}
      </Empty>
    );
  }
  return (
    <>
      <div className="list-bar">
        <search className="filters">{filters}</search>
        <div className="list-side">
          <Count name={name} list={list} sum={sum} />
          <ViewMenu columns={columns} shown={shown} toggle={toggle} {...(sorting ? { sorting } : {})} />
        </div>
      </div>
      {list.error && !items && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading rows={15} height={28} />}
      {items?.length === 0 && (
        <Empty
          icon={Search}
          title={none.title}
          action={
            <Button variant="default" onClick={clear}>
              {text.act.clear}
            </Button>
          }
        >
          {none.text}
        </Empty>
      )}
      {items && items.length > 0 && (
        <div className="card card-table" aria-busy={list.isFetching}>
          <DataTable
            caption={caption}
            columns={columns.filter(({ key }) => shown.has(key))}
            rows={items}
            rowKey={rowKey}
            {...(expand ? { expand } : {})}
            {...(sorting ? { sorting } : {})}
          />
        </div>
      )}
      <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} load={() => void list.fetchNextPage()} />
    </>
  );
}

/** How many there are: for eyes, and announced whenever it changes. */
function Count<Row>({ name, list, sum }: { name: ConsoleList; list: ReadPages<Row>; sum: string | undefined }) {
  const text = useText();
  const format = useFormat();
  const { items, count, hasNextPage, isPlaceholderData } = list;
  const wording = text.list.rows[name];
  const rows = count?.rows ?? items?.length ?? 0;
  const words =
    count?.more === true
      ? text.list.moreThan(wording(format.number(rows), false))
      : !count && hasNextPage
        ? text.list.first(wording(format.number(rows), false))
        : wording(format.number(rows), rows === 1);
  return (
    <p className="list-count" role="status">
      {items && !isPlaceholderData && [words, sum].filter(Boolean).join(' · ')}
    </p>
  );
}
