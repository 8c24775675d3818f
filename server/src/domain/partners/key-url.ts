/** A key set at a URL: asked like a receiver of events, through the guarded request, and as soon as may be. */
import type { Config } from '../../platform/base/config.ts';
import { SECOND_MS } from '../../platform/base/time.ts';
import { readCaFile } from '../../platform/guarded-https/ca-file.ts';
import { createGuard } from '../../platform/guarded-https/guard.ts';
import { type PublicKey, readKeySet } from './public-keys.ts';

export type FetchConfig = Pick<Config, 'webhookAllowCidrs' | 'webhookCaFile'>;

/** `error` is one word, kept and shown; `message` says more. */
export type FetchedKeys =
  | { readonly keys: readonly PublicKey[] }
  | { readonly error: string; readonly message: string };

/** The request for a token waits for it. */
const TOTAL_TIMEOUT_MS = 3 * SECOND_MS;

/** Reads the key set at a URL. */
export async function fetchKeys(config: FetchConfig, url: string): Promise<FetchedKeys> {
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
