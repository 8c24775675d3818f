import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../core/base/refusal.ts';
import { errorAnswer } from '../../core/http/errors.ts';
import { CONSOLE_ERRORS, type ConsoleErrorCode } from './contract/errors.ts';
import { consoleRefusal } from './refusal.ts';

const context = { requestId: 'req_0123456789ab', origin: 'https://tb.example' };

test("every code of the console's own answers with its status, in the one shape", () => {
  for (const code of Object.keys(CONSOLE_ERRORS) as ConsoleErrorCode[]) {
    const fields = [{ field: 'body', code: 'broken', message: 'A sentence.' }];
    const { status, body } = errorAnswer(consoleRefusal(code, 'A sentence.', fields), context);
    assert.equal(status, CONSOLE_ERRORS[code].status, code);
    assert.deepEqual(JSON.parse(body), {
      error: code,
      error_description: 'A sentence.',
      error_uri: `https://tb.example/docs/errors#${code}`,
      errors: fields,
      request_id: context.requestId,
    });
  }
});

test('a maker takes the codes of its own list alone, and tells its refusals from others', () => {
  // @ts-expect-error: the partner API knows no code of the console.
  assert.throws(() => refusal('not_signed_in', 'A sentence.'));
  // @ts-expect-error: nor the console one of the partner API.
  assert.throws(() => consoleRefusal('user_not_found', 'A sentence.'));
  // @ts-expect-error: no list has it.
  assert.equal(refusal.is(new Error('A sentence.'), 'no_such_code'), false);
  const refused = consoleRefusal('not_signed_in', 'A sentence.');
  assert.equal(consoleRefusal.is(refused, 'not_permitted', 'not_signed_in'), true);
  assert.equal(consoleRefusal.is(refused, 'not_permitted'), false);
  assert.equal(refusal.is(refused, 'not_found'), false);
});
