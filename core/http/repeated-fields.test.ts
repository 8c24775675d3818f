/** A field named twice is refused, over HTTP, wherever a JSON body is read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { signedIn } from '../../test-support/console.ts';
import { testService } from '../../test-support/harness.ts';
import { repeatedFields } from './repeated-fields.ts';

const service = await testService();
const partner = await service.createPartner();
const token = await service.token(partner);

const JSON_TYPE = { 'Content-Type': 'application/json' };
const namesOf = (body: { errors?: readonly { field: string; code: string }[] }) =>
  body.errors?.map(({ field, code }) => `${field} ${code}`);

test('a repeated field is 400 by name, at any depth and however it is written, and nothing is booked', async () => {
  const user = await service.createMember({ communityId: partner.communityId });
  const rest = `"user_id":"${user.id}","hours":1,"reference":"repeated-1"`;
  for (const [body, ...names] of [
    [`{${rest},"hours":900}`, 'hours'],
    [`{${rest},"reference":"repeated-1"}`, 'reference'],
    [`{${rest},"\\u0068ours":900}`, 'hours'],
    [`{${rest}\n, "hours"\t:\r\n900, "hours" : 1}`, 'hours'],
    [`{${rest},"hours":2,"reference":"other"}`, 'hours', 'reference'],
    [`{${rest},"note":"a \\\\","note":"\\"note\\":1"}`, 'note'],
    [`{${rest},"payment":{"amount":"1.00","amount":"2.00"}}`, 'payment.amount'],
    [`{${rest},"x":[1,{"y":[[],{"z":1,"z":1}]}]}`, 'x.1.y.1.z'],
    [`{${rest},"__proto__":1,"__proto__":{}}`, '__proto__'],
    [`{${rest},"x":{"__proto__":{},"__proto__":{}}}`, 'x.__proto__'],
    [`{${rest},"constructor":1,"constructor":1}`, 'constructor'],
    [`{${rest},"":1,"":1}`, ''],
    [`{${rest},"\\ud800":1,"\\ud800":1}`, '\ufffd'],
  ] as const) {
    const answer = await service.call('POST', '/wallet/credit', { token, headers: JSON_TYPE, body });
    assert.equal(answer.body.error, 'invalid_request', `${body}: ${answer.text}`);
    assert.deepEqual(
      namesOf(answer.body),
      names.map((name) => `${name} repeated`),
      body,
    );
  }
  const credits = await service.call('GET', '/wallet/credits', { token });
  assert.deepEqual(credits.body.data, []);
});

test('names that only look alike are not repeated', async () => {
  const user = await service.createMember({ communityId: partner.communityId });
  const same = JSON.stringify({
    user_id: user.id,
    hours: 1,
    reference: 'alike-1',
    note: '"hours":2,"hours":{"a":1,"a":1}',
  });
  const booked = await service.call('POST', '/wallet/credit', { token, headers: JSON_TYPE, body: same });
  assert.equal(booked.status, 201, booked.text);
  for (const text of [
    '{"a":1,"A":1,"a ":1}',
    '{"a":{"a":[{"a":1},{"a":1}]},"b":{"a":":"}}',
    '"a:a"',
    '{"a\\n":1,"a\\\\n":":"}',
  ]) {
    assert.deepEqual(repeatedFields(text, JSON.parse(text), 100), [], text);
  }
});

test('operations without a body, both OAuth endpoints and the console refuse it too', async () => {
  const pair = `"client_id":"${partner.clientId}","client_secret":"${partner.clientSecret}"`;
  const { client } = await signedIn(service);
  for (const [name, path, body] of [
    ['client_id', '/oauth/token', `{"grant_type":"client_credentials",${pair},"client_id":"x"}`],
    ['anything', '/oauth/token', `{"grant_type":"client_credentials",${pair},"anything":{},"anything":{}}`],
    ['token', '/oauth/revoke', '{"token":"a","token":"b"}'],
    ['a', '/webhooks/subscriptions/whs_x/test', '{"a":1,"a":1}'],
  ] as const) {
    const answer = await service.call('POST', path, { token, headers: JSON_TYPE, body });
    assert.equal(answer.body.error, 'invalid_request', `${path}: ${answer.text}`);
    assert.deepEqual(namesOf(answer.body), [`${name} repeated`], path);
  }
  const refused = await client.call('signIn', {
    file: '{"email":"a@example.org","password":"x","email":"b@example.org"}',
    headers: JSON_TYPE,
  });
  assert.deepEqual(namesOf(refused.body), ['email repeated']);
});

test('a form names the repeated parameter', async () => {
  const form = await service.call('POST', '/oauth/revoke', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'token=a&token=b',
  });
  assert.deepEqual([form.body.error, namesOf(form.body)], ['invalid_request', ['token repeated']]);
});

test('bodies as large as they may be are judged whole, and the answer stays small', async () => {
  const deep = `${'{"a":'.repeat(9000)}{"b":1,"b":2}${'}'.repeat(9000)}`;
  const many = `{${Array.from({ length: 4500 }, (_, at) => `"f${at}":1,"f${at}":1`).join()}}`;
  const long = `{"${'n'.repeat(30_000)}":1,"${'n'.repeat(30_000)}":1}`;
  for (const [body, count] of [
    [deep, 1],
    [many.slice(0, 65_000).replace(/,[^,]*$/, '}'), 100],
    [long, 1],
  ] as const) {
    assert.ok(body.length > 50_000 && body.length <= 65_536);
    const answer = await service.call('POST', '/wallet/credit', { token, headers: JSON_TYPE, body });
    assert.equal(answer.body.error, 'invalid_request', answer.text);
    assert.equal(answer.body.errors.length, count);
    assert.ok(answer.text.length < 20_000, `${answer.text.length}`);
  }
});

test('whatever the value, its text has no repeated field, and one written twice is found', () => {
  fc.assert(
    fc.property(fc.json(), fc.string(), (text, name) => {
      assert.deepEqual(repeatedFields(text, JSON.parse(text), 100), []);
      const twice = `[{${JSON.stringify(name)}:${text},${JSON.stringify(name)}:${text}}]`;
      assert.equal(repeatedFields(twice, JSON.parse(twice), 100).length, 1);
    }),
  );
});
