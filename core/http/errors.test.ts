import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createValidator, ERRORS, type ErrorCode } from '@timebank/contract';
import fc from 'fast-check';
import { refusal } from '../base/refusal.ts';
import { DatabaseUnavailable } from '../database/connection.ts';
import { errorAnswer, safeDescription, scopeChallenge } from './errors.ts';

const context = { requestId: 'req_0123456789ab', origin: 'https://tb.example' };
const isErrorBody = createValidator().getSchema('ApiError');

function headersOf(answer: { readonly headers: readonly string[] }): Headers {
  const headers = new Headers();
  for (let at = 0; at < answer.headers.length; at += 2) {
    headers.append(answer.headers[at] as string, answer.headers[at + 1] as string);
  }
  return headers;
}

test('every code answers with its status, in the one shape, and is not stored', () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const answer = errorAnswer(refusal(code, 'A sentence.'), context);
    assert.equal(answer.status, ERRORS[code].status);
    assert.ok(isErrorBody?.(JSON.parse(answer.body)), answer.body);
    assert.equal(headersOf(answer).get('cache-control'), 'no-store');
    assert.equal(headersOf(answer).has('retry-after'), [429, 503].includes(answer.status), code);
    assert.equal(headersOf(answer).has('www-authenticate'), answer.status === 401, code);
  }
});

test('no description leaves the characters of RFC 6749 section 5.2, and every challenge parses', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
      const answer = errorAnswer(refusal('invalid_client', text), context);
      const { error_description } = JSON.parse(answer.body);
      assert.match(error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
      assert.equal(
        headersOf(answer).get('www-authenticate'),
        `Basic realm="partner", error="invalid_client", error_description="${error_description}"`,
      );
      assert.match(
        scopeChallenge(text, ['a', 'b']),
        /^Bearer realm="partner", error="insufficient_scope", error_description="[^"\\]*", scope="a b"$/,
      );
    }),
  );
  assert.equal(safeDescription('say "no"\r\nSet-Cookie: a=b\\c é 😀'), "say 'no' Set-Cookie: a=b/c ? ?");
});

test('an unexpected error tells nothing but its request id', () => {
  for (const error of [new Error('password at /srv/app.ts'), 'text', undefined, { sql: 'select secret' }]) {
    const answer = errorAnswer(error, context);
    assert.equal(answer.status, 500);
    assert.equal(JSON.parse(answer.body).error, 'server_error');
    assert.doesNotMatch(answer.body, /password|srv|select|text/);
  }
});

test('a database that is away is 503 with Retry-After', () => {
  const answer = errorAnswer(new DatabaseUnavailable('connect ECONNREFUSED 10.0.0.1'), context);
  assert.equal(answer.status, 503);
  assert.equal(JSON.parse(answer.body).error, 'temporarily_unavailable');
  assert.doesNotMatch(answer.body, /ECONN|10\.0/);
});
