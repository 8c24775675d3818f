import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitHosts } from './database-url.ts';

test('a URL of one host stays as it is, whatever its form', () => {
  for (const url of [
    'postgres://h/db',
    'postgresql:///db?host=/var/run/postgresql',
    'postgresql://u@%2Frun:5432/db',
    'postgresql://u:p%40w@[::1]:5432/db?sslmode=verify-full&target_session_attrs=primary',
    'postgresql://u:p%23@h/db?application_name=a@b',
    'postgresql://h:5432/db?application_name=a@b',
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

test("PostgreSQL's own form for a local socket is taken, as the driver's, in which the folder is the host", () => {
  for (const [url, taken] of [
    ['postgresql://u:p%40w@/db?host=/run/postgresql', 'postgresql://u:p%40w@%2Frun%2Fpostgresql/db'],
    ['postgresql://u@/db?host=%2Frun%2Fpg&port=5433', 'postgresql://u@%2Frun%2Fpg:5433/db'],
    ['postgres://u@/db?sslmode=disable&host=/run/pg', 'postgres://u@%2Frun%2Fpg/db?sslmode=disable'],
  ] as const) {
    assert.deepEqual(splitHosts(url), [taken]);
  }
  for (const url of ['postgresql://u:hunter2@/db', 'postgresql://u:hunter2@/db?host=db.example']) {
    assert.match(
      String(splitHosts(url)),
      /^must be a URL such as postgresql:[^ ]*, or .*host=\/run\/postgresql for a socket$/,
    );
  }
});

test('an unusable URL gives the end of a sentence, without the password', () => {
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
    ['postgresql://u:hunter2@a/db?require_auth=scram-sha-256', /^has the parameter require_auth, which the service/],
    ['postgresql://u:hunter2@a/db?toString=1', /^has the parameter toString, which the service does not read/],
    ['postgresql://u:hunter2@a/db?sslmode=allow', /^has sslmode other than disable, prefer, require/],
    ['postgresql://u:hunter2@a/db?sslmode=require&sslrootcert=system', /^has sslrootcert=system with sslmode=require/],
    ['postgresql://u:hunter2@a/db?sslmode=disable&channel_binding=require', /^has channel_binding=require with/],
  ] as const) {
    const found = splitHosts(url);
    assert.match(typeof found === 'string' ? found : found.join(), why, url);
    assert.ok(!String(found).includes('hunter2'), url);
  }
});

test('a letter of a password that must be escaped is named with its escape, wherever it makes the URL end', () => {
  for (const [letter, escaped] of [
    ['#', '%23'],
    ['/', '%2F'],
    ['?', '%3F'],
    ['%', '%25'],
  ]) {
    // Digits before it would be taken for a port, and the database be another one.
    for (const before of ['hunter2', '5432']) {
      for (const hosts of ['h', 'h1:5432,h2:5432']) {
        const found = String(splitHosts(`postgresql://u:${before}${letter}zz@${hosts}/db`));
        assert.ok(found.endsWith(`write it as ${escaped}`), found);
        assert.ok(!found.includes(before), found);
      }
    }
  }
});
