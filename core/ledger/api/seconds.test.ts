import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { newReference } from '../../../test-support/wallet.ts';

const service = await testService();
const partner = await service.createPartner({ maxCreditSeconds: 36_000 });
const member = await service.createMember(partner);
const token = await service.token(partner);

const send = (fields: Record<string, unknown>) =>
  service.call('POST', '/wallet/credit', { token, json: { user_id: member.id, reference: newReference(), ...fields } });

test('an amount in seconds is booked to the second', async () => {
  const { status, body } = await send({ seconds: 1200, hours: null });
  assert.deepEqual([status, body.data.seconds, body.data.hours], [201, 1200, 0.3333]);
  const response = await service.call('POST', '/wallet/credit', {
    token,
    body: `{"user_id":"${member.id}","seconds":1200.0,"reference":"${newReference()}"}`,
    headers: { 'content-type': 'application/json' },
  });
  assert.deepEqual([response.status, response.body.data.seconds], [201, 1200]);
});

test('the same amount in the other field is the same credit', async () => {
  const reference = newReference();
  assert.equal((await send({ hours: 0.5, reference })).status, 201);
  const { status, body } = await send({ seconds: 1800, reference });
  assert.deepEqual([status, body.meta.replayed], [200, true]);
  assert.equal((await send({ hours: 0.5, seconds: null, reference })).status, 200);
});

test('exactly one of hours and seconds has a value, and its rules are kept', async () => {
  for (const [fields, field, code] of [
    [{}, 'hours', 'required'],
    [{ hours: null, seconds: null }, 'hours', 'required'],
    [{ hours: 1, seconds: 3600 }, 'seconds', 'conflict'],
    [{ seconds: 0 }, 'seconds', 'out_of_range'],
    [{ seconds: 3_600_000_001 }, 'seconds', 'out_of_range'],
    [{ seconds: 1.5 }, 'seconds', 'wrong_type'],
    [{ seconds: '1200' }, 'seconds', 'wrong_type'],
  ] as const) {
    const { status, body } = await send(fields);
    assert.deepEqual(
      [status, body.errors?.map((fault: { field: string; code: string }) => [fault.field, fault.code])],
      [422, [[field, code]]],
      JSON.stringify(fields),
    );
  }
});

test('a conflict and a limit name the field that was sent', async () => {
  const reference = newReference();
  await send({ hours: 1, reference });
  for (const [fields, field, text] of [
    [{ seconds: 3601 }, 'seconds', /already used with 3600 seconds, not 3601\./],
    [{ hours: 2 }, 'hours', /already used with 1 hour, not 2\./],
  ] as const) {
    const { status, body } = await send({ ...fields, reference });
    assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [409, field, 'differs']);
    assert.match(body.error_description, text);
  }
  for (const [fields, field] of [
    [{ seconds: 36_001 }, 'seconds'],
    [{ hours: 10.01 }, 'hours'],
  ] as const) {
    const { status, body } = await send(fields);
    assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [422, field, 'max_credit_hours']);
    assert.match(body.error_description, new RegExp(`Send ${field}, not cents or minutes`));
  }
});

test('seconds may stand in each of many credits', async () => {
  const credits = [
    { user_id: member.id, seconds: 7, reference: newReference() },
    { user_id: member.id, seconds: 7, hours: 1, reference: newReference() },
  ];
  const { status, body } = await service.call('POST', '/wallet/credits', { token, json: { credits } });
  assert.equal(status, 200);
  assert.equal(body.data[0].data.seconds, 7);
  const [fault] = body.data[1].error.errors;
  assert.deepEqual([body.data[1].status, fault.field, fault.code], [422, 'seconds', 'conflict']);
});
