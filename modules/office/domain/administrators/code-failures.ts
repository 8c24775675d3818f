/**
 * Wrong codes that came with the right password, which is therefore known. All are counted, from wherever they come,
 * until one is right; the waits grow, and after a hundred in a row no code is looked at any more (NIST SP 800-63B-4,
 * 3.2.2). The person sees at the next sign-in how many there were. Strangers, who lack the password, cannot raise the
 * count.
 */

import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { type Refusal, rateLimited } from '../../../../core/base/refusal.ts';
import type { Lane } from '../../../../core/database/query.ts';
import { countCode, selectCodeState, updateCodeRight, updateCodeUncounted } from './queries.ts';

/** In a row. */
const CODE_FAILURES_MAX = 100;
const WAITS = { free: 5, firstSeconds: 2, longestSeconds: 900 };

/**
 * Counts a code as wrong, looks at it, and takes the count back if it was right or could not be looked at.
 * @throws Refusal rate_limited with Retry-After; state_conflict after too many
 */
export async function countingCode<T>(
  on: Lane,
  administratorId: number,
  now: Date,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const [counted] = await countCode(on, { administratorId, at: now, failuresMax: CODE_FAILURES_MAX, ...WAITS });
  if (!counted) throw await refused(on, administratorId, now);
  const right = await look().catch(async (error: unknown) => {
    await updateCodeUncounted(on, { administratorId }).catch(() => {});
    throw error;
  });
  if (right !== undefined) await updateCodeRight(on, { administratorId });
  return right;
}

async function refused(on: Lane, administratorId: number, now: Date): Promise<Refusal> {
  const [state] = await selectCodeState(on, { administratorId });
  if (state && state.failures >= CODE_FAILURES_MAX) {
    return consoleConflict(
      'codes_exhausted',
      'Too many wrong codes came with your password: sign in with a passkey, or ask for a set-up link, and change the password.',
    );
  }
  const waitMs = (state?.blockedUntil?.getTime() ?? 0) - now.getTime();
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return rateLimited(`Too many wrong codes; try again in ${seconds} s.`, seconds);
}
