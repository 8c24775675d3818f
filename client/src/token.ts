/** One access token for all calls: renewed before it expires, and at once when the service refuses it. */
import type { TokenResponse } from './api.gen.ts';

export interface TokenSource {
  /** A token that stays valid for at least a few seconds. Concurrent calls share one request. */
  get(): Promise<string>;
  /** A token other than this one, which was refused. */
  getInsteadOf(refused: string): Promise<string>;
  /** Forgets the token and returns it, if there is one. */
  take(): string | undefined;
}

const RENEW_BEFORE_SECONDS = 60;

/** @param issue requests a token from the token endpoint */
export function createTokenSource(issue: () => Promise<TokenResponse>): TokenSource {
  let current: { readonly token: string; readonly renewAtMs: number } | undefined;
  let pending: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const askedAtMs = Date.now();
    const { access_token: token, expires_in: lifetimeSeconds } = await issue();
    // A lifetime of a minute or less must not mean a token per call.
    const usableSeconds = Math.max(lifetimeSeconds - RENEW_BEFORE_SECONDS, lifetimeSeconds / 2);
    current = { token, renewAtMs: askedAtMs + usableSeconds * 1000 };
    return token;
  }

  const source: TokenSource = {
    async get() {
      if (current && Date.now() < current.renewAtMs) return current.token;
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      return await pending;
    },
    getInsteadOf(refused) {
      if (current?.token === refused) current = undefined;
      return source.get();
    },
    take() {
      const token = current?.token;
      current = undefined;
      return token;
    },
  };
  return source;
}
