/** A table that becomes a stack of cards where it is narrow. */
import { ActionIcon, Button } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown, ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ReadPages } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import type { PlainCell } from '../paper/plain.ts';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The same on paper and in files; absent: the column stays on the screen, as buttons do. */
  readonly plain?: (row: Row) => PlainCell;
  /** Shown at the head of the card, without its title. */
  readonly main?: boolean;
  /** Numbers: to the right. */
  readonly end?: boolean;
  /** The cell is not wrapped. */
  readonly tight?: boolean;
  /** Buttons: the title is only for screen readers. */
  readonly quiet?: boolean;
  /** The name of the order by this column. */
  readonly sort?: string;
  /** False: only where it is chosen. */
  readonly initially?: boolean;
  /** In files and on paper only, always: for machines, which see no tag beside a name. */
  readonly offScreen?: boolean;
  /** Long texts: one line, whole on the row's own page; `short`: where its beginning says enough. */
  readonly clip?: boolean | 'short';
  /**
   * On a phone: beside the name, in a line with others below it, in a line of its own, or not at all. Without one, in a
   * line with its title.
   */
  readonly phone?: 'beside' | 'below' | 'line' | 'hidden';
  /** The head of the card has its title, too: the name alone does not say whose it is. */
  readonly titled?: boolean;
}

/**
 * The last column of rows with which one thing is done: a button of the column's title, which as a head is for screen
 * readers alone.
 * @param of what the button is called in full, since there are several
 * @param hidden of rows with which it is not done
 */
export function actColumn<Row>(
  title: string,
  of: (row: Row) => string,
  run: (row: Row) => void,
  {
    hidden,
    size = 'compact-md',
    danger,
  }: { hidden?: (row: Row) => boolean; size?: 'xs' | 'compact-sm' | 'compact-md'; danger?: boolean } = {},
): Column<Row> {
  return {
    ...{ key: 'act', title, quiet: true },
    ...(size === 'compact-md' ? { end: true } : size === 'compact-sm' ? { tight: true } : {}),
    cell: (row) =>
      !hidden?.(row) && (
        <Button
          variant="subtle"
          {...(danger ? { color: 'red' } : {})}
          size={size}
          aria-label={of(row)}
          onClick={() => run(row)}
        >
          {title}
        </Button>
      ),
  };
}

/** More about a row, shown below it on demand. */
export interface RowExpansion<Row> {
  readonly label: (row: Row) => string;
  readonly content: (row: Row) => ReactNode;
}

/** The order of the rows: `name`, or `-name` the other way round. */
export interface TableSorting {
  readonly by: string;
  change(by: string): void;
}

interface DataTableProps<Row> {
  /** The name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  expand?: RowExpansion<Row>;
  sorting?: TableSorting;
}

export function DataTable<Row>({ caption, columns, rows, rowKey, expand, sorting }: DataTableProps<Row>) {
  const text = useText();
  const id = useId();
  const [open, setOpen] = useState<ReadonlySet<string | number>>(new Set());
  const toggle = (key: string | number) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <table className="table">
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.key} column={column} sorting={sorting} />
          ))}
          {expand && (
            <th scope="col" className="table-toggle">
              <span className="hidden">{text.act.details}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          const isOpen = open.has(key);
          return (
            <Fragment key={key}>
              <tr data-open={isOpen || undefined}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    data-label={column.main || column.quiet ? undefined : column.title}
                    data-main={column.main || undefined}
                    data-titled={(column.titled && column.title) || undefined}
                    data-end={column.end || undefined}
                    data-tight={column.tight || undefined}
                    data-clip={column.clip || undefined}
                    data-phone={column.phone}
                  >
                    <div className="cell">{column.cell(row)}</div>
                  </td>
                ))}
                {expand && (
                  <td className="table-toggle">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={24}
                      aria-expanded={isOpen}
                      aria-controls={isOpen ? `${id}-${key}` : undefined}
                      aria-label={expand.label(row)}
                      onClick={() => toggle(key)}
                    >
                      <ChevronDown size={18} className="chevron" data-open={isOpen || undefined} />
                    </ActionIcon>
                  </td>
                )}
              </tr>
              {expand && isOpen && (
                <tr className="table-more" id={`${id}-${key}`}>
                  <td colSpan={columns.length + 1}>{expand.content(row)}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  sorting: TableSorting | undefined;
}

/** The head of a column; one that sorts is a button that says how. */
function Head<Row>({ column: { title, end, quiet, sort }, sorting }: HeadProps<Row>) {
  if (!sort || !sorting) {
    return (
      <th scope="col" data-end={end || undefined}>
        {quiet ? <span className="hidden">{title}</span> : title}
      </th>
    );
  }
  const isUp = sorting.by === sort;
  const isDown = sorting.by === `-${sort}`;
  const Icon = isUp ? ArrowUp : isDown ? ArrowDown : ArrowUpDown;
  return (
    <th scope="col" data-end={end || undefined} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button
        type="button"
        className="table-sort"
        data-on={isUp || isDown || undefined}
        onClick={() => sorting.change(isUp ? `-${sort}` : sort)}
      >
        {title}
        <Icon size={14} />
      </button>
    </th>
  );
}

interface LoadMoreProps {
  of: Pick<ReadPages<unknown>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** Below a list that has a next page. Afterwards the focus is on the first of the new rows. */
export function LoadMore({ of: list }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage: busy, fetchNextPage } = list;
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const lastRow = useRef<Element>(undefined);
  useEffect(() => {
    if (busy || !lastRow.current) return;
    const row = nextRow(lastRow.current);
    lastRow.current = undefined;
    if (row instanceof HTMLElement) focusRow(row);
  }, [busy]);
  if (!hasNextPage) return null;
  return (
    <div className="load-more" ref={place}>
      <Button
        variant="default"
        loading={busy}
        onClick={() => {
          lastRow.current = rowsBefore(place.current).at(-1);
          void fetchNextPage();
        }}
      >
        {text.act.more}
      </Button>
    </div>
  );
}

/** The rows of the list above. */
function rowsBefore(place: Element | null): Element[] {
  const rows = [...(place?.parentElement?.querySelectorAll('tbody > tr:not(.table-more)') ?? [])];
  return rows.filter((row) => place && row.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function nextRow(row: Element): Element | null {
  let next = row.nextElementSibling;
  while (next?.matches('.table-more')) next = next.nextElementSibling;
  return next;
}

function focusRow(row: HTMLElement): void {
  const first = row.querySelector<HTMLElement>('a[href], button, input');
  if (!first) row.tabIndex = -1;
  (first ?? row).focus();
}
