/** The members whom texts name, for the comparison and the inbox. */
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
  for (const paymentReferences of rowsInParts([...new Set(references)], rowsAtOnce)) {
    for (const row of await selectMembersByPaymentReference(on, { communityId, paymentReferences })) {
      members.set(row.paymentReference, row);
      if (row.formerPaymentReference !== null) members.set(row.formerPaymentReference, row);
    }
  }
  return members;
}

export function* rowsInParts<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
