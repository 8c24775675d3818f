import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitHosts } from './database-url.ts';

test('a URL of one host stays as it is, whatever its form', () => {
  for (const url of [
    'postgres://h/db',
    'postgresql:///db?host=/var/run/postgresql',
    'postgresql://u@%2Frun:5432/db',
    'postgresql://u:p%40w@[::1]:5432/db?sslmode=verify-full&target_session_attrs=primary',
  ]) {
    assert.deepEqual(splitHosts(url), [url]);
  }
});

test('one of several hosts becomes one URL for each, with the same user, password, database and options', () => {
  const rest = '/timebank?target_session_attrs=read-write&sslmode=verify-full';
  const user = 'postgresql://timebank:p,w@x@';
  assert.deepEqual(splitHosts(`${user}db1:5432,db2.example.org,[::1]:5434${rest}`), [
    `${user}db1:5432${rest}`,
    `${user}db2.example.org${rest}`,
    `${user}[::1]:5434${rest}`,
  ]);
});

test('what cannot be used is said in the end of a sentence, without the password', () => {
  for (const [url, why] of [
    ['mysql://u:hunter2@a,b/db', /^must be a URL such as postgresql:.*db1:5432,db2:5432/],
    ['postgresql://u:hunter2@a:x,b/db', /^must be a URL such as/],
    ['postgresql://u:hunter2@a:70000,b/db', /^must be a URL such as/],
    ['hunter2,b', /^must be a URL such as/],
    ['postgresql://u:hunter2@a,,b/db', /^has a comma with no host/],
    ['postgresql://u:hunter2@a,b,/db', /^has a comma with no host/],
    [`postgresql://u:hunter2@${Array.from({ length: 17 }, (_, at) => `h${at}`)}/db`, /^has 17 hosts; it may have 16$/],
    ['postgresql:///db?host=a,b&password=hunter2', /^has several hosts or ports after its question mark/],
    ['postgresql://u:hunter2@a,b/db?port=1,2', /^has several hosts or ports after its question mark/],
    ['postgresql://u:hunter2@a,b/db?target_session_attrs=any', /^has a target_session_attrs other than read-write/],
    ['postgresql://u:hunter2@a/db?target_session_attrs=standby', /^has a target_session_attrs other than read-write/],
  ] as const) {
    const found = splitHosts(url);
    assert.match(typeof found === 'string' ? found : found.join(), why, url);
    assert.ok(!String(found).includes('hunter2'), url);
  }
});
