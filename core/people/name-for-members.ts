/**
 * How a person is named to whom. The office reads whole names: coordinators and auditors alike, who answer for the books.
 * Partners read the whole names of the members that they may see, which their statements decide. Members, and deputies in
 * their place, read the given name and the initial of the family name, unless their community chooses the whole name, and
 * no name of a member who is hidden until the two have met.
 */

export interface PersonName {
  readonly name: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** A member as others may meet it. */
export interface MemberName extends PersonName {
  readonly seenByMembers: boolean;
}

/** The community's choice. */
export interface NamesShown {
  readonly namesWhole: boolean;
}

/** Who reads: the office, or a member of a community. */
export type NameReader = 'office' | NamesShown;

/**
 * @param haveMet the person has turned to the reader, or was named by number or card
 * @returns null: the reader reads no name
 */
export function nameFor(reader: NameReader, person: MemberName, haveMet: boolean): string | null {
  if (reader === 'office') return person.name;
  return person.seenByMembers || haveMet ? nameForMembers(person, reader) : null;
}

/** What is written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name that stays in one piece in a sentence of the other direction: its point and digits do not change sides. */
const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** The name of a member who was erased, before a mark. */
export const FORMER_MEMBER = { en: 'Former member', de: 'Ehemaliges Mitglied' } as const;
const isFormer = (name: string) => Object.values(FORMER_MEMBER).some((word) => name.startsWith(`${word} `));

/** `Helga B.`; a name of one word stays as it is, and so does a former member's. Of `Berger, Helga` the family name comes first. */
export function nameForMembers({ name, givenName, familyName }: PersonName, { namesWhole }: NamesShown): string {
  if (namesWhole || isFormer(name)) return isolated(name.trim());
  const [last = '', first] = name.split(',', 2).map((part) => part.trim());
  const words = (first ? `${first} ${last}` : last).split(/\s+/);
  const family = familyName ?? (words.length > 1 ? words.at(-1) : undefined);
  const given = givenName ?? words.find((word) => word !== family) ?? family ?? '';
  const initial = family === undefined || given === family ? '' : ([...family][0] ?? '').toUpperCase();
  return isolated(initial === '' ? given : `${given} ${initial}.`);
}
