/** The package's entry as browsers, workers and bundlers see it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type OutputOptions } from 'rolldown';
import { newClientId, newSecret } from '../../core/partners/secrets.ts';

const COMPRESSED_MAX = 12_000;

async function bundle(output: OutputOptions) {
  const input = join(import.meta.dirname, 'index.ts');
  const warnings: string[] = [];
  const { output: chunks } = await build({
    input,
    platform: 'browser',
    write: false,
    output,
    onLog: (_level, { message }) => warnings.push(message),
  });
  assert.deepEqual(warnings, []);
  assert.equal(chunks.length, 1);
  const [{ code, imports, dynamicImports }] = chunks;
  assert.deepEqual([...imports, ...dynamicImports], []);
  return code;
}

test('the entry has at most 12 kB, minified and compressed', async () => {
  const bytes = gzipSync(await bundle({ minify: true })).length;
  assert.ok(bytes <= COMPRESSED_MAX, `${bytes} bytes`);
});

test('it is bundled for browsers, and works where there is nothing of Node', async () => {
  const code = await bundle({ format: 'iife', name: 'timebank' });
  const { clientId, clientSecret } = {
    clientId: newClientId({ kind: 'live', tag: '00000' }),
    clientSecret: newSecret('live'),
  };
  const requests: string[] = [];
  const web = {
    ...{ AbortController, atob, btoa, clearTimeout, crypto, CryptoKey, Headers, performance, setTimeout },
    ...{ TextDecoder, TextEncoder, URL, URLSearchParams },
    navigator: { userAgent: 'Cloudflare-Workers' },
    async fetch(input: string, init: RequestInit) {
      requests.push(`${init.method} ${input} ${new Headers(init.headers).get('user-agent')}`);
      const token = { access_token: 'token', token_type: 'DPoP', expires_in: 3600 };
      return Response.json(input.endsWith('/token') ? token : { data: { id: 'usr_1' } });
    },
    given: { baseUrl: 'https://timebank.example', clientId, clientSecret, dpop: true },
    secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  };
  const program = `${code}; (async () => {
    const { data } = await timebank.createClient(given).getUser('usr_1');
    const event = { type: 'user.updated', data: { user_id: data.id } };
    const delivery = await timebank.signTestDelivery({ secret, event });
    const verify = timebank.createWebhookVerifier({ secret });
    return (await verify(delivery)).data.user_id;
  })()`;
  assert.equal(await new Script(program).runInContext(createContext(web)), 'usr_1');
  const [, version] = /timebank-client\/(\S+) \(Cloudflare-Workers\)$/.exec(requests[0] ?? '') ?? [];
  assert.ok(version, requests[0]);
  assert.equal(requests.length, 2);
});
