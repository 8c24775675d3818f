/** How members see each other: by the given name and the initial of the family name. */

export interface PersonName {
  readonly name: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** `Helga B.`; a name of one word stays as it is. */
export function nameForMembers({ name, givenName, familyName }: PersonName): string {
  const words = name.trim().split(/\s+/);
  const given = givenName ?? words[0] ?? '';
  const family = familyName ?? (words.length > 1 ? words.at(-1) : undefined);
  const initial = family === undefined ? '' : ([...family][0] ?? '').toUpperCase();
  return initial === '' ? given : `${given} ${initial}.`;
}
