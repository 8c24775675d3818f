/** /communities/{slug}/partners/{partnerId}/credentials/{credentialId}/hand-over, /hand-over/link and /hand-over. */
import { BASE_PATH } from '@timebank/contract';
import { actOf, type ConsoleHandler, personOf } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import type { Clock } from '../../../../core/base/clock.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { rateLimited } from '../../../../core/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../../core/base/throttle.ts';
import type { HandOverRow } from '../../../../core/partners/hand-over-queries.ts';
import {
  type createHandOver,
  HandOverKit,
  HandOverLink,
  type openHandOver,
  type readHandOver,
} from '../../contract/hand-over.ts';
import { handOverSecret, handOverUrl, openHandOverLink, readHandOverLink } from '../../domain/hand-over.ts';

/** Links tried per address and minute; a token of 192 bits is not guessed, but each try costs a query. */
const TRIES_PER_ADDRESS = 60;

export interface HandOverHandlers {
  readonly createHandOver: ConsoleHandler<typeof createHandOver>;
  readonly readHandOver: ConsoleHandler<typeof readHandOver>;
  readonly openHandOver: ConsoleHandler<typeof openHandOver>;
}

/** The handlers, sharing one count of tries. */
export function createHandOverHandlers(): HandOverHandlers {
  const tries = createThrottle(TRIES_PER_ADDRESS);

  function countTry(address: string, clock: Clock): void {
    const waitSeconds = tries.count(throttleAddress(address), clock.now().getTime());
    if (waitSeconds === 0) return;
    throw rateLimited('Too many hand-over links were tried.', waitSeconds);
  }

  return {
    async createHandOver(call, deps) {
      const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
      const credentialId = readNumber(call.params.credentialId) ?? 0;
      const act = { ...actOf(call), partnerId, administratorId: personOf(call).administratorId };
      const { token, expiresAt } = await handOverSecret(deps, act, credentialId, call.body.client_secret);
      return { data: { url: handOverUrl(call.origin, call.params.slug, token), expires_at: expiresAt.toISOString() } };
    },

    async readHandOver({ body, address }, { database, clock }) {
      countTry(address, clock);
      const now = clock.now();
      const row = await readHandOverLink(database.reads, body.token, now);
      return { data: { ...shownAs(HandOverLink, row), status: statusOf(row, now) } };
    },

    async openHandOver({ body, address, requestId, origin }, deps) {
      countTry(address, deps.clock);
      const opened = await openHandOverLink(deps, body.token, { address, requestId });
      const apiUrl = origin + BASE_PATH;
      const urls = { api_url: apiUrl, token_url: `${apiUrl}/oauth/token`, docs_url: `${origin}/docs` };
      return { data: { ...shownAs(HandOverKit, opened), ...urls } };
    },
  };
}

function statusOf({ openedAt, expiresAt, isLive }: HandOverRow, now: Date): HandOverLink['status'] {
  if (openedAt) return 'opened';
  if (!isLive) return 'revoked';
  return expiresAt > now ? 'waiting' : 'expired';
}
