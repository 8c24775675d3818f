/** Explains the open lines of a community again, by what is known now. */
import { inParts } from '../../../../core/base/parts.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import { explainLines } from './explain.ts';
import { updateExplanations } from './queries.ts';
import { readInboxFacts } from './read-facts.ts';
import type { LineExplanation, LineFacts } from './types.ts';

const ROWS_AT_ONCE = 2000;

/** Under the lock of the inbox. */
export async function refreshIn(transaction: Transaction, communityId: number): Promise<void> {
  const facts = await readInboxFacts(transaction, communityId);
  const found = explainLines(facts);
  const rows = facts.lines.flatMap((line) => {
    const now = found.get(line.id);
    const next = now && rowOf(line.id, now);
    return next && isChanged(line, next) ? [next] : [];
  });
  for (const part of inParts(rows, ROWS_AT_ONCE)) await updateExplanations(transaction, { rows: part, communityId });
}

const rowOf = (id: number, { state, reason, proposal, creditId, returnsLineId }: LineExplanation) => ({
  ...{ id, state, reason, creditId, returnsLineId },
  proposedMemberId: proposal?.memberId ?? null,
  proposedSeconds: proposal?.seconds ?? null,
  proposedCreditId: proposal?.creditId ?? null,
});

/** Most open lines stay what they were: writing them again would cost more than explaining them. */
const isChanged = (before: LineFacts, now: ReturnType<typeof rowOf>): boolean =>
  (Object.keys(now) as (keyof typeof now)[]).some((key) => before[key] !== now[key]);
