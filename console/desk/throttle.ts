/**
 * Failed sign-ins make the next one wait, ever longer, per account and per address, on all nodes together. No wait is
 * for ever, and nobody is held up for long by what strangers do to the account: a device that signed in before waits
 * for its own failures alone, an address of a recent sign-in does not wait for the account's, and the
 * right password with the right code passes the account's wait.
 */
import { createHash } from 'node:crypto';
import { foldAddress } from '../../core/base/email-address.ts';
import { type Refusal, rateLimited, refusal } from '../../core/base/refusal.ts';
import { throttleAddress, wideAddress } from '../../core/base/throttle.ts';
import { MINUTE_MS } from '../../core/base/time.ts';
import type { Database } from '../../core/database/query.ts';
import { consoleRefusal } from './refusal.ts';
import {
  deleteAttempts,
  lockAttempts,
  selectSignInAddresses,
  uncountAttempt,
  updateAttempts,
} from './throttle-queries.ts';

/** Failures that cost nothing, the first wait after them, and the longest one. */
interface Rule {
  readonly free: number;
  readonly firstMs: number;
  readonly longestMs: number;
}

interface Counter {
  readonly key: Buffer;
  readonly rule: Rule;
  /** Others fail under it as well: a success takes only its own count back. */
  readonly shared?: true;
  /** Its wait ends at once for password and code together. */
  readonly passable?: boolean;
}

/** One account from one address, or one device. */
const ONE: Rule = { free: 5, firstMs: 2000, longestMs: 15 * MINUTE_MS };
/** One browser on members' pages: the first wait follows the sixth failure, which a used-up number answers. */
const BROWSER: Rule = { ...ONE, free: 6 };
/** Everybody behind one office's address shares it. */
const ADDRESS: Rule = { free: 30, firstMs: 2000, longestMs: 15 * MINUTE_MS };
/** A /48 of IPv6: many sites' worth of single addresses for one stranger, and one site's for everybody in it. */
const PREFIX: Rule = { free: 300, firstMs: 1000, longestMs: MINUTE_MS };
/** From everywhere: only as long as the owner of the account can bear, who may be the one that waits. */
const ACCOUNT: Rule = { free: 50, firstMs: 1000, longestMs: 30_000 };
/** Failures older than this are forgotten. */
export const ATTEMPTS_KEPT_MS = 24 * 60 * MINUTE_MS;
const KNOWN_ADDRESSES_MAX = 1000;

/** An attempt to prove who one is. */
export interface SignInAttempt {
  /** The e-mail address as typed, known or not. */
  readonly account: string;
  readonly address: string;
  /** The device, where it signed in to the account before. */
  readonly device: string | undefined;
  /** Whether a code comes with the password. */
  readonly withCode: boolean;
  /** Several accounts sign in by this address: who gets into one of them clears nothing of the others. */
  readonly isShared: boolean;
}

/** One attempt that was let through. */
export interface CountedAttempt {
  /** The account has to wait; who has not both, password and code, is refused with this. */
  readonly heldBack: Refusal | undefined;
  /** Forgets the failures before. */
  succeeded(): Promise<void>;
  /** Takes the attempt back: it guessed nothing wrongly, and proved nothing. */
  takenBack(): Promise<void>;
}

/**
 * Counts an attempt before the password is looked at, so that parallel ones cannot slip through.
 * @throws Refusal rate_limited with Retry-After
 */
export async function countAttempt(
  database: Database,
  now: Date,
  attempt: SignInAttempt,
  isKnown: boolean,
): Promise<CountedAttempt> {
  return await count(database, now, countersOf(attempt, isKnown));
}

/** Whether this device was used to sign in to an account of this e-mail address, or this network address lately was. */
export async function isKnownPlace(
  database: Database,
  now: Date,
  { account, address, device }: Pick<SignInAttempt, 'account' | 'address' | 'device'>,
): Promise<boolean> {
  if (device !== undefined) return true;
  const from = throttleAddress(address);
  const known = await selectSignInAddresses(database.reads, {
    email: foldAddress(account),
    now,
    limit: KNOWN_ADDRESSES_MAX,
  });
  return known.some((one) => throttleAddress(one.address) === from);
}

/** Refusals that judge the attempt, so that it counts. */
const isJudgment = (error: unknown) =>
  consoleRefusal.is(error, 'sign_in_failed', 'provider_refused') || refusal.is(error, 'validation_failed');

/**
 * Runs what an attempt is counted for. One that was not judged is not counted: a full queue, a database that is away.
 */
export async function judging<T>(attempt: CountedAttempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isJudged = error === attempt.heldBack || isJudgment(error);
    if (!isJudged) await attempt.takenBack().catch(() => {});
    throw error;
  }
}

/**
 * Counts an attempt that guesses nothing, and whose account is known only at the end: by the address alone.
 * @throws Refusal rate_limited with Retry-After
 */
export async function countFromAddress(database: Database, now: Date, address: string): Promise<CountedAttempt> {
  return await count(database, now, [{ key: keyOf('address', throttleAddress(address)), rule: ADDRESS, shared: true }]);
}

/**
 * Counts a wrong code or a number that a browser on members' pages sends: by the browser alone. Its network is shared by
 * strangers, who could hold everybody up: a code has 54 bits, and a number counts in the browser that asked for it.
 * @param browser the digest of its cookie
 * @throws Refusal rate_limited with Retry-After
 */
export async function countFromBrowser(database: Database, now: Date, browser: Buffer): Promise<CountedAttempt> {
  return await count(database, now, [{ key: keyOf('browser', browser.toString('hex')), rule: BROWSER }]);
}

function countersOf(attempt: SignInAttempt, isKnown: boolean): readonly Counter[] {
  const { account, address, device, withCode, isShared } = attempt;
  if (device !== undefined) return [{ key: keyOf('device', device), rule: ONE }];
  const from = throttleAddress(address);
  const email = foldAddress(account);
  const shared = isShared ? ({ shared: true } as const) : {};
  const counters: Counter[] = [
    { key: keyOf('account from address', email, from), rule: ONE, ...shared },
    { key: keyOf('address', from), rule: ADDRESS, shared: true },
  ];
  if (isKnown) return counters;
  const wide = wideAddress(address);
  if (wide !== from) counters.push({ key: keyOf('prefix', wide), rule: PREFIX, shared: true });
  return [...counters, { key: keyOf('account', email), rule: ACCOUNT, passable: withCode, ...shared }];
}

async function count(database: Database, now: Date, counters: readonly Counter[]): Promise<CountedAttempt> {
  const { waits, held, counted } = await database.transaction(async (transaction) => {
    const keys = counters.map(({ key }) => key);
    const rows = await lockAttempts(transaction, { keys, now });
    const states = counters.map((counter) => {
      const row = rows.find(({ key }) => key.equals(counter.key));
      const recent = row && now.getTime() - row.lastAt.getTime() < ATTEMPTS_KEPT_MS;
      const failures = (recent ? row.failures : 0) + 1;
      const waitsUntil = row?.blockedUntil && row.blockedUntil > now ? row.blockedUntil : undefined;
      return { ...counter, failures, waitsUntil, blockedUntil: waitUntil(counter.rule, failures, now) };
    });
    const waiting = states.filter(({ waitsUntil }) => waitsUntil);
    const untilOf = (of: typeof states) => of.flatMap(({ waitsUntil }) => waitsUntil ?? []);
    const waits = untilOf(waiting.filter(({ passable }) => !passable));
    // A refused attempt does not count: waiting does not make the wait longer.
    const counted = waits.length > 0 ? [] : states.filter(({ waitsUntil }) => !waitsUntil);
    if (counted.length > 0) {
      const failures = counted.map((one) => one.failures);
      await updateAttempts(transaction, { keys: keysOf(counted), failures, blockedUntil: blocksOf(counted), now });
    }
    return { waits, held: untilOf(waiting), counted };
  });
  if (waits.length > 0) throw tooMany(waits, now);
  const { reads } = database;
  let isTakenBack = false;
  const takeBack = async (of: typeof counted) => {
    if (of.length === 0 || isTakenBack) return;
    isTakenBack = true;
    await uncountAttempt(reads, { keys: keysOf(of), blockedUntil: blocksOf(of) });
  };
  return {
    heldBack: held.length > 0 ? tooMany(held, now) : undefined,
    async succeeded() {
      await deleteAttempts(reads, { keys: keysOf(counted.filter(({ shared }) => !shared)) });
      await takeBack(counted.filter(({ shared }) => shared));
    },
    takenBack: () => takeBack(counted),
  };
}

const keysOf = (of: readonly { readonly key: Buffer }[]) => of.map(({ key }) => key);
const blocksOf = (of: readonly { readonly blockedUntil: Date | null }[]) => of.map((one) => one.blockedUntil);

function tooMany(waits: readonly Date[], now: Date): Refusal {
  const untilMs = Math.max(...waits.map((until) => until.getTime()));
  const seconds = Math.max(1, Math.ceil((untilMs - now.getTime()) / 1000));
  return rateLimited(`Too many failed attempts; try again in ${seconds} s.`, seconds);
}

/** Doubles with each failure beyond those that are free. */
function waitUntil({ free, firstMs, longestMs }: Rule, failures: number, now: Date): Date | null {
  if (failures < free) return null;
  return new Date(now.getTime() + Math.min(firstMs * 2 ** Math.min(failures - free, 30), longestMs));
}

function keyOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
