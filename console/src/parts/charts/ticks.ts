/** The marks of an axis. */

/** About as many parts as a small drawing has room for. */
const PARTS = 4;
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Marks from 0 up to at least the largest value, in equal steps that read well.
 * @param whole without fractions, for what is counted
 */
export function valueTicks(largest: number, whole: boolean): number[] {
  const rough = Math.max(largest, whole ? 1 : 0.01) / PARTS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fits = STEPS.map((step) => step * power).filter((step) => !whole || Number.isInteger(step));
  const step = fits.find((one) => one >= rough) ?? 1;
  const parts = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: parts + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/**
 * Which of so many places get a label: the first, the last, and as many between as have room, at equal distances. Where
 * no number of equal steps leads from the first to the last, the distances differ by one.
 * @param most how many labels have room
 */
export function placeTicks(places: number, most: number): number[] {
  const last = places - 1;
  if (last < 1) return places === 1 ? [0] : [];
  const count = Math.max(2, Math.min(places, most));
  for (let parts = count - 1; parts >= 2; parts--) {
    if (last % parts === 0) return even(last, parts);
  }
  return even(last, count - 1);
}

const even = (last: number, parts: number) =>
  Array.from({ length: parts + 1 }, (_, at) => Math.round((at * last) / parts));
