/** `POST /oauth/revoke` (RFC 7009). Works while a kill switch is on. */
import type { RevokeResponse, revokeToken } from '@timebank/contract';
import { rateLimited, refusal } from '../../base/refusal.ts';
import { createThrottle, throttleAddress } from '../../base/throttle.ts';
import type { NewAuditRow } from '../../change/audit/append.ts';
import { createFoldedAudit } from '../../change/audit/folded.ts';
import { type Change, type ChangeDeps, change } from '../../change/change.ts';
import { hashToken, isWellFormedToken } from '../../partners/access-token.ts';
import { lockToken, updateTokenRevoked } from '../../partners/oauth-queries.ts';
import { tokenSubject } from '../../partners/tokens.ts';
import type { ClientCall, ClientHandler } from '../call.ts';
import { presentedCredentials } from '../client-credentials.ts';
import type { AuthenticateClient, Client } from './client-auth.ts';
import { textParameters } from './parameters.ts';

/** Without credentials every call costs a look-up, so there is a limit per address and minute. */
const ANONYMOUS_PER_ADDRESS = 60;

const HOLDER = 'token holder';
const REVOKED = 'token.revoked';
const IGNORED = 'token.revocation_ignored';

/** The outcome, for the audit log; the answer is 200 in every case (section 2.2). */
type Row = Pick<NewAuditRow, 'communityId' | 'actor' | 'action' | 'details'>;

export function revokeTokenHandler(
  deps: ChangeDeps,
  authenticate: AuthenticateClient,
): ClientHandler<typeof revokeToken> {
  const { database, clock } = deps;
  const anonymous = createThrottle(ANONYMOUS_PER_ADDRESS);
  const ignored = createFoldedAudit(database, clock);

  function throttleAnonymous(call: ClientCall): void {
    const waitSeconds = anonymous.count(throttleAddress(call.address), clock.now().getTime());
    if (waitSeconds === 0) return;
    throw rateLimited('Too many revocations without credentials.', waitSeconds);
  }

  return async (call) => {
    const parameters = textParameters(call);
    const presented = presentedCredentials(call.authorization, parameters);
    // Credentials that are sent are checked (section 2.1). Without them the holder of a token may end it.
    const client = presented ? await authenticate(presented, call) : undefined;
    const { token } = parameters;
    if (token === undefined) throw refusal('invalid_request', 'token is missing.');
    if (!client) throttleAnonymous(call);
    const hash = hashToken(token);
    const subject = tokenSubject(hash);
    const from = { address: call.address, requestId: call.requestId };
    const made: Row = isWellFormedToken(token)
      ? await change(deps, { communityId: null, actor: HOLDER, ...from }, async (within) => {
          const row = await (client ? revokeAsClient(within, client, hash) : revokeAsHolder(within, hash));
          const { communityId, actor, action, details } = row;
          if (action === REVOKED) within.auditAs({ communityId, actor, ...from }, action, subject, details);
          return row;
        })
      : ignoredRow(client, 'unknown');
    if (made.action === IGNORED) {
      // All invented tokens are one kind in the audit log.
      const reason = String(made.details?.reason);
      const kind = [made.actor, reason, reason === 'unknown' ? '' : subject].join(' ');
      await ignored.note(kind, { ...made, ...from, at: clock.now(), subject });
    }
    const body: RevokeResponse = {};
    return { body };
  };
}

async function revokeAsClient({ transaction, at }: Change, client: Client, hash: Buffer): Promise<Row> {
  const { communityId, partnerId } = client;
  const [token] = await lockToken(transaction, { tokenHash: hash, at });
  if (!token) return ignoredRow(client, 'unknown');
  if (token.communityId !== communityId || token.partnerId !== partnerId) {
    return ignoredRow(client, 'of another partner');
  }
  if (!token.isLive) return ignoredRow(client, 'expired or revoked');
  await updateTokenRevoked(transaction, { tokenHash: hash, at });
  return { communityId, actor: `partner:${partnerId}`, action: REVOKED };
}

async function revokeAsHolder({ transaction, at }: Change, hash: Buffer): Promise<Row> {
  const [token] = await lockToken(transaction, { tokenHash: hash, at });
  if (!token?.isLive) return ignoredRow(undefined, token ? 'not live' : 'unknown');
  await updateTokenRevoked(transaction, { tokenHash: hash, at });
  const details = { by: 'possession', partner_id: token.partnerId };
  return { communityId: token.communityId, actor: HOLDER, action: REVOKED, details };
}

function ignoredRow(client: Client | undefined, reason: string): Row {
  const actor = client ? `partner:${client.partnerId}` : HOLDER;
  return { communityId: client?.communityId ?? null, actor, action: IGNORED, details: { reason } };
}
