/** A list with its filters, count, order and columns: the same on every screen. */
import { Button, Menu } from '@mantine/core';
import type { ConsoleList } from '@timebank/contract/words';
import { ChartColumn, Columns3, type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { call, keepSession, type ReadPages, useSession } from '../../api/hooks.ts';
import { useLanguage, useText } from '../../i18n/text.ts';
import { Card } from '../page/page.tsx';
import { Arriving, Empty } from '../page/states.tsx';
import { filtersIn, TakeOut } from '../paper/take-out.tsx';
import { type Column, DataTable, LoadMore, type RowExpansion, type TableSorting } from './table.tsx';

/** More of them than these may be wider than a window: the list then moves to the side by itself. */
const FITTING_COLUMNS = 7;
const isWide = ({ length }: readonly unknown[]) => length > FITTING_COLUMNS || undefined;

export function ListView<Row>({
  name,
  caption,
  columns,
  list,
  rowKey,
  expand,
  filters,
  moreFilters,
  isFiltered,
  clear,
  empty,
  none,
  sorting,
  sum,
  chart,
  sign,
}: {
  /** The list; its columns are kept per person. */
  name: ConsoleList;
  caption: string;
  columns: readonly Column<Row>[];
  list: ReadPages<Row>;
  rowKey: (row: Row) => string | number;
  expand?: RowExpansion<Row>;
  filters: ReactNode;
  /** Filters that are needed seldom: behind a button that says how many of them are set. */
  moreFilters?: { readonly set: number; readonly fields: ReactNode };
  isFiltered: boolean;
  clear: () => void;
  /** Shown where nothing is yet. */
  empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string; readonly action?: ReactNode };
  /** Shown where nothing fits the filters. */
  none: { readonly title: string; readonly text: string };
  sorting?: TableSorting;
  /** The sum of the rows, beside the count. */
  sum?: string | undefined;
  /** The chart of the rows over time, above them where the person wants it. */
  chart?: { readonly title: string; readonly drawn: ReactNode };
  /** Whether a column to sign in is offered on paper. */
  sign?: boolean;
}) {
  const text = useText();
  const onScreen = columns.filter(({ offScreen }) => offScreen !== true);
  const { shown, toggle } = useColumns(name, onScreen);
  const { items } = list;
  // Open where the address has one of them; what is set later neither opens nor closes the row.
  const [withMore, setWithMore] = useState((moreFilters?.set ?? 0) > 0);
  const [withChart, setWithChart] = useState(false);
  const id = useId();
  const form = useRef<HTMLDivElement>(null);
  const visible = onScreen.filter(({ key }) => shown.has(key));
  /** The button goes with the filters: the focus is where the next one is typed. */
  const clearAll = () => {
    clear();
    form.current?.querySelector('input')?.focus();
  };
  if (items?.length === 0 && !isFiltered) {
    return (
      <Empty icon={empty.icon} title={empty.title} action={empty.action}>
        {empty.text}
      </Empty>
    );
  }
  return (
    <>
      <div className="list-head" ref={form}>
        <div className="list-bar">
          <search className="filters">
            {filters}
            {moreFilters && (
              <Button
                variant="subtle"
                size="xs"
                aria-expanded={withMore}
                aria-controls={`${id}-more`}
                onClick={() => setWithMore(!withMore)}
              >
                {withMore ? text.list.lessFilters : text.list.moreFilters(moreFilters.set)}
              </Button>
            )}
          </search>
          <div className="list-side">
            {/* Its place is kept: the row must not grow as a filter is set. */}
            <Button
              variant="subtle"
              size="xs"
              className={isFiltered && items?.length !== 0 ? '' : 'unseen'}
              onClick={clearAll}
            >
              {text.act.clear}
            </Button>
            <Count name={name} list={list} sum={sum} />
            {chart && (
              <Button
                variant="default"
                size="xs"
                leftSection={<ChartColumn size={16} />}
                aria-expanded={withChart}
                aria-controls={withChart ? id : undefined}
                onClick={() => setWithChart(!withChart)}
              >
                {text.list.chart}
              </Button>
            )}
            {items && items.length > 0 && (
              <TakeOut
                title={caption}
                columns={columns.filter(({ key, offScreen }) => offScreen || shown.has(key))}
                readAll={list.readAll}
                filtersNow={() => filtersIn(form.current)}
                rowsShown={text.list.rows[name]}
                sum={sum}
                {...(sign ? { sign } : {})}
              />
            )}
            <ViewMenu columns={onScreen} shown={shown} toggle={toggle} {...(sorting ? { sorting } : {})} />
          </div>
        </div>
        {/* There, also while it is folded: on paper stands which filters are set. */}
        {moreFilters && (
          <search id={`${id}-more`} className="filters" hidden={!withMore} aria-label={text.list.moreFilters(0)}>
            {moreFilters.fields}
          </search>
        )}
      </div>
      {chart && withChart && (
        <div id={id}>
          <Card title={chart.title}>{chart.drawn}</Card>
        </div>
      )}
      <Arriving of={list} rows={15} height={28} />
      {items?.length === 0 && (
        <Empty
          icon={Search}
          title={none.title}
          action={
            <Button variant="default" onClick={clearAll}>
              {text.act.clear}
            </Button>
          }
        >
          {none.text}
        </Empty>
      )}
      {items && items.length > 0 && (
        <div className="card card-table" data-wide={isWide(visible)} aria-busy={list.isFetching}>
          <DataTable
            caption={caption}
            columns={visible}
            rows={items}
            rowKey={rowKey}
            {...(expand ? { expand } : {})}
            {...(sorting ? { sorting } : {})}
          />
        </div>
      )}
      <LoadMore of={list} />
    </>
  );
}

/** How many there are: for eyes, and announced whenever it changes. */
function Count<Row>({ name, list, sum }: { name: ConsoleList; list: ReadPages<Row>; sum: string | undefined }) {
  const { text, format } = useLanguage();
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

// The columns of a list, and on a telephone its order, which has no heads of columns to press there.

interface ViewMenuProps<Row> {
  columns: readonly Column<Row>[];
  shown: ReadonlySet<string>;
  toggle: (key: string) => void;
  sorting?: TableSorting;
}

function ViewMenu<Row>({ columns, shown, toggle, sorting }: ViewMenuProps<Row>) {
  const text = useText();
  const orders = columns.flatMap(({ sort, title }) =>
    sort
      ? [
          { by: sort, label: text.list.ascending(title) },
          { by: `-${sort}`, label: text.list.descending(title) },
        ]
      : [],
  );
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<Columns3 size={16} />}>
          {text.list.view}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="view-menu">
        {sorting && (
          // biome-ignore lint/a11y/useSemanticElements: a group of a menu is no fieldset
          <div className="only-narrow" role="group" aria-label={text.list.order}>
            <Menu.Label aria-hidden="true">{text.list.order}</Menu.Label>
            <Menu.RadioGroup value={sorting.by} onChange={sorting.change}>
              {orders.map(({ by, label }) => (
                <Menu.RadioItem key={by} value={by}>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
          </div>
        )}
        <Menu.Label aria-hidden="true">{text.list.columns}</Menu.Label>
        {columns
          .filter((column) => !isFixed(column))
          .map(({ key, title }) => (
            <Menu.CheckboxItem key={key} checked={shown.has(key)} onChange={() => toggle(key)}>
              {title}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

// Which columns of a list a person sees: kept with the person, on every device.

export interface ChosenColumns {
  readonly shown: ReadonlySet<string>;
  toggle(key: string): void;
}

/** The name of a row and its buttons always stay. */
const isFixed = ({ main, quiet }: Pick<Column<never>, 'main' | 'quiet'>) => main === true || quiet === true;

function useColumns<Row>(list: ConsoleList, columns: readonly Column<Row>[]): ChosenColumns {
  const session = useSession();
  const chosen = session.preferences.columns[list];
  const isShown = (column: Column<Row>) =>
    isFixed(column) || (chosen ? chosen.includes(column.key) : column.initially !== false);
  const shown = new Set(columns.filter(isShown).map(({ key }) => key));
  const keep = (keys: string[] | null | undefined) => {
    const { preferences } = session;
    const changed = { ...preferences, columns: { ...preferences.columns, [list]: keys ?? null } };
    keepSession({ data: { ...session, preferences: changed } });
  };
  const toggle = (key: string) => {
    const keys = columns.filter((column) => shown.has(column.key) !== (column.key === key)).map((column) => column.key);
    keep(keys);
    // Shown at once; what the service did not take is taken back.
    call('updatePreferences', { body: { columns: { [list]: keys } } }).catch(() => keep(chosen));
  };
  return { shown, toggle };
}

/**
 * The main action of a list's page. Where the list is empty the action is in the list instead: until that is known only
 * its place is kept, so that it does not vanish as a person reaches for it.
 */
export function listAction(
  { items, isPending }: Pick<ReadPages<unknown>, 'items' | 'isPending'>,
  isFiltered: boolean,
  action: ReactNode,
): ReactNode {
  if (isFiltered) return action;
  if (isPending) return <div className="unseen">{action}</div>;
  return items?.length === 0 ? undefined : action;
}
