/** How members see each other: by the given name and the initial of the family name, unless their community chooses the whole name. */

export interface PersonName {
  readonly name: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** The community's choice. */
export interface NamesShown {
  readonly namesWhole: boolean;
}

/** `Helga B.`; a name of one word stays as it is. */
export function nameForMembers({ name, givenName, familyName }: PersonName, { namesWhole }: NamesShown): string {
  if (namesWhole) return name.trim();
  const words = name.trim().split(/\s+/);
  const given = givenName ?? words[0] ?? '';
  const family = familyName ?? (words.length > 1 ? words.at(-1) : undefined);
  const initial = family === undefined ? '' : ([...family][0] ?? '').toUpperCase();
  return initial === '' ? given : `${given} ${initial}.`;
}
