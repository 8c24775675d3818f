/** The members whom texts name, for the comparison and the inbox. */
import { inParts } from '../../../../core/base/parts.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { type NamedMemberRow, selectMembersByPaymentReference } from './queries.ts';

/** The members whom payment references name, also by the one they had before. */
export async function membersNamed(
  on: Queryable,
  communityId: number,
  references: Iterable<string>,
  rowsAtOnce: number,
): Promise<ReadonlyMap<string, NamedMemberRow>> {
  const members = new Map<string, NamedMemberRow>();
  for (const paymentReferences of inParts([...new Set(references)], rowsAtOnce)) {
    for (const row of await selectMembersByPaymentReference(on, { communityId, paymentReferences })) {
      members.set(row.paymentReference, row);
      if (row.formerPaymentReference !== null) members.set(row.formerPaymentReference, row);
    }
  }
  return members;
}
