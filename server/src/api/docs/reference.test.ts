import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestService, type TestService } from '../../test-support/harness.ts';

/** Over the wire, by the slower of the two codings. */
const SCRIPT_BYTES_MAX = 1_300_000;

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** As the bytes are sent: fetch would decode them. */
async function raw(path: string, acceptEncoding?: string) {
  const headers = acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(service.origin + path, { headers }, resolve).on('error', reject);
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

async function scriptPath(): Promise<string> {
  const { body } = await raw('/docs/reference');
  return /src="(\/docs\/js\/scalar-[0-9a-f]{16}\.js)"/.exec(body.toString())?.[1] ?? assert.fail('there is no script');
}

test('the script of the reference has a name of its contents, is kept for good, and is small over the wire', async () => {
  const path = await scriptPath();
  const plain = await raw(path);
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.ok(path.includes(createHash('sha256').update(plain.body).digest('hex').slice(0, 16)));
  for (const [coding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await raw(path, coding);
    assert.deepEqual([headers['content-encoding'], headers.vary], [coding, 'Accept-Encoding']);
    assert.equal(Number(headers['content-length']), body.length);
    assert.ok(body.length < SCRIPT_BYTES_MAX, `${coding}: ${body.length}`);
    assert.ok(decode(body).equals(plain.body), coding);
  }
  assert.equal((await raw(path, 'br;q=0, gzip;q=0.5')).headers['content-encoding'], 'gzip');
  for (const other of ['/docs/js/scalar.js', '/docs/js/scalar-0000000000000000.js', '/docs/js/..%2fx']) {
    assert.equal((await raw(other)).status, 404, other);
  }
});

test('the OpenAPI documents are compressed for who accepts it, and the same for who does not', async () => {
  for (const path of ['/openapi.json', '/openapi-3.0.json']) {
    const plain = await raw(path);
    const { headers, body } = await raw(path, 'gzip, deflate, br');
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.ok(body.length * 4 < plain.body.length, `${body.length} of ${plain.body.length}`);
    assert.ok(brotliDecompressSync(body).equals(plain.body));
    assert.equal(headers['content-type'], 'application/json');
  }
});

test('the reference has the search of the guides and none of its own', async () => {
  const { body } = await raw('/docs/reference');
  assert.match(body.toString(), /<form class="search" role="search" action="\/docs\/search">/);
  assert.match(body.toString(), /"hideSearch":\s*true/);
});
