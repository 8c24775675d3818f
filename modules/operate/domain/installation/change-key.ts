/**
 * What changes in the database with SECRET_KEY: everything it encrypts, in one transaction with its digest. It writes
 * its audit rows by hand: `change()` opens a transaction of a connected service, and this one is opened only once
 * nobody else is on the database (`console/desk/commands/context.ts`); nor is there a worker to wake.
 */

import { encodeId } from '@timebank/contract';
import { ConfigError } from '../../../../core/base/config.ts';
import type { Keys } from '../../../../core/base/keys.ts';
import { dayOf } from '../../../../core/base/time.ts';
import { appendAudit } from '../../../../core/change/audit/append.ts';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import { holdDeliveries } from '../../../../core/events/delivery/delivery-queries.ts';
import { decryptWebhookSecret, encryptWebhookSecret } from '../../../../core/events/delivery/secrets.ts';
import { lockKeyCheck } from '../../../../core/installation/queries.ts';
import { deleteRecoveryCodes, updateTotpSecret } from '../../../office/domain/administrators/queries.ts';
import { decryptTotpSecret, encryptTotpSecret } from '../../../office/domain/administrators/totp.ts';
import {
  deleteAllRecoveryCodes,
  loseSubscriptionSecret,
  replaceTotpSecrets,
  type SecretsRow,
  selectRecoveryCodeOwners,
  selectSubscriptionSecrets,
  selectTotpSecrets,
  type TotpRow,
  updateKeyCheck,
  updateSubscriptionSecrets,
} from './queries.ts';

/** Who changes it, and when. */
export interface KeyAct {
  readonly actor: string;
  readonly at: Date;
}

export interface KeyRotation {
  readonly subscriptions: number;
  readonly totpSecrets: number;
  /** Whose recovery codes are void: what is kept of them depends on the key and cannot be made again. */
  readonly recoveryCodes: readonly string[];
}

export interface LostSecrets {
  readonly subscriptions: readonly Pick<SecretsRow, 'id' | 'community' | 'clientId' | 'partner' | 'targetUrl'>[];
  /** Accounts that sign in without a one-time code from now on. */
  readonly totp: readonly string[];
  readonly recoveryCodes: readonly string[];
}

const PAGE = 500;
const INSTALLATION = { communityId: null, subject: 'installation' };

/**
 * Re-encrypts everything under another key.
 * @throws ConfigError when the database no longer belongs to `from`, or something cannot be read with it
 */
export async function rotateKey(transaction: Transaction, act: KeyAct, from: Keys, to: Keys): Promise<KeyRotation> {
  let subscriptions = 0;
  for await (const rows of subscriptionPages(transaction)) {
    const secrets = rows.map((row) => {
      const secret = read(() => decryptWebhookSecret(from.webhookSecrets, row.id, row.secret));
      if (secret === undefined) throw unreadable(`The secret of the subscription ${encodeId('whs', row.id)}`);
      return encryptWebhookSecret(to.webhookSecrets, row.id, secret);
    });
    const previous = rows.map(({ id, previousSecret }) => {
      const secret = previousSecret && read(() => decryptWebhookSecret(from.webhookSecrets, id, previousSecret));
      return secret ? encryptWebhookSecret(to.webhookSecrets, id, secret) : null;
    });
    await updateSubscriptionSecrets(transaction, {
      communityIds: rows.map(communityIdOf),
      ids: rows.map(idOf),
      secrets,
      previous,
    });
    subscriptions += rows.length;
  }
  let totpSecrets = 0;
  for await (const rows of totpPages(transaction)) {
    const secrets = rows.map(({ id, email, secret: encrypted }) => {
      const secret = read(() => decryptTotpSecret(from.totp, id, encrypted));
      if (secret === undefined) throw unreadable(`The one-time-code secret of ${email}`);
      return encryptTotpSecret(to.totp, id, secret);
    });
    await replaceTotpSecrets(transaction, { ids: rows.map(idOf), secrets });
    totpSecrets += rows.length;
  }
  const recoveryCodes = (await deleteAllRecoveryCodes(transaction)).map(({ email }) => email);
  await changeCheck(transaction, from.check, to.check);
  const details = { subscriptions, totp_secrets: totpSecrets, recovery_codes_void: recoveryCodes.length };
  await appendAudit(transaction, [{ ...INSTALLATION, ...act, action: 'secret_key.rotated', details }]);
  return { subscriptions, totpSecrets, recoveryCodes };
}

/** Finds the secrets that the key cannot read; undefined: there is no key yet. */
export async function findLost(transaction: Transaction, keys: Keys | undefined): Promise<LostSecrets> {
  const subscriptions: SecretsRow[] = [];
  const totp: string[] = [];
  for await (const rows of subscriptionPages(transaction)) subscriptions.push(...rows.filter(isLost(keys)));
  for await (const rows of totpPages(transaction)) {
    totp.push(...rows.filter((row) => row.confirmed && isTotpLost(keys)(row)).map(({ email }) => email));
  }
  const [row] = await lockKeyCheck(transaction);
  const changes = !keys || !row?.check?.equals(keys.check);
  const owners = changes ? await selectRecoveryCodeOwners(transaction) : [];
  return { subscriptions, totp, recoveryCodes: owners.map(({ email }) => email) };
}

/**
 * Gives up what cannot be read with the key, which is the database's from now on: those subscriptions are disabled
 * until their partners make other secrets, those administrators sign in without codes until they set them up again.
 */
export async function acceptLoss(transaction: Transaction, act: KeyAct, keys: Keys): Promise<LostSecrets> {
  const lost = await findLost(transaction, keys);
  const day = dayOf(act.at);
  const reason = `The signing secret was lost on ${day}: make another with POST /webhooks/subscriptions/{id}/rotate-secret, then set status to active.`;
  for await (const rows of subscriptionPages(transaction)) {
    for (const { communityId, id } of rows.filter(isLost(keys))) {
      await loseSubscriptionSecret(transaction, { communityId, id, reason, at: act.at });
      await holdDeliveries(transaction, { communityId, subscriptionId: id, now: act.at });
      const subject = encodeId('whs', id);
      const details = { reason };
      await appendAudit(transaction, [{ communityId, ...act, action: 'subscription.disabled', subject, details }]);
    }
    // In the other rows, a former secret that cannot be read would spoil every signature of its overlap.
    const spoilt = rows.filter((row) => !isLost(keys)(row) && isPreviousLost(keys, row));
    const secrets = spoilt.map(({ secret }) => secret);
    const none = spoilt.map(() => null);
    await updateSubscriptionSecrets(transaction, {
      communityIds: spoilt.map(communityIdOf),
      ids: spoilt.map(idOf),
      secrets,
      previous: none,
    });
  }
  for await (const rows of totpPages(transaction)) {
    for (const { id, confirmed } of rows.filter(isTotpLost(keys))) {
      await updateTotpSecret(transaction, { administratorId: id, secretEncrypted: null });
      await deleteRecoveryCodes(transaction, { administratorId: id });
      if (!confirmed) continue;
      const subject = `administrator:${id}`;
      const details = { reason: 'The key was lost.' };
      const row = { communityId: null, ...act, action: 'administrator.totp_disabled', subject, details };
      await appendAudit(transaction, [row]);
    }
  }
  const [row] = await lockKeyCheck(transaction);
  if (!row?.check?.equals(keys.check)) await deleteAllRecoveryCodes(transaction);
  await changeCheck(transaction, row?.check ?? null, keys.check);
  const details = { subscriptions: lost.subscriptions.length, totp_secrets: lost.totp.length };
  await appendAudit(transaction, [{ ...INSTALLATION, ...act, action: 'secret_key.loss_accepted', details }]);
  return lost;
}

async function changeCheck(transaction: Transaction, before: Buffer | null, after: Buffer): Promise<void> {
  const [changed] = await updateKeyCheck(transaction, { before, after });
  if (!changed) throw new ConfigError('Another command has just changed the key: start again with that one.');
}

async function* subscriptionPages(transaction: Transaction): AsyncGenerator<SecretsRow[]> {
  let last = { communityId: 0, id: FIRST_ID };
  for (;;) {
    const rows = await selectSubscriptionSecrets(transaction, {
      afterCommunityId: last.communityId,
      afterId: last.id,
      limit: PAGE,
    });
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}

async function* totpPages(transaction: Transaction): AsyncGenerator<TotpRow[]> {
  let last = 0;
  for (;;) {
    const rows = await selectTotpSecrets(transaction, { afterId: last, limit: PAGE });
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.id;
  }
}

const isLost =
  (keys: Keys | undefined) =>
  ({ id, secret }: SecretsRow) =>
    !keys || read(() => decryptWebhookSecret(keys.webhookSecrets, id, secret)) === undefined;

function isPreviousLost(keys: Keys, { id, previousSecret }: SecretsRow): boolean {
  return (
    previousSecret !== null && read(() => decryptWebhookSecret(keys.webhookSecrets, id, previousSecret)) === undefined
  );
}

const isTotpLost =
  (keys: Keys | undefined) =>
  ({ id, secret }: TotpRow) =>
    !keys || read(() => decryptTotpSecret(keys.totp, id, secret)) === undefined;

const idOf = <Id>({ id }: { readonly id: Id }) => id;
const communityIdOf = ({ communityId }: SecretsRow) => communityId;

function unreadable(what: string): ConfigError {
  return new ConfigError(
    `${what} cannot be read with the present key: give it up by "timebank secret-key accept-loss", then rotate.`,
  );
}

/** Undefined: encrypted under another key, or damaged. */
function read(decrypt: () => string): string | undefined {
  try {
    return decrypt();
  } catch {
    return undefined;
  }
}
