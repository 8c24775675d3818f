/** Bands: how a figure about a community is blurred before it is published. */
import type { Band } from '@timebank/contract';

/** How far a figure must pass its band's edge before the band is left. */
export const HYSTERESIS = 3;
/** A sum with fewer contributors is not published. */
const CONTRIBUTORS_MIN = 10;

/** The band a figure lies in: 0-9, tens to 99, hundreds to 999, thousands above. Parts of a whole count down. */
export function bandOf(figure: number): Band {
  const width = figure < 100 ? 10 : figure < 1000 ? 100 : 1000;
  const min = Math.floor(figure / width) * width;
  return { min, max: min + width - 1 };
}

/** The band to publish: the one published before, until the figure lies 3 or more beyond its smallest or largest. */
export function nextBand(figure: number, previous: Band | null): Band {
  if (previous && figure > previous.min - HYSTERESIS && figure < previous.max + HYSTERESIS) return previous;
  return bandOf(figure);
}

/** A sum of hours and who stands behind it. */
export interface Sum {
  readonly seconds: number;
  /** Distinct members with a part in it. */
  readonly contributors: number;
  /** The part of the member with the largest. */
  readonly largestSeconds: number;
}

/** The band of a sum in hours; null when fewer than 10 members contributed or one contributed more than half. */
export function sumBand(sum: Sum, previous: Band | null): Band | null {
  if (sum.contributors < CONTRIBUTORS_MIN || sum.largestSeconds * 2 > sum.seconds) return null;
  return nextBand(sum.seconds / 3600, previous);
}
