/** What people read of the inbox: lines as they are now, and files with their proofs. */

import type { Database, Queryable } from '../../../../core/database/query.ts';
import type { BankProof } from '../../../bank-files/types.ts';
import type { InboxState } from '../../contract/inbox-words.ts';
import type { BankFileView } from './file-queries.ts';
import { type ShownLineRow, withLikelyMembers } from './likely-members.ts';
import { scaled } from './money.ts';
import {
  type ListedLineRow,
  lockInbox,
  selectDetailCounts,
  selectFoundLinePage,
  selectInboxLinePage,
  selectLinesById,
} from './queries.ts';
import { refreshIn } from './refresh.ts';
import type { LineTerms } from './search-terms.ts';

/** Explains the open lines by what partners have credited since. No act of a person: nothing of it is audited. */
export async function refreshInbox(database: Database, communityId: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockInbox(transaction, { communityId });
    await refreshIn(transaction, communityId);
  });
}

/** The proofs of files, with details that another file brought. */
export async function completeProofs<File extends Pick<BankFileView, 'proofs'>>(
  on: Queryable,
  communityId: number,
  files: readonly File[],
): Promise<File[]> {
  const missing = files.flatMap(({ proofs }) => proofs.filter(isOfDetails).flatMap(({ reference }) => reference ?? []));
  if (missing.length === 0) return [...files];
  const counts = await selectDetailCounts(on, { communityId, references: [...new Set(missing)] });
  const byReference = new Map(counts.map((row) => [row.reference, row]));
  return files.map((file) => ({ ...file, proofs: file.proofs.map((proof) => completed(proof, byReference)) }));
}

const isOfDetails = ({ kind, holds }: BankProof) => (kind === 'details' || kind === 'details_sum') && holds !== true;

function completed(
  proof: BankProof,
  counts: ReadonlyMap<string, { readonly count: number; readonly sum: string }>,
): BankProof {
  const found = proof.reference === null ? undefined : counts.get(proof.reference);
  if (!found || !isOfDetails(proof) || proof.expected === null) return proof;
  if (proof.kind === 'details') {
    return { ...proof, found: String(found.count), holds: String(found.count) === proof.expected };
  }
  const isEqual = scaled(withCents(found.sum)) === scaled(withCents(proof.expected));
  return { ...proof, found: withCents(found.sum), holds: isEqual };
}

const withCents = (amount: string) => (amount.includes('.') ? amount : `${amount}.00`);

/** Greater than every id of a line. */
export const LAST_LINE_ID = '9223372036854775807';

/** Which page of lines. */
interface LinePage {
  readonly beforeId: string;
  readonly limit: number;
  /** What is typed; with it `cameBefore` does not count. */
  readonly terms?: LineTerms | undefined;
  /** Of a state only. */
  readonly cameBefore?: Date | undefined;
}

/** A page of lines before one, the newest first. @param state null: all */
export async function readLinePage(
  on: Queryable,
  communityId: number,
  state: InboxState | null,
  { terms, cameBefore, ...page }: LinePage,
): Promise<ShownLineRow[]> {
  return await withLikelyMembers(
    on,
    communityId,
    await pageOfLines(on, communityId, state, { terms, cameBefore, ...page }),
  );
}

/** Lines by their ids, in the order of these. */
export async function readLines(on: Queryable, communityId: number, ids: readonly number[]): Promise<ShownLineRow[]> {
  return await withLikelyMembers(on, communityId, await selectLinesById(on, { communityId, ids: [...ids] }));
}

async function pageOfLines(
  on: Queryable,
  communityId: number,
  state: InboxState | null,
  { terms, cameBefore, ...page }: LinePage,
): Promise<ListedLineRow[]> {
  if (terms) return await selectFoundLinePage(on, { communityId, ...page, state, ...terms });
  return await selectInboxLinePage(on, { communityId, ...page, state: state ?? undefined, cameBefore });
}
