/** The lines of a member's own account. */
import type { Deps } from '../../../domain/deps.ts';
import { type LineRow, selectAccountLines } from '../../../domain/exchanges/console-queries.ts';
import { LAST_ID } from '../../../platform/database/keyset.ts';

/** The newest lines of an account. */
export const readHours = (
  { database }: Pick<Deps, 'database'>,
  communityId: number,
  accountId: number,
  limit: number,
  beforeId = LAST_ID,
): Promise<readonly LineRow[]> => selectAccountLines(database.reads, { communityId, accountId, beforeId, limit });
