/** Sizes and spans as people say them. */
const UNITS: readonly (readonly [word: string, bytes: number])[] = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
];

/** `41 GB`, `1.4 TB`. */
export function describeSize(bytes: number): string {
  const [word, unit] = UNITS.find(([, size]) => bytes >= size) ?? ['B', 1];
  const amount = bytes / unit;
  return `${amount < 10 && unit > 1 ? amount.toFixed(1) : Math.round(amount)} ${word}`;
}

/** The first few, and how many more there are. */
export function describeList(items: readonly string[], max = 5): string {
  const more = items.length - max;
  return more > 0 ? `${items.slice(0, max).join(', ')} and ${more} more` : items.join(', ');
}
