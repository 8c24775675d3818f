/** GET /sessions, DELETE /sessions/{sessionId}, POST /sessions/revoke-others */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import {
  type listSessions,
  type revokeOtherSessions,
  type revokeSession,
  SessionItem,
} from '../../../../console/desk/contract/session.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { sessionBounds } from '../../../../console/desk/session.ts';
import { endSession, endSessions, selectSessions } from '../../../../console/desk/session-queries.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { change } from '../../../../core/change/change.ts';
import { ownActOf } from './own-act.ts';

const SESSIONS_MAX = 100;

export const listSessionsHandler: ConsoleHandler<typeof listSessions> = async ({ session }, { database, clock }) => {
  const { createdAfter, seenAfter } = sessionBounds(clock.now());
  const rows = await selectSessions(database.reads, {
    administratorId: session.administratorId,
    createdAfter,
    seenAfter,
    limit: SESSIONS_MAX,
  });
  return {
    data: rows.map((row) => ({
      ...shownAs(SessionItem, row),
      current: row.id === session.id,
      expires_at: new Date(row.createdAt.getTime() + clock.now().getTime() - createdAfter.getTime()).toISOString(),
    })),
    meta: { per_page: SESSIONS_MAX, has_more: false, next_cursor: null },
  };
};

export const revokeSessionHandler: ConsoleHandler<typeof revokeSession> = async (call, deps) => {
  const { session, params } = call;
  const named = readNumber(params.sessionId);
  const id = await change(deps, ownActOf(call), async ({ transaction, at, audit }) => {
    const [ended] =
      named === undefined
        ? []
        : await endSession(transaction, { administratorId: session.administratorId, sessionId: named, at });
    if (!ended) throw consoleRefusal('session_not_found', 'You have no such session.');
    audit('session.revoked', `session:${ended.id}`);
    return ended.id;
  });
  return { data: { id, deleted: true } };
};

export const revokeOtherSessionsHandler: ConsoleHandler<typeof revokeOtherSessions> = async (call, deps) => {
  const { session } = call;
  const act = ownActOf(call);
  const revoked = await change(deps, act, async ({ transaction, at, audit }) => {
    const ended = await endSessions(transaction, {
      administratorId: session.administratorId,
      butSessionId: session.id,
      at,
    });
    audit('session.others_revoked', act.actor, { sessions: ended.map(({ id }) => id) });
    return ended.length;
  });
  return { data: { revoked } };
};
