/** Keys of partners on the command line: the options that set them, and how they are printed. */
import type { Partner } from '@timebank/contract/console';
import { type Command, Option } from 'commander';
import { readNamedFile } from '../platform/base/files.ts';
import { refusal } from '../platform/base/refusal.ts';
import { givenOf } from './one.ts';

export interface KeyOptions {
  readonly jwks?: string;
  readonly keysOnly?: 'on' | 'off';
  readonly boundTokens?: 'on' | 'off';
}

export function withKeys(command: Command): Command {
  const onOrOff = (flags: string, description: string) => new Option(flags, description).choices(['on', 'off']);
  return command
    .option('--jwks <source>', 'its public keys: a file with a JWK Set, an https URL, or none')
    .addOption(onOrOff('--keys-only <on|off>', 'refuse its secrets; needs keys'))
    .addOption(onOrOff('--bound-tokens <on|off>', 'refuse tokens that are not bound to a key (DPoP)'));
}

/**
 * What the options change; the file is read.
 * @throws refusal validation_failed when it cannot be read
 */
export async function keyChangesOf({ jwks, keysOnly, boundTokens }: KeyOptions) {
  const isOn = (choice: 'on' | 'off' | undefined) => (choice === undefined ? undefined : choice === 'on');
  return givenOf({
    keys: jwks === undefined ? undefined : await newKeysOf(jwks),
    keys_only: isOn(keysOnly),
    bound_tokens_only: isOn(boundTokens),
  });
}

async function newKeysOf(source: string): Promise<{ readonly url: string } | { readonly jwks: unknown } | null> {
  if (source === 'none') return null;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) return { url: source };
  const text = await readNamedFile('the key set', source);
  try {
    return { jwks: JSON.parse(text) };
  } catch {
    throw refusal('validation_failed', `${source} is not JSON.`);
  }
}

/** For a person: a line for each key, and one for the URL. */
export function keyLines({ keys, keys_only, bound_tokens_only }: Partner): string[] {
  const lines = (keys?.keys ?? []).map(
    ({ kid, alg, thumbprint }) => `key             ${alg}  ${thumbprint}${kid === null ? '' : `  kid ${kid}`}`,
  );
  if (keys?.url) {
    const error = keys.error === null ? '' : `; the last try failed: ${keys.error}`;
    lines.push(`keys from       ${keys.url}, read at ${keys.fetched_at}${error}`);
  }
  return [
    ...(lines.length > 0 ? lines : ['key             none']),
    `keys only       ${keys_only ? 'on' : 'off'}`,
    `bound tokens    ${bound_tokens_only ? 'on' : 'off'}`,
  ];
}
