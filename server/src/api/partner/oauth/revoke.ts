/** `POST /oauth/revoke` (RFC 7009). Works while a kill switch is on. */
import type { RevokeResponse } from '@timebank/contract';
import { appendAudit, type NewAuditRow } from '../../../domain/audit/append.ts';
import { createFoldedAudit } from '../../../domain/audit/folded.ts';
import type { Deps } from '../../../domain/deps.ts';
import { hashToken, isWellFormedToken } from '../../../domain/partners/access-token.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../platform/base/throttle.ts';
import type { Transaction } from '../../../platform/database/query.ts';
import type { ClientCall, ClientHandler } from '../access/call.ts';
import { presentedCredentials } from '../access/client-credentials.ts';
import type { AuthenticateClient, Client } from './client-auth.ts';
import { textParameters } from './parameters.ts';
import { revokeHeldToken, revokePartnerToken, selectTokenOwner } from './queries.ts';

/** Without credentials every call costs a look-up, so there is a limit per address and minute. */
const ANONYMOUS_PER_ADDRESS = 60;

/** What became of the token, for the audit log; the caller hears 200 in every case (section 2.2). */
type Outcome = Pick<NewAuditRow, 'communityId' | 'actor' | 'action' | 'details'>;

export function revokeTokenHandler(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  authenticate: AuthenticateClient,
): ClientHandler {
  const anonymous = createThrottle(ANONYMOUS_PER_ADDRESS);
  const ignored = createFoldedAudit(database, clock);

  function throttleAnonymous(call: ClientCall): void {
    const waitSeconds = anonymous.count(throttleAddress(call.address), clock.now().getTime());
    if (waitSeconds === 0) return;
    throw refusal('rate_limited', 'Too many revocations without credentials.', undefined, {
      'Retry-After': String(waitSeconds),
    });
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
    const wellFormed = isWellFormedToken(token);
    const at = clock.now();
    // Enough to find the token's other rows, too little to find the token.
    const about = {
      ...{ at, subject: `token:${hash.toString('hex', 0, 8)}` },
      ...{ address: call.address, requestId: call.requestId },
    };
    const outcome = await database.transaction(async (transaction) => {
      const made = client
        ? await revokeAsClient(transaction, client, wellFormed ? hash : undefined, at)
        : await revokeAsHolder(transaction, wellFormed ? hash : undefined, at);
      if (made.action === 'token.revoked') await appendAudit(transaction, [{ ...made, ...about }]);
      return made;
    });
    if (outcome.action !== 'token.revoked') {
      // Invented tokens are one kind, however many there are.
      const reason = String(outcome.details?.reason);
      const kind = [outcome.actor, reason, reason === 'unknown' ? '' : about.subject].join(' ');
      await ignored.note(kind, { ...outcome, ...about });
    }
    const body: RevokeResponse = {};
    return { body };
  };
}

async function revokeAsClient(
  transaction: Transaction,
  { communityId, partnerId }: Client,
  hash: Buffer | undefined,
  at: Date,
): Promise<Outcome> {
  const actor = `partner:${partnerId}`;
  if (hash && (await revokePartnerToken(transaction, hash, communityId, partnerId, at)).length > 0) {
    return { communityId, actor, action: 'token.revoked' };
  }
  const [owner] = hash ? await selectTokenOwner(transaction, hash) : [];
  const foreign = owner && (owner.communityId !== communityId || owner.partnerId !== partnerId);
  const reason = owner === undefined ? 'unknown' : foreign ? 'of another partner' : 'expired or revoked';
  return { communityId, actor, action: 'token.revocation_ignored', details: { reason } };
}

async function revokeAsHolder(transaction: Transaction, hash: Buffer | undefined, at: Date): Promise<Outcome> {
  const [owner] = hash ? await revokeHeldToken(transaction, hash, at) : [];
  const actor = 'token holder';
  if (owner) {
    const details = { by: 'possession', partner_id: owner.partnerId };
    return { communityId: owner.communityId, actor, action: 'token.revoked', details };
  }
  const [dead] = hash ? await selectTokenOwner(transaction, hash) : [];
  const reason = dead ? 'not live' : 'unknown';
  return { communityId: null, actor, action: 'token.revocation_ignored', details: { reason } };
}
