/** GET /sessions, DELETE /sessions/{sessionId}, POST /sessions/revoke-others */
import type { listSessions, revokeOtherSessions, revokeSession } from '@timebank/contract/console';
import { endSession, endSessions, selectSessions } from '../../../domain/administrators/session-queries.ts';
import { appendAudit } from '../../../domain/audit/append.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import type { ConsoleHandler } from '../access/call.ts';
import { readNumber } from '../access/numbers.ts';
import { sessionBounds } from '../access/session.ts';

const SESSIONS_MAX = 100;

export const listSessionsHandler: ConsoleHandler<typeof listSessions> = async ({ session }, { database, clock }) => {
  const { createdAfter, seenAfter } = sessionBounds(clock.now());
  const rows = await selectSessions(database.reads, session.administratorId, createdAfter, seenAfter, SESSIONS_MAX);
  return {
    data: rows.map((row) => ({
      id: row.id,
      current: row.id === session.id,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      expires_at: new Date(row.createdAt.getTime() + clock.now().getTime() - createdAfter.getTime()).toISOString(),
      address: row.address,
      user_agent: row.userAgent,
    })),
    meta: { per_page: SESSIONS_MAX, has_more: false, next_cursor: null },
  };
};

export const revokeSessionHandler: ConsoleHandler<typeof revokeSession> = async (call, { database, clock }) => {
  const { session, params, address, requestId } = call;
  const id = readNumber(params.sessionId);
  const at = clock.now();
  await database.transaction(async (transaction) => {
    const [ended] = id === undefined ? [] : await endSession(transaction, session.administratorId, id, at);
    if (!ended) throw refusal('session_not_found', 'You have no such session.');
    const actor = `administrator:${session.administratorId}`;
    await appendAudit(transaction, [
      { communityId: null, at, actor, action: 'session.revoked', subject: `session:${id}`, address, requestId },
    ]);
  });
  return { data: { id, deleted: true } };
};

export const revokeOtherSessionsHandler: ConsoleHandler<typeof revokeOtherSessions> = async (call, deps) => {
  const { session, address, requestId } = call;
  const at = deps.clock.now();
  const revoked = await deps.database.transaction(async (transaction) => {
    const ended = await endSessions(transaction, session.administratorId, session.id, at);
    const actor = `administrator:${session.administratorId}`;
    const details = { sessions: ended.map(({ id }) => id) };
    await appendAudit(transaction, [
      { communityId: null, at, actor, action: 'session.others_revoked', subject: actor, address, requestId, details },
    ]);
    return ended.length;
  });
  return { data: { revoked } };
};
