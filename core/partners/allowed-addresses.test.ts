import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../base/refusal.ts';
import { checkAllowedAddresses, isAllowedAddress } from './allowed-addresses.ts';

test('an empty list allows every address', () => {
  assert.ok(isAllowedAddress('203.0.113.9', []));
});

test('ranges are compared within one address family', () => {
  const cidrs = ['192.0.2.0/24', '2001:db8::/32'];
  for (const address of ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.7', '2001:db8:ffff::1']) {
    assert.ok(isAllowedAddress(address, cidrs), address);
  }
  for (const address of ['192.0.3.0', '2001:db9::1', '::1', 'x', '']) {
    assert.equal(isAllowedAddress(address, cidrs), false, address);
  }
  assert.equal(isAllowedAddress('10.1.1.1', ['a00::/16']), false);
});

test('single addresses get their full prefix, and duplicates are dropped', () => {
  assert.deepEqual(checkAllowedAddresses([' 192.0.2.7', '192.0.2.7/32', '2001:db8::1']), [
    '192.0.2.7/32',
    '2001:db8::1/128',
  ]);
});

test('ranges that cannot be meant are refused, each with what is wrong', () => {
  for (const [entry, reason] of [
    ['0.0.0.0/0', /large part of the internet/],
    ['::/0', /large part of the internet/],
    ['10.0.0.0/7', /large part of the internet/],
    ['2a00::/x', /not an address or range/],
    ['2a00::/129', /at most 128 bits/],
    ['192.0.2.0/33', /at most 32 bits/],
    ['192.0.2.7/24', /write 192\.0\.2\.0\/24/],
    ['2001:db8::1/48', /write 2001:db8::\/48/],
    ['127.1', /not an address or range/],
    ['fe80::1%eth0', /not an address or range/],
    ['::ffff:192.0.2.7', /write it as 192\.0\.2\.7/],
    ['192.0.2.0/24/8', /not an address or range/],
    ['192.0.2.0/', /not an address or range/],
    ['', /not an address or range/],
  ] as const) {
    assert.throws(
      () => checkAllowedAddresses(['198.51.100.1', entry]),
      (error: Refusal) => reason.test(error.message) && error.fields?.[0]?.field === 'allowed_addresses.1',
      entry,
    );
  }
});
