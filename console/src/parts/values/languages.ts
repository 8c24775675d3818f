/** Languages by name, in the reader's language. */

/** Languages that members are likely to speak, as ISO 639 names them. */
const SPOKEN =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gd gl he hi hr hu hy id is it ja ka kk ko ku lb lt lv mk mn mt nb nl nn no pa pl ps pt ro ru sk sl so sq sr sv sw ta th ti tr uk ur vi zh'.split(
    ' ',
  );

/** All that may be chosen, with those that are stored, even unknown ones. */
export function languageChoices(stored: readonly string[], reader: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([reader], { type: 'language', fallback: 'code' });
  const nameOf = (tag: string) => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
  return [...new Set([...SPOKEN, ...stored.filter((tag) => tag !== '')])]
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, reader));
}
