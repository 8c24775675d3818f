/** Statements that count once, on however many nodes: the insertion of the digest into one table decides. */
import { createHash } from 'node:crypto';
import { batch } from '../database/batcher.ts';
import type { Deps } from '../deps.ts';
import { insertUsedProofs } from '../partners/access-queries.ts';

/** A statement of a partner that is used up. */
export interface Use {
  readonly communityId: number;
  readonly partnerId: number;
  /** The kind of statement, and the scope within which its id is unique. */
  readonly scope: string;
  readonly id: string;
  /** The time after which the statement is refused for its age. */
  readonly expiresAt: Date;
}

const BATCH_MAX = 256;

/** Returns a function that answers true to one use, and false to every other. */
export function createOnce({ database }: Pick<Deps, 'database'>): (use: Use) => Promise<boolean> {
  return batch<Use, boolean>(async (uses) => {
    const rows = uses.map(({ communityId, partnerId, scope, id, expiresAt }) => ({
      communityId,
      partnerId,
      digest: createHash('sha256').update(`${scope}\n${id}`).digest(),
      expiresAt,
    }));
    const keyOf = (row: { partnerId: number; digest: Buffer }) => `${row.partnerId} ${row.digest.toString('hex')}`;
    const fresh = new Set((await insertUsedProofs(database.relaxed, { rows })).map(keyOf));
    // Equal ones in one batch: the first one counts.
    return rows.map((row) => fresh.delete(keyOf(row)));
  }, BATCH_MAX);
}
