/** The booklet in its order: categories, in each offers and then requests, by title; numbered throughout. */
import type { BookletEntry } from '../../contract/booklet.ts';

export interface NumberedEntry extends BookletEntry {
  readonly number: number;
}

export interface Chapter {
  /** Empty: without category. */
  readonly name: string;
  readonly offers: readonly NumberedEntry[];
  readonly requests: readonly NumberedEntry[];
  readonly first: number;
  readonly last: number;
}

/** @param language in whose order names and titles are sorted */
export function chaptersOf(entries: readonly BookletEntry[], language: string): Chapter[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byName = Map.groupBy(entries, ({ category }) => category.trim().toLowerCase());
  const groups = [...byName.values()].map((group) => ({ name: group[0]?.category.trim() ?? '', group }));
  groups.sort((a, b) => Number(a.name === '') - Number(b.name === '') || compare(a.name, b.name));
  let number = 0;
  return groups.map(({ name, group }) => {
    const first = number + 1;
    const part = (type: BookletEntry['type']) =>
      group
        .filter((entry) => entry.type === type)
        .sort((a, b) => compare(a.title, b.title) || compare(a.name, b.name))
        .map((entry) => ({ ...entry, number: ++number }));
    const offers = part('service');
    const requests = part('request');
    return { name, offers, requests, first, last: number };
  });
}
