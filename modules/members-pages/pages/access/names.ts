/** How many names a member looks for: nobody reads the list of members by it. */

import { rateLimited } from '../../../../core/base/refusal.ts';
import { createThrottle } from '../../../../core/base/throttle.ts';
import { HOUR_MS } from '../../../../core/base/time.ts';
import type { Deps } from '../../../../core/deps.ts';
import type { OwnCall } from '../present/call.ts';

/** Names that one person looks for within an hour, in all sessions: each sign-in and each change of person begins one. */
const NAMES_AN_HOUR = 60;

/** Counts a name that is looked for. @throws Refusal rate_limited */
export type CountName = (call: OwnCall, deps: Pick<Deps, 'clock'>) => void;

/** The count of one application, for all pages that look for names. */
export function createNameCount(): CountName {
  const names = createThrottle(NAMES_AN_HOUR, HOUR_MS);
  return ({ community, session }, { clock }) => {
    const person = session.deputyPersonId ?? session.memberId;
    const waitSeconds = names.count(`${community.id}:${person}`, clock.now().getTime());
    if (waitSeconds > 0) throw rateLimited('Too many names were looked for.', waitSeconds);
  };
}
