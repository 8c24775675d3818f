/** What PostgreSQL knows of the rows, after many were written at once. */
import type { Database } from './query.ts';
import { refreshStatistics } from './statistics-queries.ts';

/** From so many rows on their number changes how a list is best read. */
const MANY_ROWS = 500;

/** Call it after the commit. Where it fails, lists are slow until autovacuum has been there. */
export async function learnRows({ heavy }: Database, rows: number): Promise<void> {
  if (rows >= MANY_ROWS) await refreshStatistics(heavy).catch(() => {});
}
