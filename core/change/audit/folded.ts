/** Acts without effect that anybody may repeat as often as he likes: the first is a row, the rest are counted. */
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../database/query.ts';
import { appendAudit, type NewAuditRow } from './append.ts';

export interface FoldedAudit {
  /**
   * Notes an act. The first of its kind is written at once, those of the window that follows as one row with their
   * number.
   * @param kind what counts as the same
   */
  note(kind: string, row: NewAuditRow): Promise<void>;
  /** Writes what is counted and not written yet. */
  close(): Promise<void>;
}

const WINDOW_MS = 60_000;
/** Kinds counted at once; beyond that all are of one kind, or an attacker who varies the kind would grow the log. */
const KINDS_MAX = 10_000;
const OTHERS = 'others';

/** Counts that are not written yet are lost when the process is killed. */
export function createFoldedAudit(
  database: Database,
  clock: Clock,
  windowMs = WINDOW_MS,
  kindsMax = KINDS_MAX,
): FoldedAudit {
  const counted = new Map<string, { count: number; last: NewAuditRow }>();

  async function flush(kind: string): Promise<void> {
    const { count, last } = counted.get(kind) ?? { count: 0 };
    counted.delete(kind);
    if (!last || count === 0) return;
    const row = { ...last, at: clock.now(), details: { ...last.details, count } };
    await appendAudit(database.relaxed, [row]).catch(() => {});
  }

  return {
    async note(asked, row) {
      const kind = counted.has(asked) || counted.size < kindsMax ? asked : OTHERS;
      const known = counted.get(kind);
      if (known) {
        known.count++;
        known.last = row;
        return;
      }
      counted.set(kind, { count: 0, last: row });
      setTimeout(() => void flush(kind), windowMs).unref();
      await appendAudit(database.reads, [row]);
    },
    async close() {
      await Promise.all([...counted.keys()].map(flush));
    },
  };
}
