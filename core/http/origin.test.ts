import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { testService } from '../../test-support/harness.ts';
import { readConfig } from '../base/config.ts';
import { createPeerReader } from './origin.ts';

function peerOf(env: Record<string, string>, remoteAddress: string, headers: Record<string, string>) {
  const req = { socket: { remoteAddress, localAddress: '127.0.0.1', localPort: 8080 }, headers };
  return createPeerReader(readConfig(env, 'test'))(req as unknown as IncomingMessage);
}

const FORWARDED = {
  host: 'inner:8080',
  'x-forwarded-for': '198.51.100.9, 203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'tb.example',
};

test('forwarded headers count only from a trusted proxy', () => {
  for (const env of [{}, { TRUST_PROXY: '10.0.0.0/8' }]) {
    assert.deepEqual(peerOf(env, '192.0.2.1', FORWARDED), {
      address: '192.0.2.1',
      origin: 'http://inner:8080',
      plainHttp: false,
      viaProxy: false,
    });
  }
  const trusted = { address: '203.0.113.7', origin: 'https://tb.example', plainHttp: false, viaProxy: true };
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3']) {
    assert.deepEqual(peerOf({ TRUST_PROXY: '10.0.0.0/8' }, proxy, FORWARDED), trusted);
  }
});

test("the client's address is the rightmost one that no proxy of ours has; its own claims do not count", () => {
  const address = (forwarded: string) =>
    peerOf({ TRUST_PROXY: '10.0.0.0/8,::1' }, '10.0.0.1', { 'x-forwarded-for': forwarded }).address;
  assert.equal(address('198.51.100.9, 203.0.113.7, 10.0.0.2'), '203.0.113.7');
  assert.equal(address('203.0.113.7:4711'), '203.0.113.7');
  assert.equal(address('[2001:db8::7]:4711, ::1'), '2001:db8::7');
  assert.equal(address('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(address('10.0.0.9, 10.0.0.2'), '10.0.0.9');
  for (const junk of ['', 'unknown', '1.2.3, x']) assert.equal(address(junk), '10.0.0.1');
});

test('the last X-Forwarded-Proto counts, which the proxy nearest to us wrote', () => {
  const peer = (protocol: string) =>
    peerOf({ TRUST_PROXY: '10.0.0.0/8' }, '10.0.0.1', { 'x-forwarded-proto': protocol });
  assert.equal(peer('https, http').plainHttp, true);
  assert.equal(peer('https, http').origin, 'http://127.0.0.1:8080');
  assert.equal(peer('http, HTTPS').plainHttp, false);
  assert.equal(peer('http, https').origin, 'https://127.0.0.1:8080');
  assert.equal(peer('http,').plainHttp, false);
});

test('the last X-Forwarded-Host counts: what is further left may be the claim of the client', () => {
  const origin = (host: string) =>
    peerOf({ TRUST_PROXY: '10.0.0.0/8' }, '10.0.0.1', { ...FORWARDED, 'x-forwarded-host': host }).origin;
  assert.equal(origin('evil.example, bank.example'), 'https://bank.example');
  assert.equal(origin('evil.example,'), 'https://inner:8080');
});

test('PUBLIC_URL wins over every header; a Host that is none falls back to the socket', () => {
  const env = { PUBLIC_URL: 'https://tb.example', TRUST_PROXY: '10.0.0.0/8' };
  assert.equal(peerOf(env, '10.0.0.1', { ...FORWARDED, 'x-forwarded-host': 'evil' }).origin, 'https://tb.example');
  for (const host of ['a b', 'a/b', 'a"b', 'a@b', 'a:x', '', '[::1', 'é']) {
    assert.equal(peerOf({}, '192.0.2.1', { host }).origin, 'http://127.0.0.1:8080', host);
  }
  for (const host of ['localhost', '127.0.0.1:80', '[::1]:8080', 'tb.example:8443']) {
    assert.equal(peerOf({}, '192.0.2.1', { host }).origin, `http://${host}`);
  }
});

const service = await testService({ env: { TRUST_PROXY: '127.0.0.1' } });

test('a forwarded plain http is refused, also at the token endpoint, but not at the health checks', async () => {
  const headers = { 'X-Forwarded-Proto': 'http' };
  assert.equal((await service.call('POST', '/oauth/token', { json: {}, headers })).body.error, 'https_required');
  assert.equal((await service.call('GET', '/users', { headers })).body.error, 'https_required');
  assert.equal((await service.call('GET', '/nothing', { headers })).body.error, 'https_required');
  assert.equal((await service.call('GET', '/health/ready', { headers })).status, 200);
});

test('behind a proxy with https, links, error pages and HSTS are of the public origin', async () => {
  const partner = await service.createPartner();
  for (let count = 0; count < 2; count++) await service.createMember({ communityId: partner.communityId });
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'tb.example' };
  const token = await service.token(partner);
  const page = await service.call('GET', '/users?per_page=1', { token, headers });
  assert.match(
    page.headers.get('link') ?? '',
    /^<https:\/\/tb\.example\/api\/partner\/v1\/users\?per_page=1&cursor=[\w-]+>; rel="next"$/,
  );
  assert.ok(page.headers.get('strict-transport-security'));
  const error = await service.call('GET', '/users', { headers });
  assert.equal(error.body.error_uri, 'https://tb.example/docs/errors#invalid_token');
  const plain = await service.call('GET', '/users');
  assert.equal(plain.headers.has('strict-transport-security'), false);
});

test('the allow-list is held against the forwarded address, IPv4 and IPv6 apart', async () => {
  const partner = await service.createPartner({ allowedAddresses: ['203.0.113.0/24'] });
  const headers = (address: string) => ({ 'X-Forwarded-For': address });
  const json = { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: partner.clientSecret };
  const issued = await service.call('POST', '/oauth/token', { json, headers: headers('203.0.113.7') });
  const token = issued.body.access_token;
  const status = async (address: string) =>
    (await service.call('GET', '/listings', { token, headers: headers(address) })).status;
  assert.equal(await status('203.0.113.7'), 200);
  assert.equal(await status('::ffff:203.0.113.7'), 200);
  assert.equal(await status('203.0.114.7'), 403);
  assert.equal(await status('2001:db8::cb00:7107'), 403);
  const refused = await service.call('POST', '/oauth/token', { json, headers: headers('198.51.100.1') });
  assert.equal(refused.body.error, 'ip_not_allowed');
});
