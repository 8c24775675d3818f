/** A partner's keys: pasted or read from a URL, and whether only keys, only bound tokens count. */

import { brokenHttpsUrl } from '@timebank/contract';
import type { Config } from '../base/config.ts';
import { refusal } from '../base/refusal.ts';
import { ago, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import { type Change, type ChangeDeps, change } from '../change/change.ts';
import { readCaFile } from '../events/guarded-https/ca-file.ts';
import { createGuard } from '../events/guarded-https/guard.ts';
import {
  claimKeyUrl,
  deleteKeyUrl,
  insertKeys,
  selectPartnerKeys,
  updateKeyRules,
  updateKeysRevoked,
  updateKeyUrlFailed,
  updateKeyUrlFetched,
  upsertKeyUrl,
} from './key-queries.ts';
import { changesBetween, findLocked, type PartnerAct } from './provision.ts';
import { type PublicKey, readKeySet } from './public-keys.ts';
import { type PartnerRow, selectPartner } from './queries.ts';

/** A JWK Set as a partner gives it, where it publishes one, or none. */
export type NewKeys = { readonly jwks: unknown } | { readonly url: string } | null;

/** A field that is left out stays. */
export interface KeyChanges {
  readonly keys?: NewKeys | undefined;
  readonly keysOnly?: boolean | undefined;
  readonly boundTokensOnly?: boolean | undefined;
}

export type KeyDeps = ChangeDeps & { readonly config: FetchConfig };
type Partner = Pick<PartnerAct, 'communityId' | 'partnerId'>;

const URL_LENGTH_MAX = 2048;
/** A URL is asked at most this often, whatever partners send. */
const KEYS_TRIED_EVERY_MS = MINUTE_MS;

/**
 * Changes a partner's keys and what they are needed for; all of it bites on the next request. A key that is not in the
 * new set is revoked, and its tokens with it. A URL is read at once.
 * @throws refusal not_found; validation_failed naming the keys at fault, or when only keys would count and there is
 * none
 */
export async function changeKeys(deps: KeyDeps, act: PartnerAct, changes: KeyChanges): Promise<void> {
  const { communityId, partnerId } = act;
  const { keys: given, keysOnly, boundTokensOnly } = changes;
  const url = given && 'url' in given ? given.url : null;
  const keys = given === undefined ? undefined : await readGiven(deps.config, given);
  await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    await findLocked(transaction, act);
    const [row] = await selectPartner(transaction, { communityId, partnerId });
    const before = row as PartnerRow;
    const live = (await selectPartnerKeys(transaction, { communityId, partnerId })).map(({ key }) => key);
    const after = {
      keysOnly: keysOnly ?? before.keysOnly,
      boundTokensOnly: boundTokensOnly ?? before.boundTokensOnly,
    };
    if (after.keysOnly && (keys ?? live).length === 0) {
      throw invalid(['keys_only'], 'required', 'Without a key nothing would be accepted: register a key set first.');
    }
    const details = changesBetween(
      { ...keyDetails(before.keyUrl, live), ...ruleDetails(before) },
      { ...keyDetails(keys ? url : before.keyUrl, keys ?? live), ...ruleDetails(after) },
    );
    if (Object.keys(details.after).length === 0 && url === null) return;
    if (keys) await replaceKeysIn(within, act, keys, url);
    await updateKeyRules(transaction, {
      communityId,
      partnerId,
      keysOnly: after.keysOnly,
      boundTokensOnly: after.boundTokensOnly,
      updatedAt: at,
    });
    audit('partner.keys_changed', `partner:${partnerId}`, details);
  });
}

/**
 * Reads a partner's keys from their URL again, unless that was done within a minute. The last good set stays while the
 * URL fails.
 */
export async function refreshKeys(deps: KeyDeps, partner: Partner): Promise<void> {
  const { communityId, partnerId } = partner;
  const { database, clock } = deps;
  const at = clock.now();
  const triedBefore = ago(at, KEYS_TRIED_EVERY_MS);
  const [claimed] = await claimKeyUrl(database.relaxed, { communityId, partnerId, at, triedBefore });
  if (!claimed) return;
  const { url } = claimed;
  try {
    await refreshFrom(deps, partner, url, at);
  } catch (error) {
    // Whatever failed, the owner sees that the keys at the URL are not the ones in use.
    await updateKeyUrlFailed(database.relaxed, { communityId, partnerId, url, error: 'not_stored' }).catch(() => {});
    throw error;
  }
}

async function refreshFrom(deps: KeyDeps, partner: Partner, url: string, at: Date): Promise<void> {
  const { communityId, partnerId } = partner;
  const { database, config } = deps;
  const fetched = await fetchKeys(config, url);
  if ('error' in fetched) {
    await updateKeyUrlFailed(database.relaxed, { communityId, partnerId, url, error: fetched.error });
    return;
  }
  const before = (await selectPartnerKeys(database.reads, { communityId, partnerId })).map(({ key }) => key);
  if (isSame(before, fetched.keys)) {
    await updateKeyUrlFetched(database.relaxed, { communityId, partnerId, url, fetchedAt: at });
    return;
  }
  await change(deps, { communityId, actor: `partner:${partnerId}` }, async (within) => {
    const { transaction, audit } = within;
    await findLocked(transaction, partner);
    const [row] = await selectPartner(transaction, { communityId, partnerId });
    // The partner was given other keys meanwhile.
    if (row?.keyUrl !== url) return;
    const live = (await selectPartnerKeys(transaction, { communityId, partnerId })).map(({ key }) => key);
    await writeKeysIn(within, partner, fetched.keys);
    await updateKeyUrlFetched(transaction, { communityId, partnerId, url, fetchedAt: at });
    const details = changesBetween(keyDetails(url, live), keyDetails(url, fetched.keys));
    audit('partner.keys_fetched', `partner:${partnerId}`, details);
  });
}

async function readGiven(config: FetchConfig, given: NewKeys): Promise<readonly PublicKey[]> {
  if (given === null) return [];
  if ('jwks' in given) {
    const read = readKeySet(given.jwks, 'refuse');
    if ('keys' in read) return read.keys;
    const errors = read.errors.map((error) => ({ ...error, field: `keys.jwks.${error.field}` }));
    throw refusal('validation_failed', errors.map(({ message }) => message).join(' '), errors);
  }
  const { url } = given;
  const broken =
    url.length > URL_LENGTH_MAX
      ? { code: 'too_long', message: `has at most ${URL_LENGTH_MAX} characters.` }
      : brokenHttpsUrl(url);
  if (broken) throw invalid(['keys', 'url'], broken.code, `url ${broken.message}`);
  const fetched = await fetchKeys(config, url);
  if ('keys' in fetched) return fetched.keys;
  throw invalid(['keys', 'url'], fetched.error, fetched.message);
}

async function replaceKeysIn(
  within: Pick<Change, 'transaction' | 'at'>,
  partner: Partner,
  keys: readonly PublicKey[],
  url: string | null,
): Promise<void> {
  const { communityId, partnerId } = partner;
  await writeKeysIn(within, partner, keys);
  if (url === null) await deleteKeyUrl(within.transaction, { communityId, partnerId });
  else await upsertKeyUrl(within.transaction, { communityId, partnerId, url, fetchedAt: within.at });
}

async function writeKeysIn(
  { transaction, at }: Pick<Change, 'transaction' | 'at'>,
  { communityId, partnerId }: Partner,
  keys: readonly PublicKey[],
): Promise<void> {
  const thumbprints = keys.map(({ thumbprint }) => thumbprint);
  await updateKeysRevoked(transaction, { communityId, partnerId, keptThumbprints: thumbprints, revokedAt: at });
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({
    communityId,
    partnerId,
    thumbprint: key.thumbprint,
    key: JSON.stringify(key),
  }));
  await insertKeys(transaction, { rows, createdAt: at });
}

function isSame(before: readonly PublicKey[], after: readonly PublicKey[]): boolean {
  const described = (keys: readonly PublicKey[]) =>
    keys
      .map(({ thumbprint, kid }) => JSON.stringify([thumbprint, kid]))
      .sort()
      .join();
  return described(before) === described(after);
}

/** Public all of it. */
function keyDetails(url: string | null, keys: readonly PublicKey[]) {
  return { keys_url: url, keys: keys.map(({ kid, alg, thumbprint }) => ({ kid, alg, thumbprint })) };
}

function ruleDetails({ keysOnly, boundTokensOnly }: Pick<PartnerRow, 'keysOnly' | 'boundTokensOnly'>) {
  return { keys_only: keysOnly, bound_tokens_only: boundTokensOnly };
}

function invalid(path: readonly string[], code: string, message: string) {
  return refusal('validation_failed', message, [{ field: path.join('.'), code, message }]);
}

// A key set at a URL: asked like a receiver of events, through the guarded request, and as soon as may be.

export type FetchConfig = Pick<Config, 'webhookAllowCidrs' | 'webhookCaFile'>;

/** `error` is one word, kept and shown; `message` says more. */
export type FetchedKeys =
  | { readonly keys: readonly PublicKey[] }
  | { readonly error: string; readonly message: string };

/** The request for a token waits for it. */
const TOTAL_TIMEOUT_MS = 3 * SECOND_MS;

/** Reads the key set at a URL. */
async function fetchKeys(config: FetchConfig, url: string): Promise<FetchedKeys> {
  const guard = createGuard({
    opening: { allowCidrs: config.webhookAllowCidrs },
    extraCa: readCaFile(config.webhookCaFile),
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
  });
  try {
    const headers = { accept: 'application/jwk-set+json, application/json' };
    const answer = await guard.request(url, { method: 'GET', headers, keep: 'all' });
    const { statusCode, error, body } = answer ?? { statusCode: null, error: null };
    if (error !== null || statusCode === null) return failed(error ?? 'connection_failed', 'could not be reached');
    if (statusCode !== 200) return failed('http_status', `answered ${statusCode} instead of 200`);
    if (!body) return failed('too_large', 'answered more than 64 KiB');
    return readBody(body);
  } finally {
    await guard.close();
  }
}

function readBody(body: Buffer): FetchedKeys {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return failed('invalid_key_set', 'answered no JSON');
  }
  const read = readKeySet(value, 'skip');
  if ('keys' in read) return read;
  return failed('invalid_key_set', `has no usable key set. ${read.errors[0]?.message ?? ''}`.trim());
}

function failed(error: string, how: string): FetchedKeys {
  return { error, message: `The URL ${how} (${error}).` };
}
