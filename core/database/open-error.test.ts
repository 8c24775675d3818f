import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable, ifUnavailable } from './connection.ts';
import { explainConnecting, explainDatabaseError } from './open-error.ts';

const failed = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});

const SENTENCE = /^The database cannot be used [^\n]+\.$/;

test('a refusal of a server is one sentence with its own words and an advice', () => {
  for (const [error, sentence] of [
    [
      failed('password authentication failed for user "tb"', '28P01'),
      /\(password .* "tb"\): correct user and password/,
    ],
    [failed('role "x" is not permitted to log in', '28000'), /\(role "x" .*\): correct the user in DATABASE_URL/],
    [failed('database "none" does not exist', '3D000'), /\(database "none" does not exist\): create it, or/],
    [failed('permission denied for schema public', '42501'), /\(permission .*\): name the role that owns the tables/],
    [failed('cannot execute INSERT in a read-only transaction', '25006'), /: name the primary in DATABASE_URL, or/],
    [failed('could not extend file "base/5/1": No space left on device', '53100'), /: make room on the disk/],
    [failed('sorry, too many clients already', '53300'), /: raise max_connections/],
  ] as const) {
    for (const text of [
      explainDatabaseError(error),
      explainConnecting(error),
      explainDatabaseError(ifUnavailable(error)),
    ]) {
      assert.match(text ?? '', sentence);
      assert.match(text ?? '', SENTENCE);
    }
  }
});

const SILENT = [
  [failed('getaddrinfo ENOTFOUND db.invalid', 'ENOTFOUND'), /: correct the host in DATABASE_URL/],
  [failed('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'), /\(connect .*:1\): start it, or correct DATABASE_URL/],
  [failed('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), /: name the authority of its certificate/],
  [failed('certificate has expired', 'CERT_HAS_EXPIRED'), /: renew its certificate/],
  [failed('The server does not support SSL connections'), /: set sslmode/],
  [failed('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /: put the password into/],
  [failed('Connection terminated unexpectedly'), /: look at its log/],
  [
    new AggregateError([failed('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED')], ''),
    /\(connect ECONNREFUSED ::1:5432\): start it/,
  ],
] as const;

test('a server that was not reached gets a sentence, too, if the error comes from connecting', () => {
  for (const [error, sentence] of SILENT) {
    assert.match(explainConnecting(error), sentence);
    assert.match(explainConnecting(error), SENTENCE);
  }
});

test('the same words and codes from elsewhere are not taken for the database', () => {
  const elsewhere = [
    failed('ENOSPC: no space left on device, write', 'ENOSPC'),
    failed('listen EACCES: permission denied 127.0.0.1:80', 'EACCES'),
  ];
  for (const error of [...SILENT.map(([one]) => one), ...elsewhere]) {
    assert.equal(explainDatabaseError(error), undefined, String(error));
  }
});

test("a fault of the program's own is not explained away", () => {
  for (const error of [
    failed('column "x" does not exist', '42703'),
    failed('duplicate key value', '23505'),
    new TypeError("Cannot read properties of undefined (reading 'socket')"),
    new DatabaseUnavailable('too many statements are waiting'),
    'text',
  ]) {
    assert.equal(explainDatabaseError(error), undefined, String(error));
  }
});
