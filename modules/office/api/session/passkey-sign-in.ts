/** POST /session/passkey/challenge, POST /session/passkey */

import type { ConsoleCall, ConsoleHandler } from '../../../../console/desk/call.ts';
import { cookieHash } from '../../../../console/desk/cookie.ts';
import type { OfficeDeps } from '../../../../console/desk/office-deps.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { type CountedAttempt, judging } from '../../../../console/desk/throttle.ts';
import { rateLimited } from '../../../../core/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../../core/base/throttle.ts';
import { change } from '../../../../core/change/change.ts';
import type { beginPasskeySignIn, signInWithPasskey } from '../../contract/passkeys.ts';
import { type KnownPasskey, selectPasskey } from '../../domain/administrators/passkey-queries.ts';
import {
  newChallenge,
  notePasskeyUsedIn,
  relyingPartyOf,
  useChallenge,
  verifySigned,
} from '../../domain/administrators/passkeys.ts';
import { selectAdministratorAccount } from '../../domain/administrators/queries.ts';
import { beginSessionIn, signedInReply } from './begin.ts';
import { auditFailure } from './failures.ts';
import { checkLocalAccounts } from './local-accounts.ts';
import { countFor } from './prove.ts';

/** Challenges given per address and minute: each is a row until the hour's end. */
const CHALLENGES_PER_ADDRESS = 30;
/** The key under which attempts with unknown passkeys are counted. */
const NOBODY = 'unknown passkey';
/** The word of the audit log. */
const REFUSED = 'passkey refused';

export interface PasskeySignInHandlers {
  readonly beginPasskeySignIn: ConsoleHandler<typeof beginPasskeySignIn>;
  readonly signInWithPasskey: ConsoleHandler<typeof signInWithPasskey>;
}

/** The handlers, sharing one count of challenges. */
export function createPasskeySignInHandlers(): PasskeySignInHandlers {
  const given = createThrottle(CHALLENGES_PER_ADDRESS);
  return {
    async beginPasskeySignIn({ address, cookie, origin }, { config, database, clock }) {
      checkLocalAccounts(config);
      const now = clock.now();
      const waitSeconds = given.count(throttleAddress(address), now.getTime());
      if (waitSeconds > 0) {
        throw rateLimited('Too many sign-ins were begun.', waitSeconds);
      }
      const challenge = await newChallenge(database.reads, cookieHash(cookie), 'sign in', now);
      return { data: { challenge, rp_id: relyingPartyOf(origin).rpId } };
    },

    async signInWithPasskey(call, deps) {
      checkLocalAccounts(deps.config);
      const [passkey] = await selectPasskey(deps.database.reads, {
        credentialId: Buffer.from(call.body.id, 'base64url'),
      });
      // A passkey is two factors in one: like password and code together it passes the account's wait.
      const { attempt } = await countFor(deps, call, passkey ?? { email: NOBODY }, { withCode: true });
      const cookie = await judging(attempt, () => beginWithPasskey(call, deps, passkey, attempt));
      await attempt.succeeded();
      return await signedInReply(deps, cookie, call.address);
    },
  };
}

/** Begins the session of the person whose passkey signs the challenge. @throws Refusal sign_in_failed, rate_limited */
async function beginWithPasskey(
  call: ConsoleCall<typeof signInWithPasskey>,
  deps: OfficeDeps,
  passkey: KnownPasskey | undefined,
  { heldBack }: CountedAttempt,
): Promise<string> {
  const { body, address, requestId } = call;
  const { database, clock } = deps;
  const refused = () =>
    heldBack ?? consoleRefusal('sign_in_failed', 'The passkey is unknown, or did not sign what it should.');
  const failed = async () => {
    await auditFailure(deps, call, passkey?.administratorId, REFUSED);
    return refused();
  };
  const challenge = await useChallenge(database.reads, cookieHash(call.cookie), 'sign in', clock.now());
  const [administrator] = passkey
    ? await selectAdministratorAccount(database.reads, { administratorId: passkey.administratorId })
    : [];
  if (!passkey || !administrator?.hasRole || challenge === undefined) throw await failed();
  const counter = await verifySigned(relyingPartyOf(call.origin), challenge, passkey, {
    id: body.id,
    clientDataJson: body.client_data_json,
    authenticatorData: body.authenticator_data,
    signature: body.signature,
    userHandle: body.user_handle,
  });
  if (counter === undefined) throw await failed();
  const act = { communityId: null, actor: `administrator:${administrator.id}`, address, requestId };
  const cookie = await change(deps, act, async (within) => {
    if (await notePasskeyUsedIn(within, passkey.id, counter)) {
      const begun = { by: 'passkey', passkeyId: passkey.id, provedAt: within.at } as const;
      return await beginSessionIn(within, administrator.id, 'passkey', begun, { ...call, earlier: call.session });
    }
    // A copy of the passkey has signed in meanwhile.
    const by = { ...act, actor: 'anonymous' };
    within.auditAs(by, 'sign_in.failed', `administrator:${administrator.id}`, { reason: REFUSED });
    return undefined;
  });
  if (cookie === undefined) throw refused();
  return cookie;
}
