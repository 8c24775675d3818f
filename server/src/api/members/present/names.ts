/** Others as members see them: the given name, and the initial of the family name. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  const initial = last === undefined ? '' : (/\p{L}/u.exec(last)?.[0] ?? '');
  return initial === '' ? name : `${words[0]} ${initial.toUpperCase()}.`;
}
