/** The columns of a list, and on a telephone its order, which has no heads of columns to press there. */
import { Button, Menu } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useText } from '../../i18n/text.ts';
import { isFixed } from './columns.ts';
import type { Column, TableSorting } from './table.tsx';

export function ViewMenu<Row>({
  columns,
  shown,
  toggle,
  sorting,
}: {
  columns: readonly Column<Row>[];
  shown: ReadonlySet<string>;
  toggle: (key: string) => void;
  sorting?: TableSorting;
}) {
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
        <Button variant="default" size="xs" leftSection={<Columns3 size={16} aria-hidden="true" />}>
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
