/** Which columns of a list a person sees: kept with the person, on every device. */
import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleList } from '@timebank/contract/words';
import { call } from '../../api/call.ts';
import { keepSession, useSession } from '../../api/hooks.ts';
import type { Column } from './table.tsx';

export interface ChosenColumns {
  readonly shown: ReadonlySet<string>;
  toggle(key: string): void;
}

/** The name of a row and its buttons always stay. */
export const isFixed = ({ main, quiet }: Pick<Column<never>, 'main' | 'quiet'>) => main === true || quiet === true;

export function useColumns<Row>(list: ConsoleList, columns: readonly Column<Row>[]): ChosenColumns {
  const client = useQueryClient();
  const session = useSession();
  const chosen = session.preferences.columns[list];
  const isShown = (column: Column<Row>) =>
    isFixed(column) || (chosen ? chosen.includes(column.key) : column.initially !== false);
  const shown = new Set(columns.filter(isShown).map(({ key }) => key));
  const keep = (keys: string[] | null | undefined) => {
    const { preferences } = session;
    const changed = { ...preferences, columns: { ...preferences.columns, [list]: keys ?? null } };
    keepSession(client, { data: { ...session, preferences: changed } });
  };
  const toggle = (key: string) => {
    const keys = columns.filter((column) => shown.has(column.key) !== (column.key === key)).map((column) => column.key);
    keep(keys);
    // Shown at once; what the service did not take is taken back.
    call('updatePreferences', { body: { columns: { [list]: keys } } }).catch(() => keep(chosen));
  };
  return { shown, toggle };
}
