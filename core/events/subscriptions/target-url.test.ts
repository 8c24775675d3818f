import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileBody, SubscriptionCreateRequest } from '@timebank/contract';
import { isPublicAddress } from '../guarded-https/address-ranges.ts';
import { targetHostFault } from './target-url.ts';

const check = compileBody(SubscriptionCreateRequest);

/** The code a target_url is refused with: by the contract's rule for its form, or for its host. */
function codeOf(url: string, allowCidrs: string[] = []): string | undefined {
  const checked = check({ event_types: ['*'], target_url: url });
  return 'errors' in checked ? checked.errors[0]?.code : targetHostFault(url, allowCidrs)?.code;
}

test('public https targets are accepted as they are', () => {
  const good = [
    'https://bank.example/webhooks',
    'https://bank.example',
    'HTTPS://Bank.Example:8443/a?b=c&d=%20',
    'https://bank.example:65535/',
    'https://b\u00fccher.example/hook',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/hook',
    'https://localhost.example.org/',
    'https://internal.example.org/',
    'https://127.0.0.1.example.org/',
    `https://${'a'.repeat(63)}.example/`,
    `https://${'a.'.repeat(123)}example/`,
    'https://onion.example/',
    `https://bank.example/${'a'.repeat(2048 - 'https://bank.example/'.length)}`,
  ];
  for (const url of good) assert.equal(codeOf(url), undefined, url);
});

test('any text but an absolute https URL is refused by name', () => {
  const table: Record<string, string[]> = {
    invalid_url: [
      '',
      'bank.example/hook',
      '/hook',
      '//bank.example/hook',
      'https:bank.example',
      'https:/bank.example',
      'https:/\\127.0.0.1',
      'https:\\\\bank.example',
      'https://bank.example\\@10.0.0.1/',
      'https://',
      'https:///bank.example',
      'https://?bank.example',
      'https://exa mple.org/',
      ' https://bank.example',
      'https://bank.example ',
      'https://bank\t.example/',
      'ht\ntps://bank.example/',
      'https://bank.example/a\r\nb',
      'https://bank.example/\u0000',
      'https://bank.example:65536/',
      'https://bank.example:x/',
      'https://[::1/',
      'https://256.256.256.256/',
      'https://%/',
    ],
    https_required: ['http://bank.example/', 'ftp://bank.example/', 'wss://bank.example/', 'file:///etc/passwd'],
    userinfo_not_allowed: [
      'https://user@bank.example/',
      'https://user:secret@bank.example/',
      'https://:secret@bank.example/',
      'https://@bank.example/',
    ],
    fragment_not_allowed: ['https://bank.example/#x', 'https://bank.example/#'],
    too_long: [`https://bank.example/${'a'.repeat(2048)}`],
  };
  for (const [code, urls] of Object.entries(table)) for (const url of urls) assert.equal(codeOf(url), code, url);
});

test('an address that is not public is refused in every spelling', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '\u2460\u2461\u2466.\u24ea.\u24ea.\u2460',
    '127\u30020\u30020\u30021',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '[::]',
    '[::1]',
    '[::7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[0:0:0:0:0:ffff:a00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[100::1]',
    '[2001::1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
    '[3fff::1]',
    '[5f00::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[4000::1]',
  ];
  for (const host of hosts) assert.equal(codeOf(`https://${host}/`), 'address_not_allowed', host);
});

test('a name that leads nowhere on the internet is refused, also with capitals, sub-domains, full-width dots or a trailing dot', () => {
  const hosts = [
    'localhost',
    'LOCALHOST',
    'a.localhost',
    'printer.local',
    'local',
    'db',
    'metadata.google.internal',
    'router.home.arpa',
    'home.arpa',
    '1.0.0.10.in-addr.arpa',
    'bank.invalid',
    'bankbankbank.onion',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(125)}example`,
    'printer\uff0elocal',
    'localhost.',
    'bank.example.',
    'printer.local.',
    'bank..example',
  ];
  for (const host of hosts) assert.equal(codeOf(`https://${host}/`), 'host_not_allowed', host);
});

test('an opened range lets its literals and local names through, and nothing else', () => {
  const open = ['127.0.0.0/8'];
  for (const host of ['127.0.0.1:9443', '127.1', 'localhost:9443', 'a.localhost', '[::ffff:127.0.0.1]', 'receiver']) {
    assert.equal(codeOf(`https://${host}/`, open), undefined, host);
  }
  assert.equal(codeOf('https://10.0.0.1/', open), 'address_not_allowed');
  assert.equal(codeOf('https://[::1]/', open), 'address_not_allowed');
  assert.equal(codeOf('https://localhost/', ['10.0.0.0/8']), 'host_not_allowed');
  assert.equal(codeOf('http://127.0.0.1/', open), 'https_required');
  assert.equal(codeOf('https://[::1]/', ['::1/128']), undefined);
});

test('a text that is no address is not public', () => {
  for (const text of ['', 'bank.example', '1.2.3', '1.2.3.4.5', '0x08.8.8.8', '[2606:4700::1]', '2606:4700::1/64']) {
    assert.equal(isPublicAddress(text, ['0.0.0.0/0', '::/0']), false, text);
  }
  assert.equal(isPublicAddress('fe80::1%eth0'), false);
  assert.equal(isPublicAddress('2606:4700::1111'), true);
});
