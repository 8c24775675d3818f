/** What PostgreSQL knows of the rows, after many were written at once. */
import { type Database, type NoParameters, query } from './query.ts';

/** From so many rows on their number changes how a list is best read. */
const MANY_ROWS = 500;

const refresh = query<NoParameters, { refreshed: string }>(
  'refresh_statistics',
  `select refresh_statistics()::text as refreshed`,
);

/** Call it after the commit. Where it fails, lists are slow until autovacuum has been there. */
export async function learnRows({ heavy }: Database, rows: number): Promise<void> {
  if (rows >= MANY_ROWS) await refresh(heavy).catch(() => {});
}
