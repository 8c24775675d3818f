/**
 * The organisation's identity provider (OpenID Connect Core 1.0, code flow with PKCE). `openid-client` verifies: issuer,
 * audience, times, nonce, state, and the signature of the ID token. Discovered at the first sign-in, so that the
 * service starts without it.
 */
import { createHash } from 'node:crypto';
import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { Clock } from '../../../core/base/clock.ts';
import { addressFault, foldAddress } from '../../../core/base/email-address.ts';
import type { OidcConfig } from '../../../core/base/oidc-config.ts';
import { HOUR_MS } from '../../../core/base/time.ts';

const TIMEOUT_SECONDS = 5;
const CLOCK_TOLERANCE_SECONDS = 60;
/** How long the provider's metadata is valid. */
const FOUND_FOR_MS = HOUR_MS;
const SCOPES = 'openid profile email';
/** The library's codes for a missing answer, or one that is not of a provider. */
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** `away`: no usable answer. `denied`: the provider let nobody in. `not_verified`: the answer is no proof. */
export type ProviderFaultKind = 'away' | 'denied' | 'not_verified';

/** A sign-in that the provider did not complete. */
export class ProviderFault extends Error {
  readonly kind: ProviderFaultKind;

  constructor(kind: ProviderFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** One way to the provider and back; the values are the service's own, and never leave it but as the protocol says. */
export interface ProviderRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE. */
  readonly verifier: string;
}

/** The identity that the provider vouches for. */
export interface ProvedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Folded; undefined when the provider says none, or one that could be taken for another. */
  readonly email: string | undefined;
  /** Undefined: the provider does not say. */
  readonly emailVerified: boolean | undefined;
  readonly name: string | undefined;
  /** Values of the role claim. */
  readonly groups: readonly string[];
  /** When the person last proved to the provider who they are. */
  readonly authenticatedAt: Date | undefined;
}

export interface IdentityProvider {
  /**
   * The address to send the browser to.
   * @param afresh the person must prove again who they are, signed in there or not
   * @throws ProviderFault
   */
  addressFor(request: ProviderRequest, afresh: boolean): Promise<string>;
  /**
   * Verifies the answer that the browser brought back.
   * @param response the query of the address it came back to
   * @throws ProviderFault
   */
  prove(request: ProviderRequest, response: string): Promise<ProvedIdentity>;
}

/** A client of the provider; it keeps the provider's metadata for an hour. */
export function createIdentityProvider(settings: OidcConfig, clock: Clock): IdentityProvider {
  let found: { readonly at: number; readonly provider: Promise<Configuration> } | undefined;

  async function find(): Promise<Configuration> {
    const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, clockTolerance, discovery, ...more } =
      await library();
    const metadata = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const [inBody, inHeader] = [ClientSecretPost(settings.clientSecret), ClientSecretBasic(settings.clientSecret)];
    // In the body where the provider takes it: not all read the header's encoding alike.
    const authenticate: ClientAuth = (server, ...rest) => {
      const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
      return (takesBody ? inBody : inHeader)(server, ...rest);
    };
    return await discovery(new URL(settings.issuer), settings.clientId, metadata, authenticate, {
      timeout: TIMEOUT_SECONDS,
      execute: [more.enableNonRepudiationChecks, ...(settings.insecure ? [allowInsecureRequests] : [])],
    });
  }

  async function provider(): Promise<Configuration> {
    const now = clock.now().getTime();
    if (!found || now - found.at > FOUND_FOR_MS) found = { at: now, provider: find() };
    const asked = found;
    try {
      return await asked.provider;
    } catch (error) {
      // Not kept: the next sign-in asks again.
      if (found === asked) found = undefined;
      throw new ProviderFault('away', 'The identity provider cannot be reached, or does not answer as one.', error);
    }
  }

  return {
    async addressFor({ redirectUri, state, nonce, verifier }, afresh) {
      const configuration = await provider();
      const { buildAuthorizationUrl } = await library();
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPES,
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(afresh ? { prompt: 'login', max_age: '0' } : {}),
      }).href;
    },

    async prove({ redirectUri, state, nonce, verifier }, response) {
      const configuration = await provider();
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      try {
        const cameTo = new URL(redirectUri);
        cameTo.search = response;
        const tokens = await authorizationCodeGrant(configuration, cameTo, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const proved = tokens.claims() as IDToken;
        if (!isStorable(proved.sub) || !isStorable(proved.iss)) {
          throw new TypeError('the ID token names nobody: its sub or iss has characters that cannot be stored');
        }
        const wanted = ['email', 'email_verified', ...(settings.roleClaim === undefined ? [] : [settings.roleClaim])];
        // Some providers have only the subject in the ID token, and give the rest at the userinfo endpoint.
        const asks = wanted.some((claim) => proved[claim] === undefined);
        const userInfo =
          asks && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await fetchUserInfo(configuration, tokens.access_token, proved.sub)
            : {};
        return identityOf({ ...userInfo, ...proved }, settings.roleClaim);
      } catch (error) {
        throw await faultOf(error);
      }
    },
  };
}

/** Loaded with the first sign-in: the service starts without it. */
const library = () => import('openid-client');

/** OpenID Connect Core section 2: at most 255 ASCII characters. */
function isStorable(name: string): boolean {
  return name.length <= 255 && name.isWellFormed() && !/\p{Cc}/u.test(name);
}

/** Undefined: none that is surely distinct from every other. */
function readAddress(text: string): string | undefined {
  const address = foldAddress(text);
  return addressFault(address) === undefined ? address : undefined;
}

function identityOf(claims: IDToken & Partial<UserInfoResponse>, roleClaim: string | undefined): ProvedIdentity {
  const { iss, sub, email, email_verified: verified, name, auth_time: authTime } = claims;
  const groups = roleClaim === undefined ? [] : [claims[roleClaim]].flat();
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? readAddress(email) : undefined,
    // Some providers write it as text.
    emailVerified: verified === undefined ? undefined : String(verified) === 'true',
    name:
      typeof name === 'string'
        ? name
            .toWellFormed()
            .replace(/\p{Cc}/gu, '')
            .trim() || undefined
        : undefined,
    groups: groups.filter((one) => typeof one === 'string'),
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : undefined,
  };
}

async function faultOf(error: unknown): Promise<ProviderFault> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library();
  if (error instanceof AuthorizationResponseError) {
    return new ProviderFault('denied', 'The identity provider did not let anybody in.', error);
  }
  // A client that the provider does not know, or knows by another secret, is the operator's to mend.
  const misconfigured =
    error instanceof ResponseBodyError && (error.status >= 500 || /^(invalid|unauthorized)_client$/.test(error.error));
  const unheard = error instanceof ClientError ? AWAY.has(error.code ?? '') : isNetworkError(error);
  if (misconfigured || unheard) return new ProviderFault('away', 'The identity provider gave no usable answer.', error);
  return new ProviderFault('not_verified', 'What the identity provider sent could not be verified.', error);
}

/** Whether fetch failed because there was no connection. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}
