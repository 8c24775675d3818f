import { deletesRows } from '../../../../core/database/fragments.ts';
import { query, type StatementRow, write } from '../../../../core/database/query.ts';

/** The purpose of a challenge, which is valid for no other. */
export type ChallengePurpose = 'add' | 'sign in';

/** A browser has one challenge per purpose: a newer one replaces it. */
export const insertChallenge = query(
  'insert_passkey_challenge',
  `insert into passkey_challenges (cookie_hash, purpose, challenge, created_at)
   values ($cookieHash, $purpose, $challenge, $at)
   on conflict (cookie_hash, purpose) do update set challenge = excluded.challenge, created_at = excluded.created_at`,
);

/** Uses a challenge up, old or not; of two requests the second finds none. */
export const takeChallenge = query(
  'take_passkey_challenge',
  `delete from passkey_challenges where cookie_hash = $cookieHash and purpose = $purpose
   returning challenge, created_at as "createdAt"`,
);

export const deleteOldChallenges = query(
  'delete_old_passkey_challenges',
  deletesRows('passkey_challenges', ['cookie_hash', 'purpose'], `created_at < $before`),
);

export type PasskeyRow = StatementRow<'select_passkeys'>;

const ROW = `id, credential_id as "credentialId", name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export const selectPasskeys = query(
  'select_passkeys',
  `select ${ROW} from passkeys where administrator_id = $administratorId order by id limit $limit`,
);

export type KnownPasskey = StatementRow<'select_passkey'>;

/** Directory look-up: the id that the authenticator names tells whose passkey it is. */
export const selectPasskey = query(
  'select_passkey',
  `select p.id, p.administrator_id as "administratorId", p.public_key as "publicKey", p.counter
   from passkeys p
   where p.credential_id = $credentialId`,
);

/** No row: there is such a passkey already. */
export const insertPasskey = write(
  'insert_passkey',
  `insert into passkeys (administrator_id, credential_id, public_key, counter, transports, name, created_at)
   values ($administratorId, $credentialId, $publicKey, $counter, $transports, $name, $createdAt)
   on conflict (credential_id) do nothing returning ${ROW}`,
);

/** No row: it was removed, or its counter did not go on. An authenticator that does not count says 0 for ever. */
export const updatePasskeyUsed = write(
  'update_passkey_used',
  `update passkeys set counter = $counter, last_used_at = $at!
   where id = $id and (counter < $counter or (counter = 0 and $counter = 0)) returning id`,
);

export const deletePasskey = write(
  'delete_passkey',
  'delete from passkeys where administrator_id = $administratorId and id = $id returning id',
);

export const deletePasskeys = write(
  'delete_passkeys',
  'delete from passkeys where administrator_id = $administratorId',
);
