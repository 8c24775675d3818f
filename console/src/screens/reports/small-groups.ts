/** Groups of a report, of which none is so small that a reader knows who is meant. */
import type { CommunityReport } from '@timebank/contract/console';

export type Group = Pick<CommunityReport['groups'][number], 'name' | 'people' | 'given_seconds' | 'received_seconds'>;

/** Fewer people than these are not shown by themselves. */
export const PEOPLE_MIN = 3;

/**
 * The groups that are large enough, and one of all others. Where those are too few together, the next larger group goes
 * with them: otherwise its people follow from the total.
 */
export function withoutSmall(groups: readonly Group[]): {
  readonly shown: readonly Group[];
  readonly rest: Group | undefined;
} {
  const bySize = groups.toSorted((a, b) => a.people - b.people);
  const merged: Group[] = [];
  for (const group of bySize) {
    const people = merged.reduce((sum, one) => sum + one.people, 0);
    if (group.people >= PEOPLE_MIN && (merged.length === 0 || people >= PEOPLE_MIN)) break;
    merged.push(group);
  }
  if (merged.length === 0) return { shown: groups, rest: undefined };
  const sum = (of: 'people' | 'given_seconds' | 'received_seconds') => merged.reduce((all, one) => all + one[of], 0);
  const rest = {
    ...{ name: null, people: sum('people') },
    ...{ given_seconds: sum('given_seconds'), received_seconds: sum('received_seconds') },
  };
  return { shown: groups.filter((group) => !merged.includes(group)), rest };
}
