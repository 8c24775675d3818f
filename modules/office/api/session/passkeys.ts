/** /passkeys: the passkeys of the person signed in. */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import { cookieHash } from '../../../../console/desk/cookie.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { change } from '../../../../core/change/change.ts';
import type { addPasskey, beginPasskey, listPasskeys, Passkey, removePasskey } from '../../contract/passkeys.ts';
import { PASSKEYS_MAX } from '../../contract/passkeys.ts';
import { type PasskeyRow, selectPasskeys } from '../../domain/administrators/passkey-queries.ts';
import {
  addPasskeyIn,
  newChallenge,
  relyingPartyOf,
  removePasskeyIn,
  tooMany,
  useChallenge,
  userHandleOf,
  verifyMade,
} from '../../domain/administrators/passkeys.ts';
import { checkLocalAccounts } from './local-accounts.ts';
import { ownActOf } from './own-act.ts';

export const listPasskeysHandler: ConsoleHandler<typeof listPasskeys> = async ({ session }, { database }) => {
  const rows = await selectPasskeys(database.reads, { administratorId: session.administratorId, limit: PASSKEYS_MAX });
  return { data: rows.map(present), meta: { per_page: PASSKEYS_MAX, has_more: false, next_cursor: null } };
};

export const beginPasskeyHandler: ConsoleHandler<typeof beginPasskey> = async (call, { config, database, clock }) => {
  checkLocalAccounts(config);
  const { administratorId } = call.session;
  const known = await selectPasskeys(database.reads, { administratorId, limit: PASSKEYS_MAX });
  if (known.length >= PASSKEYS_MAX) throw tooMany();
  const challenge = await newChallenge(database.reads, cookieHash(call.cookie), 'add', clock.now());
  return {
    data: {
      challenge,
      rp_id: relyingPartyOf(call.origin).rpId,
      user_id: userHandleOf(administratorId),
      existing: known.map(({ credentialId }) => credentialId.toString('base64url')),
    },
  };
};

export const addPasskeyHandler: ConsoleHandler<typeof addPasskey> = async (call, deps) => {
  const { body, session } = call;
  const { database, clock } = deps;
  const name = body.name.trim();
  if (name === '') {
    throw invalidField('name', 'too_short', 'name must not be empty.');
  }
  const challenge = await useChallenge(database.reads, cookieHash(call.cookie), 'add', clock.now());
  if (challenge === undefined) throw consoleConflict('passkey_late', 'The time is up. Begin again.');
  const { id, client_data_json: clientDataJson, attestation_object: attestationObject, transports } = body;
  const made = await verifyMade(relyingPartyOf(call.origin), challenge, {
    id,
    clientDataJson,
    attestationObject,
    transports,
  });
  const row = await change(deps, ownActOf(call), (within) =>
    addPasskeyIn(within, session.administratorId, { ...made, transports, name }),
  );
  return { data: present(row) };
};

export const removePasskeyHandler: ConsoleHandler<typeof removePasskey> = async (call, deps) => {
  const named = readNumber(call.params.passkeyId);
  const id = await change(deps, ownActOf(call), (within) =>
    removePasskeyIn(within, call.session.administratorId, named),
  );
  return { data: { id, deleted: true } };
};

function present({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}
