import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { newClientId, newSecret } from '../../core/partners/secrets.ts';
import { createClient, TimebankError } from './index.ts';

interface TestServer {
  readonly origin: string;
  readonly requests: string[];
  stop(): Promise<void>;
}

/** Answers as `answer` says, and keeps the method, path and body of what comes. */
async function startServer(
  answer: (request: IncomingMessage) => { status: number; headers?: Record<string, string>; body?: string },
): Promise<TestServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''} ${text}`);
      const { status, headers, body } = answer(request);
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const TOKEN = { access_token: 'token', token_type: 'Bearer', expires_in: 3600, scope: 'wallet.write' };
const PAYMENT = { user_id: 'usr_1', hours: 2, reference: 'PAYMENT-1' };

let elsewhere: TestServer;
let service: TestServer;
let redirected: { readonly path: RegExp; readonly status: number };
before(async () => {
  elsewhere = await startServer(() => ({ status: 200, body: JSON.stringify({ ...TOKEN, data: [], meta: {} }) }));
  service = await startServer(({ url = '' }) => {
    const { path, status } = redirected;
    if (path.test(url)) return { status, headers: { Location: `${elsewhere.origin}${url}` } };
    return { status: 200, body: JSON.stringify(TOKEN) };
  });
});
beforeEach(() => {
  elsewhere.requests.length = 0;
  service.requests.length = 0;
});
after(async () => {
  await service?.stop();
  await elsewhere?.stop();
});

const credentials = { clientId: newClientId({ kind: 'live', tag: '00000' }), clientSecret: newSecret('live') };
const client = () => createClient({ baseUrl: service.origin, ...credentials, maxRetries: 0 });

for (const status of [301, 302, 303, 307, 308]) {
  for (const [what, path, work, sent] of [
    ['the secret', /\/oauth\/token$/, () => client().accessToken(), /^POST \S+\/oauth\/token Basic /],
    [
      'a token to be revoked',
      /\/oauth\/revoke$/,
      () => client().revokeToken('token'),
      /^POST \S+\/oauth\/revoke Basic /,
    ],
    ['a payment', /\/wallet\/credit$/, () => client().creditWallet(PAYMENT), /Bearer token .*PAYMENT-1/],
    ['what is only read', /\/users$/, () => client().listUsers(), /^GET \S+\/users Bearer token/],
  ] as const) {
    test(`${status}: ${what} goes to the service alone, and the redirect is an error`, async () => {
      redirected = { path, status };
      await assert.rejects(
        async () => await work(),
        (error) => error instanceof TimebankError && error.status === status,
      );
      assert.match(service.requests.at(-1) ?? '', sent);
      assert.deepEqual(elsewhere.requests, []);
    });
  }
}
