/** A long list in parts of at most `size`, for statements that take many rows at once. */
export function* inParts<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
