import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainToASCII } from 'node:url';
import { MEMBER_FIELDS } from '@timebank/contract';
import { addressFault, foldAddress, spelledAddress } from './email-address.ts';
import { readerOf } from './fields/values.ts';

test('each spelling of a domain is one address, which is that of its A-labels and reads as people write it', () => {
  for (const text of [
    'otto@brücke.example',
    'otto@BRÜCKE.example',
    'otto@xn--brcke-lva.example',
    'otto@XN--BRCKE-LVA.Example',
    'otto@bru\u0308cke.example',
    'otto@brücke。example',
  ]) {
    assert.equal(spelledAddress(text), 'otto@brücke.example', text);
    assert.equal(foldAddress(text.toUpperCase()), 'otto@brücke.example', text);
  }
  assert.notEqual(domainToASCII('brücke.example'), domainToASCII('brucke.example'));
  assert.notEqual(foldAddress('otto@brucke.example'), 'otto@brücke.example');
});

test('what is no domain of another spelling stays, and the letters before the @ are kept', () => {
  for (const text of ['Otto@Example.org', 'otto', '', '@', 'otto@xn--\u00fc.example', 'xn--brcke-lva@example.org']) {
    assert.equal(spelledAddress(text), text, text);
  }
});

test('an address that no form sends is refused where it would be stored, with its reason', () => {
  const read = readerOf(MEMBER_FIELDS.email);
  const refused = read('jürgen@example.org');
  assert.ok('broken' in refused);
  assert.match(refused.broken.message, /before the @; no form of a browser sends it\.$/);
  assert.match(addressFault('jürgen@example.org') ?? '', /before the @/);
  assert.deepEqual(read('Otto@xn--brcke-lva.example'), { value: 'Otto@brücke.example' });
  assert.equal(addressFault(foldAddress('otto@xn--brcke-lva.example')), undefined);
});
