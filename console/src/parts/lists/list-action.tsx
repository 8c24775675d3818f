import type { ReactNode } from 'react';
import type { ReadPages } from '../../api/hooks.ts';

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
