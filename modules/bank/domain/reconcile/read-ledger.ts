/** The partner's side of a comparison, from one snapshot, in bounded statements. */
import { isReference } from '@timebank/contract';
import { inParts } from '../../../../core/base/parts.ts';
import { mapInTurns } from '../../../../core/base/turns.ts';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { membersNamed } from '../matching/named-members.ts';
import { pairsOf, selectTwiceBooked, type TwiceBookedRow } from '../matching/queries.ts';
import { foldAscii, type Ledger, namedReferencesOf, referencesOf } from './comparison.ts';
import {
  type CreditRow,
  type MatchBy,
  type OpenItemRow,
  selectCreditsPaidUnder,
  selectCreditsReversedUnder,
  selectCreditsWithFoldedReferences,
  selectCreditsWithIds,
  selectCreditsWithPaymentIds,
  selectCreditsWithReferences,
  selectOpenItems,
} from './queries.ts';
import type { BankEntry } from './types.ts';

export async function readLedger(
  snapshot: Queryable,
  { communityId, partnerId }: { readonly communityId: number; readonly partnerId: number },
  entries: readonly BankEntry[],
  matchBy: MatchBy,
  rowsAtOnce: number,
): Promise<Ledger> {
  // Texts that can be a reference, each once, in bounded lists.
  const distinct = (texts: Iterable<string>) => inParts([...new Set(texts)].filter(isReference), rowsAtOnce);
  const references = entries.flatMap((entry) => [...referencesOf(entry, matchBy), entry.relatedReference ?? []].flat());
  const endToEndIds = entries.flatMap(({ endToEndId }) => endToEndId ?? []);
  const byReference = new Map<string, CreditRow>();
  for (const chunk of distinct(references)) {
    for (const row of await selectCreditsWithReferences(snapshot, { communityId, partnerId, references: chunk })) {
      byReference.set(row.reference, row);
    }
  }
  const byReversalReference = new Map<string, CreditRow>();
  for (const chunk of distinct([...entries.flatMap(({ entryReferences }) => entryReferences), ...endToEndIds])) {
    for (const row of await selectCreditsReversedUnder(snapshot, { communityId, partnerId, references: chunk })) {
      byReversalReference.set(row.reversalReference ?? '', row);
    }
  }
  const byFoldedReference = new Map<string, CreditRow[]>();
  for (const chunk of distinct(references.filter((reference) => !byReference.has(reference)).map(foldAscii))) {
    for (const row of await selectCreditsWithFoldedReferences(snapshot, {
      communityId,
      partnerId,
      foldedReferences: chunk,
    })) {
      addTo(byFoldedReference, foldAscii(row.reference), row);
    }
  }
  const byEndToEndId = new Map<string, CreditRow[]>();
  for (const chunk of distinct(endToEndIds)) {
    for (const row of await selectCreditsPaidUnder(snapshot, { communityId, partnerId, endToEndIds: chunk })) {
      addTo(byEndToEndId, row.endToEndId, row);
    }
  }
  const byPaymentId = new Map<string, CreditRow[]>();
  for (const chunk of distinct([...entries.flatMap(({ entryReferences }) => entryReferences), ...endToEndIds])) {
    for (const row of await selectCreditsWithPaymentIds(snapshot, { communityId, partnerId, endToEndIds: chunk })) {
      addTo(byPaymentId, row.endToEndId, row);
    }
  }
  const named = (await mapInTurns(entries, namedReferencesOf)).flat();
  const members = await membersNamed(snapshot, communityId, named, rowsAtOnce);
  const open: OpenItemRow[] = [];
  for (;;) {
    const after = open.at(-1)?.itemId ?? FIRST_ID;
    const page = await selectOpenItems(snapshot, { communityId, partnerId, afterId: after, limit: rowsAtOnce });
    open.push(...page);
    if (page.length < rowsAtOnce) break;
  }
  const credits = new Map<string, CreditRow>();
  let found: readonly CreditRow[] = [
    ...byReference.values(),
    ...byReversalReference.values(),
    ...[...byEndToEndId.values(), ...byPaymentId.values()].flat(),
    ...open,
  ];
  // The credits that they correct and those that correct them, to both ends of the chain.
  while (found.length > 0) {
    for (const row of found) credits.set(row.id, row);
    const named = found.flatMap(({ correctsId, correctedById }) => [correctsId ?? [], correctedById ?? []].flat());
    const next: CreditRow[] = [];
    for (const chunk of distinct(named.filter((id) => !credits.has(id)))) {
      next.push(...(await selectCreditsWithIds(snapshot, { communityId, partnerId, ids: chunk })));
    }
    found = next;
  }
  const beside: TwiceBookedRow[] = [];
  for (const chunk of distinct([...credits.keys()])) {
    beside.push(...(await selectTwiceBooked(snapshot, { communityId, ids: chunk })));
  }
  const twice = pairsOf(beside);
  return {
    byReference,
    byReversalReference,
    byFoldedReference,
    byEndToEndId,
    byPaymentId,
    credits,
    open,
    members,
    twice,
  };
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
