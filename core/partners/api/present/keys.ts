/** A partner's keys, as the console, the partner and the command line show them. */
import type { PartnerKeys } from '@timebank/contract';
import type { PublicKey } from '../../public-keys.ts';

interface ShownKeys {
  readonly keys: readonly PublicKey[];
  readonly keyUrl: string | null;
  readonly keysFetchedAt: Date | null;
  readonly keysError: string | null;
}

/** A key set as it is shown; null where there is none. */
export function presentKeys({ keys, keyUrl, keysFetchedAt, keysError }: ShownKeys): PartnerKeys | null {
  if (keys.length === 0 && keyUrl === null) return null;
  return {
    url: keyUrl,
    keys: keys.map(({ kid, alg, thumbprint }) => ({ kid, alg, thumbprint })),
    fetched_at: keysFetchedAt?.toISOString() ?? null,
    error: keysError,
  };
}
