/**
 * Failed sign-ins make the next one wait, ever longer, per account and per address, on all nodes together. No wait is
 * for ever, and an address somebody has signed in from lately is not held up by what strangers do to the account.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../database/query.ts';
import { throttleAddress } from '../oauth/throttle.ts';
import { refusal } from '../refusal.ts';
import {
  type AttemptRow,
  deleteAttempts,
  hasSignedInFrom,
  lockAttempts,
  uncountAttempt,
  updateAttempts,
} from './throttle-queries.ts';

/** Failures that cost nothing, the first wait after them, and the longest one. */
interface Rule {
  readonly free: number;
  readonly firstMs: number;
  readonly longestMs: number;
}

const MINUTE_MS = 60_000;
const ACCOUNT_FROM_ADDRESS: Rule = { free: 5, firstMs: 2000, longestMs: 15 * MINUTE_MS };
/** Everybody behind one office's address shares it. */
const ADDRESS: Rule = { free: 30, firstMs: 2000, longestMs: 15 * MINUTE_MS };
/** From everywhere: only as long as the owner of the account can bear, who may be the one that waits. */
const ACCOUNT: Rule = { free: 50, firstMs: 1000, longestMs: 30_000 };
/** Failures older than this are forgotten. */
export const ATTEMPTS_KEPT_MS = 24 * 60 * MINUTE_MS;

/** One attempt that was let through; `succeeded` takes it back. */
export interface CountedAttempt {
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt before the password is looked at, so that parallel ones cannot slip through.
 * @param account the e-mail address as typed, known or not
 * @throws Refusal rate_limited with Retry-After
 */
export async function countAttempt(
  database: Database,
  now: Date,
  account: string,
  address: string,
): Promise<CountedAttempt> {
  const from = throttleAddress(address);
  const email = account.trim().toLowerCase();
  const keyed: [Buffer, Rule][] = [
    [keyOf('account from address', email, from), ACCOUNT_FROM_ADDRESS],
    [keyOf('address', from), ADDRESS],
  ];
  const [known] = await hasSignedInFrom(database.reads, email, address, now);
  if (!known?.known) keyed.push([keyOf('account', email), ACCOUNT]);
  const blockedUntil = await database.transaction(async (transaction) => {
    const rows = await lockAttempts(
      transaction,
      keyed.map(([key]) => key),
      now,
    );
    const waits = rows.flatMap((row) => (row.blockedUntil && row.blockedUntil > now ? [row.blockedUntil] : []));
    // Who has to wait is not counted: waiting does not make it longer.
    if (waits.length > 0) return new Date(Math.max(...waits.map((until) => until.getTime())));
    const failures = keyed.map(([key]) => failuresOf(rows, key, now) + 1);
    const blocked = keyed.map(([, rule], at) => waitUntil(rule, failures[at] as number, now));
    await updateAttempts(
      transaction,
      keyed.map(([key]) => key),
      failures,
      blocked,
      now,
    );
    return undefined;
  });
  if (blockedUntil) {
    const seconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));
    throw refusal('rate_limited', `Too many failed attempts; try again in ${seconds} s.`, undefined, {
      'Retry-After': String(seconds),
    });
  }
  return {
    async succeeded() {
      const [own, shared, ...rest] = keyed.map(([key]) => key) as [Buffer, Buffer, ...Buffer[]];
      await Promise.all([deleteAttempts(database.reads, [own, ...rest]), uncountAttempt(database.reads, shared)]);
    },
  };
}

function failuresOf(rows: readonly AttemptRow[], key: Buffer, now: Date): number {
  const row = rows.find((candidate) => candidate.key.equals(key));
  return row && now.getTime() - row.lastAt.getTime() < ATTEMPTS_KEPT_MS ? row.failures : 0;
}

/** Doubles with each failure beyond those that are free. */
function waitUntil({ free, firstMs, longestMs }: Rule, failures: number, now: Date): Date | null {
  if (failures < free) return null;
  return new Date(now.getTime() + Math.min(firstMs * 2 ** Math.min(failures - free, 30), longestMs));
}

function keyOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
