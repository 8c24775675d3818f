/** Keeps what a later report adds to lines, and closes the partners' door to the references of those that are booked. */

import { isReference } from '@timebank/contract';
import { inParts } from '../../../../core/base/parts.ts';
import type { Change } from '../../../../core/change/change.ts';
import { compareLines, readLine } from './alike.ts';
import { insertBookedReferences } from './booking-queries.ts';
import { type BankAccountRow, selectBankAccounts } from './file-queries.ts';
import { selectKnownLinesById, selectQuestionsOf, tellLinesApart, updateLearntLines } from './known-queries.ts';
import type { LearntRow, StoredKnownLine } from './learn.ts';
import { isNegative } from './money.ts';
import { isAssigned } from './read-facts.ts';

const ROWS_AT_ONCE = 2000;

/** @param known the lines as they were, of one account */
export async function keepLearntIn(
  { transaction }: Pick<Change, 'transaction'>,
  { communityId, accountId }: { readonly communityId: number; readonly accountId: number },
  known: ReadonlyMap<number, StoredKnownLine>,
  learnt: readonly LearntRow[],
): Promise<void> {
  if (learnt.length === 0) return;
  for (const part of inParts(learnt, ROWS_AT_ONCE)) await updateLearntLines(transaction, { rows: part, communityId });
  const accounts = await selectBankAccounts(transaction, { communityId });
  const partnerId = accounts.find(({ id }) => id === accountId)?.partnerId ?? null;
  const rows = learnt.flatMap(({ id, reference, isBankWide }) => {
    const before = known.get(id);
    if (!before || before.reference === reference || !isBookedHere(before)) return [];
    const kind = isNegative(before.amount) ? ('credit_reversal' as const) : ('credit' as const);
    return bookedReference(accounts, { id, reference, isBankWide, accountPartnerId: partnerId }, kind);
  });
  if (rows.length > 0) await insertBookedReferences(transaction, { rows, communityId });
  await dropAnsweredIn(transaction, communityId, learnt);
}

/** What is known now may answer what was asked before: a reference of the bank, another payer. */
async function dropAnsweredIn(
  transaction: Change['transaction'],
  communityId: number,
  learnt: readonly LearntRow[],
): Promise<void> {
  const asked = await selectQuestionsOf(transaction, { communityId, ids: learnt.map(({ id }) => id) });
  if (asked.length === 0) return;
  const ids = asked.flatMap(({ id, mayBeLineId }) => [id, mayBeLineId]);
  const lines = new Map((await selectKnownLinesById(transaction, { communityId, ids })).map((line) => [line.id, line]));
  const apart = asked.filter(({ id, mayBeLineId }) => {
    const [line, other] = [lines.get(id), lines.get(mayBeLineId)];
    return line && other && compareLines(readLine(line), readLine(other)).verdict === 'two';
  });
  if (apart.length > 0) await tellLinesApart(transaction, { communityId, ids: apart.map(({ id }) => id) });
}

const isBookedHere = ({ reason, amount }: StoredKnownLine) =>
  reason === 'booked_here' || (reason === 'reversed' && isNegative(amount));

interface BookedLine {
  readonly id: number;
  readonly reference: string | null;
  readonly isBankWide: boolean;
  readonly accountPartnerId: number | null;
}

/**
 * The bank's own reference of a line that is booked: no partner books it again. Where some account is a partner's, the
 * others are nobody's: what comes to them no partner reports.
 */
export function bookedReference<Kind extends 'credit' | 'credit_reversal'>(
  accounts: readonly BankAccountRow[],
  { id: lineId, reference, isBankWide, accountPartnerId: partnerId }: BookedLine,
  kind: Kind,
) {
  if (reference === null || !isBankWide || !isReference(reference)) return [];
  if (partnerId === null && isAssigned(accounts)) return [];
  return [{ kind, reference, partnerId, lineId }];
}
