/** The hash of a partner's day, over its lines and the hash of the day before (docs/decisions/days-and-hashes.md). */
import { createHash } from 'node:crypto';
import { encodeId, NO_PREVIOUS_HASH, statementHashHead, statementHashLine } from '@timebank/contract';
import { pagesOf } from '../database/pages.ts';
import type { Database, Transaction } from '../database/query.ts';
import {
  insertStatementHashes,
  selectLastHash,
  selectLinesToHash,
  selectUnhashedDays,
  type UnhashedDay,
} from './hash-queries.ts';
import { type FrozenRow, selectSettlement } from './queries.ts';

/** Days hashed in one transaction. */
const DAYS_MAX = 31;

/** A credit or its reversal, as the hash needs it. */
export interface HashedLineRow {
  readonly kind: 'credit' | 'credit_reversal';
  /** The credit itself, or the one that is reversed. */
  readonly creditId: string;
  /** Null: not booked on a member's account, which only `ledger verify` ever meets. */
  readonly memberId: string | null;
  readonly amountSeconds: number;
  readonly reference: string;
}

/** A transfer as a line of the hash. */
export function hashLine({ kind, creditId, memberId, amountSeconds, reference }: HashedLineRow): string {
  return statementHashLine({
    id: encodeId('crd', creditId),
    kind: kind === 'credit' ? 'credit' : 'reversal',
    reference,
    seconds: amountSeconds,
    user_id: memberId === null ? '' : encodeId('usr', memberId),
  });
}

/** Begins the hash of a day; its lines follow. */
export function beginHash(
  previousHash: string,
  { day, openingSeconds, closingSeconds }: Pick<UnhashedDay, 'day' | 'openingSeconds' | 'closingSeconds'>,
) {
  return createHash('sha256').update(
    statementHashHead(previousHash, { date: day, opening_seconds: openingSeconds, closing_seconds: closingSeconds }),
  );
}

/** The hash that the next day's builds on; 64 zeros where there is none yet. */
export async function readPreviousHash(on: Transaction, communityId: number, partnerId: number): Promise<string> {
  const [last] = await selectLastHash(on, { communityId, partnerId });
  return last?.hash ?? NO_PREVIOUS_HASH;
}

/** A day's hash and what it builds on. */
interface HashedDay {
  readonly day: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** Hashes days that follow each other. Their lines are read in pages, however many there are. */
export async function hashDays(
  on: Transaction,
  communityId: number,
  partnerId: number,
  hashBefore: string,
  days: readonly UnhashedDay[],
): Promise<HashedDay[]> {
  const hashed: HashedDay[] = [];
  let previousHash = hashBefore;
  for (const day of days) {
    const digest = beginHash(previousHash, day);
    if (day.creditsCount + day.reversalsCount > 0) {
      for await (const rows of pagesOf(on, selectLinesToHash, { communityId, partnerId, day: day.day })) {
        for (const row of rows) digest.update(hashLine(row));
      }
    }
    const hash = digest.digest('hex');
    hashed.push({ day: day.day, previousHash, hash });
    previousHash = hash;
  }
  return hashed;
}

/**
 * Gives final days of a partner their missing hashes, oldest first. They are final, so no lock is needed.
 * @returns whether there may be more
 */
export async function hashClosedDays(
  transaction: Transaction,
  communityId: number,
  partnerId: number,
): Promise<boolean> {
  const days = await selectUnhashedDays(transaction, { communityId, partnerId, limit: DAYS_MAX });
  if (days.length === 0) return false;
  const before = days[0]?.lastHash ?? NO_PREVIOUS_HASH;
  const hashed = await hashDays(transaction, communityId, partnerId, before, days);
  await insertStatementHashes(transaction, {
    rows: hashed.map((each) => ({ ...each, communityId, partnerId, inEvent: false })),
  });
  return days.length === DAYS_MAX;
}

/** Gives all final days of a partner their missing hashes. */
export async function hashAllClosedDays(database: Database, communityId: number, partnerId: number): Promise<void> {
  while (await database.transaction((transaction) => hashClosedDays(transaction, communityId, partnerId)));
}

/** Reads frozen days; where one should have a hash and has none, it is given one first. */
export async function withHashes(
  database: Database,
  communityId: number,
  partnerId: number,
  read: () => Promise<FrozenRow[]>,
): Promise<FrozenRow[]> {
  const rows = await read();
  const unhashed = rows.filter(({ hash }) => hash === null);
  if (unhashed.length === 0) return rows;
  const [settlement] = await selectSettlement(database.reads, { communityId, partnerId });
  const through = settlement?.unhashedThrough ?? '';
  if (unhashed.every(({ day }) => day <= through)) return rows;
  await hashAllClosedDays(database, communityId, partnerId);
  return await read();
}
