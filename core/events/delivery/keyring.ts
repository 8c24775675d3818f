/** Decrypted signing keys, kept in memory: decrypting and preparing one costs more than the signature. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { ClaimedRow } from './delivery-queries.ts';
import { decryptWebhookSecret, signingKey } from './secrets.ts';

/** The keys to sign with, the current one first; undefined: they are lost, or were encrypted under another SECRET_KEY. */
export type Keyring = (
  of: Pick<ClaimedRow, 'subscriptionId' | 'secretEncrypted' | 'previousSecretEncrypted'>,
) => readonly KeyObject[] | undefined;

interface KnownKey {
  readonly encrypted: Buffer;
  readonly key: KeyObject;
}

/** Subscriptions, with the current key and the one before. */
const KEYS_MAX = 5000;

/** @param secretsKey `deps.keys.webhookSecrets` */
export function createKeyring(secretsKey: Buffer): Keyring {
  // With the encrypted bytes, which are new with every secret: a rotation needs no invalidation.
  const known = new Map<string, readonly KnownKey[]>();

  function keyOf(subscriptionId: string, encrypted: Buffer): KeyObject {
    const ofSubscription = known.get(subscriptionId) ?? [];
    const found = ofSubscription.find((entry) => entry.encrypted.equals(encrypted));
    if (found) return found.key;
    const key = createSecretKey(signingKey(decryptWebhookSecret(secretsKey, subscriptionId, encrypted)));
    if (known.size >= KEYS_MAX) known.clear();
    known.set(subscriptionId, [{ encrypted, key }, ...ofSubscription.slice(0, 1)]);
    return key;
  }

  return ({ subscriptionId, secretEncrypted, previousSecretEncrypted }) => {
    if (!secretEncrypted) return undefined;
    try {
      const encrypted = previousSecretEncrypted ? [secretEncrypted, previousSecretEncrypted] : [secretEncrypted];
      return encrypted.map((bytes) => keyOf(subscriptionId, bytes));
    } catch {
      return undefined;
    }
  };
}
