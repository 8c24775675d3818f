/** Sessions end with the way in by which they began: also when the operator closes one by a setting. */

import { endSessionsOfOtherWays } from '../../../../console/desk/session-queries.ts';
import type { PlatformDeps } from '../../../../core/base/deps.ts';
import { appendAudit } from '../../../../core/change/audit/append.ts';

/** Ends, as the service starts, the sessions that could not be begun under its settings. */
export async function endSessionsOfClosedWays({
  database,
  clock,
  config,
}: Pick<PlatformDeps, 'database' | 'clock' | 'config'>): Promise<void> {
  const at = clock.now();
  const issuer = config.oidc?.issuer.replace(/\/$/, '') ?? null;
  const ended = await endSessionsOfOtherWays(database.reads, { localAccounts: config.localAccounts, issuer, at });
  const row = { communityId: null, at, actor: 'service', action: 'session.revoked' };
  await appendAudit(
    database.reads,
    ended.map(({ id }) => ({ ...row, subject: `session:${id}`, details: { reason: 'way in closed' } })),
  );
}
