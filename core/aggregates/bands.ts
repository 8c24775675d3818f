/** Bands: how a figure about a community is blurred before it is published. */
import type { Band } from '@timebank/contract';

/** How far a figure must pass its band's edge before the band is left. */
export const HYSTERESIS = 3;
/** A sum is published from so many contributors on, and withdrawn below so many. */
const CONTRIBUTORS_PUBLISH = 13;
const CONTRIBUTORS_KEEP = 10;
/** It is published up to this share of its largest contributor, and withdrawn above this one. */
const SHARE_PUBLISH_PERCENT = 45;
const SHARE_KEEP_PERCENT = 50;

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

/** A sum of hours and the people who contributed to it. */
export interface Sum {
  readonly seconds: number;
  /** Distinct members with a part in it. */
  readonly contributors: number;
  /** The part of the member with the largest. */
  readonly largestSeconds: number;
}

/** The stored state of a sum: the band published last, and whether it is published now. */
export interface SumBand extends Band {
  readonly published: boolean;
}

/**
 * A sum's band in hours; null when it has never been published. Between the two edges of a rule it stays what it was,
 * published or withdrawn, and while it is withdrawn its band does not move.
 */
export function nextSumBand({ seconds, contributors, largestSeconds }: Sum, previous: SumBand | null): SumBand | null {
  const [contributorsMin, percentMax] = previous?.published
    ? [CONTRIBUTORS_KEEP, SHARE_KEEP_PERCENT]
    : [CONTRIBUTORS_PUBLISH, SHARE_PUBLISH_PERCENT];
  if (contributors < contributorsMin || largestSeconds * 100 > seconds * percentMax) {
    return previous && { ...previous, published: false };
  }
  return { ...nextBand(seconds / 3600, previous), published: true };
}
