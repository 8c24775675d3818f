/**
 * After its server was restored to an earlier moment (point-in-time recovery), a database has the sessions, access tokens,
 * letters and links of that moment, also those that were ended since. A restore of a backup leaves them out; here they end as the service
 * starts.
 */

import { endSessionsBegunUntil } from '../../../../console/desk/session-queries.ts';
import type { PlatformDeps } from '../../../../core/base/deps.ts';
import { appendAudit } from '../../../../core/change/audit/append.ts';
import { revokeTokensIssuedUntil } from '../../../../core/partners/token-queries.ts';
import { endAccessBegunUntil, selectRestoredUntil } from './queries.ts';

/** Ends what was begun before the moment that the server was restored to. Does nothing where it never was. */
export async function endWhatWasRestored({
  database,
  clock,
  log,
}: Pick<PlatformDeps, 'database' | 'clock' | 'log'>): Promise<void> {
  const [restored] = await selectRestoredUntil(database.reads);
  if (restored === undefined) return;
  const at = clock.now();
  const ended = await endSessionsBegunUntil(database.reads, { until: restored.until, at });
  const row = { communityId: null, at, actor: 'service', action: 'session.revoked', details: { reason: 'restored' } };
  await appendAudit(
    database.reads,
    ended.map(({ id }) => ({ ...row, subject: `session:${id}` })),
  );
  const [tokens] = await revokeTokensIssuedUntil(database.reads, { until: restored.until, at });
  const [access] = await endAccessBegunUntil(database.reads, { until: restored.until, at });
  const counts = {
    sessions: ended.length + (access?.sessions ?? 0),
    tokens: tokens?.revoked ?? 0,
    links: access?.links ?? 0,
  };
  if (counts.sessions + counts.tokens + counts.links === 0) return;
  log.warn(
    { ...counts, until: restored.until },
    'the database was restored to an earlier moment: sessions, tokens, letters and links from before it are ended',
  );
}
