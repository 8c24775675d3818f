/** Ratios of two sides measured in turn. */

/** One comparison: requests per second of both sides, and the median of the rounds' ratios. */
export interface Measurement {
  readonly what: string;
  readonly against: string;
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  readonly goal: number;
  /** Further observations, such as the CPU time. */
  readonly note?: string;
}

/** Times that have no peer to be compared with. */
export interface Figure {
  readonly what: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly goalMs: number;
}

/** One request at communities of several sizes. */
export interface Growth {
  readonly what: string;
  readonly sizes: readonly number[];
  /** At each size. */
  readonly medianMs: readonly number[];
  /** The ratio of the largest to the smallest. */
  readonly ratio: number;
  readonly goal: number;
}

/** Clients that each wait for their answer before they ask again: what got through, and how long it took. */
export interface Load {
  readonly what: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Transactions aborted by a conflict, in percent of those that committed. */
  readonly rerunsPercent?: number;
  readonly goals: readonly Goal[];
}

/** The goal and the result, in words. */
export interface Goal {
  readonly goal: string;
  readonly found: string;
  readonly reached: boolean;
}

/** A remark that a reader of the figures needs. */
export interface Remark {
  readonly what: string;
  readonly remark: string;
}

const ROUNDS = 5;

/** Runs both sides once to warm up, then in turn; each returns its rate per second. */
export async function compare(
  description: Pick<Measurement, 'what' | 'against' | 'goal'>,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Measurement> {
  await ours();
  await theirs();
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push([await ours(), await theirs()]);
  return {
    ...description,
    ours: median(rounds.map(([rate]) => rate)),
    theirs: median(rounds.map(([, rate]) => rate)),
    ratio: median(rounds.map(([a, b]) => a / b)),
  };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
