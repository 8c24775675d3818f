/** A real OpenID provider (oidc-provider) on loopback, whose people sign in by a form, and whose tokens a test may alter. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
// @ts-expect-error The package carries no types.
import Provider from 'oidc-provider';

const CLIENT_ID = 'timebank';
const CLIENT_SECRET = 'a-secret_of-the~registration';
const KEY_ID = 'test';

/** A person at the provider. */
export interface ProviderPerson {
  readonly email?: string | undefined;
  readonly email_verified?: boolean | undefined;
  readonly name?: string;
  readonly groups?: readonly string[] | string;
}

/** The answer of the token endpoint instead of the ID token that it made. */
export interface Alteration {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signed by a key that the provider does not publish. */
  readonly foreignKey?: true;
}

export interface TestProvider {
  readonly issuer: string;
  /** Settings by which a service signs in here. */
  readonly env: Readonly<Record<string, string>>;
  /** By subject. A test changes them as it goes. */
  readonly people: Map<string, ProviderPerson>;
  alteration: Alteration | undefined;
  /** Takes requests and never answers. */
  hangs: boolean;
  /** Requests to the token endpoint. */
  readonly tokenRequests: URLSearchParams[];
  /** Registers where browsers may be sent back to. */
  register(...origins: readonly string[]): void;
  /** The query with which the browser of a person comes back. */
  visit(url: string, subject: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startIdentityProvider(): Promise<TestProvider> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(own.privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  let answer: ReturnType<typeof createApplication> | undefined;
  const server = createServer((req, res) => {
    if (!started.hangs) void answer?.(req, res);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const started: TestProvider = {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET, OIDC_NAME: 'Town Hall' },
    people: new Map(),
    alteration: undefined,
    hangs: false,
    tokenRequests: [],
    register(...origins) {
      answer = createApplication(issuer, jwk, origins, started, async (idToken, { claims, foreignKey }) => {
        const key = (foreignKey ? foreign : own).privateKey;
        return await sign({ ...decodeJwt(idToken), ...claims }, key);
      });
    },
    visit,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return started;
}

async function sign(claims: JWTPayload, key: CryptoKey): Promise<string> {
  return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(key);
}

type Alter = (idToken: string, alteration: Alteration) => Promise<string>;

function createApplication(issuer: string, jwk: object, origins: readonly string[], test: TestProvider, alter: Alter) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: origins.map((origin) => `${origin}/console/oidc`),
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: true,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount(_: unknown, subject: string) {
      const person = test.people.get(subject);
      return person && { accountId: subject, claims: () => ({ sub: subject, ...person }) };
    },
    // Nobody is asked what the client may know: it is the organisation's own.
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx: TokenContext, next: () => Promise<void>) => {
    await next();
    if (ctx.oidc?.route !== 'token') return;
    test.tokenRequests.push(new URLSearchParams(ctx.oidc.body));
    if (test.alteration && ctx.body.id_token) ctx.body.id_token = await alter(ctx.body.id_token, test.alteration);
  });
  const serve = provider.callback();
  return async (req: IncomingMessage, res: ServerResponse) => {
    if (!req.url?.startsWith('/interaction/')) return serve(req, res);
    if (req.method !== 'POST') return res.setHeader('Content-Type', 'text/html').end(FORM);
    let form = '';
    for await (const chunk of req) form += chunk;
    const fields = new URLSearchParams(form);
    const accountId = fields.get('subject');
    const result = accountId ? { login: { accountId } } : { error: 'access_denied', error_description: 'cancelled' };
    return await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  };
}

interface GrantContext {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly provider: {
      readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<void> };
    };
  };
}

interface TokenContext {
  readonly oidc?: { readonly route: string; readonly body: Record<string, string> };
  readonly body: { id_token?: string };
}

const FORM = `<!doctype html><title>Town Hall</title><form method="post">
<label>Name <input name="subject"></label> <button>Sign in here</button></form>`;

const HOPS_MAX = 10;

/** A browser that goes where it is sent, and signs in where it is asked; an empty subject cancels. */
async function visit(url: string, subject: string): Promise<string> {
  const jar = new Map<string, string>();
  const { origin } = new URL(url);
  let next: { readonly url: string; readonly form?: string } = { url };
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: {
        Cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        ...(next.form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...(next.form === undefined ? {} : { method: 'POST', body: next.form }),
    });
    const text = await response.text();
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null && text === FORM) next = { url: next.url, form: `subject=${encodeURIComponent(subject)}` };
    else if (location === null) throw new Error(`the provider stays at ${next.url}: ${response.status} ${text}`);
    else {
      const to = new URL(location, next.url);
      if (to.origin !== origin) return to.search.slice(1);
      next = { url: to.href };
    }
  }
  throw new Error('the provider sends in circles');
}
