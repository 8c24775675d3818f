/** Explains the open lines of a community again, by what is known now. */
import type { Transaction } from '../../platform/database/query.ts';
import { explainLines } from './explain.ts';
import { updateExplanations } from './queries.ts';
import { readInboxFacts } from './read-facts.ts';

const ROWS_AT_ONCE = 2000;

/** Under the lock of the inbox. */
export async function refreshIn(transaction: Transaction, communityId: number): Promise<void> {
  const found = explainLines(await readInboxFacts(transaction, communityId));
  const rows = [...found].map(([id, { state, reason, proposal, creditId, returnsLineId }]) => ({
    ...{ id, state, reason, creditId, returnsLineId },
    proposedMemberId: proposal?.memberId ?? null,
    proposedSeconds: proposal?.seconds ?? null,
    proposedCreditId: proposal?.creditId ?? null,
  }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await updateExplanations(transaction, { rows: rows.slice(at, at + ROWS_AT_ONCE), communityId });
  }
}
