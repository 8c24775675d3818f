import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../test-support/harness.ts';
import { write } from '../database/query.ts';
import { touchMember } from '../people/members/queries.ts';
import { change } from './change.ts';

let service: TestService;
let wakes = 0;
let communityId: number;
let memberId: string;
before(async () => {
  service = await startTestService({ wakeWorker: () => wakes++ });
  communityId = (await service.createCommunity()).id;
  memberId = (await service.createMember({ communityId })).uuid;
});
after(() => service.stop());

const act = () => ({ communityId, actor: 'test', address: '192.0.2.1', requestId: 'req_1' });
const event = () => ({ type: 'user.updated', data: { user_id: 'usr_1' }, memberId }) as const;
const written = async (action: string) => {
  const audits = await service.ownerQuery('select actor, subject, details, at from audit_log where action = $1', [
    action,
  ]);
  const events = await service.ownerQuery('select type, created_at from events where community_id = $1', [communityId]);
  return { audits, events };
};

test('the change, its audit rows and its events are committed together, with one time, and the worker is woken once', async () => {
  const before = (await written('test.together')).events.length;
  wakes = 0;
  const result = await change(service.deps, act(), async ({ transaction, at, audit, emit }) => {
    await touchMember(transaction, { communityId, memberId, updatedAt: at });
    service.clock.advance(5000);
    audit('test.together', 'member:1', { fields: ['name'] });
    audit('test.together', 'member:2');
    emit(event(), event());
    assert.equal(wakes, 0, 'not before the commit');
    return 'done';
  });
  assert.equal(result, 'done');
  assert.equal(wakes, 1);
  const { audits, events } = await written('test.together');
  assert.deepEqual(
    audits.map(({ actor, subject, details }) => [actor, subject, details]),
    [
      ['test', 'member:1', { fields: ['name'] }],
      ['test', 'member:2', {}],
    ],
  );
  const added = events.slice(before);
  assert.equal(added.length, 2);
  assert.equal(
    new Set([...audits.map(({ at }) => +(at as Date)), ...added.map((row) => +(row.created_at as Date))]).size,
    1,
  );
});

test('where only the work finds out who acts, its row names that person and community; its other rows keep theirs', async () => {
  const holder = { communityId: null, actor: 'token holder', address: '192.0.2.9', requestId: 'req_2' };
  await change(service.deps, holder, async ({ transaction, at, audit, auditAs }) => {
    await touchMember(transaction, { communityId, memberId, updatedAt: at });
    auditAs({ ...act(), actor: 'partner:7' }, 'test.found_out', 'token:1', { by: 'possession' });
    audit('test.found_out');
  });
  const rows = await service.ownerQuery(
    `select community_id, actor, host(address) as address, request_id, subject, details
     from audit_log where action = 'test.found_out' order by id`,
  );
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      [communityId, 'partner:7', '192.0.2.1', 'req_1', 'token:1', { by: 'possession' }],
      [null, 'token holder', '192.0.2.9', 'req_2', null, {}],
    ],
  );
  await change(service.deps, holder, async ({ transaction, at, auditAs }) => {
    await touchMember(transaction, { communityId, memberId, updatedAt: at });
    auditAs(act(), 'test.only_as');
  });
  assert.equal((await written('test.only_as')).audits.length, 1, 'it counts as the audit row of the change');
});

test('a statement that finds no row to change is no change', async () => {
  const nobody = '00000000-0000-7000-8000-000000000000';
  await change(
    service.deps,
    act(),
    async ({ transaction, at }) => void touchMember(transaction, { communityId, memberId: nobody, updatedAt: at }),
  );
});

test('rows changed without an audit row are refused, and nothing of them stays', async () => {
  const stamp = async () =>
    (await service.ownerQuery('select updated_at from members where id = $1', [memberId]))[0]?.updated_at;
  const before = await stamp();
  service.clock.advance(60_000);
  wakes = 0;
  await assert.rejects(
    change(
      service.deps,
      act(),
      async ({ transaction, at }) => void (await touchMember(transaction, { communityId, memberId, updatedAt: at })),
    ),
    { message: 'a change without an audit row' },
  );
  await assert.rejects(
    change(service.deps, act(), async ({ emit }) => emit(event())),
    { message: 'a change without an audit row' },
  );
  assert.deepEqual(await stamp(), before);
  assert.equal(wakes, 0);
});

test('locks and reads need no audit row', async () => {
  const lock = write<{ id: string }>('test_lock', 'select id from members where id = $id for no key update');
  await change(service.deps, act(), async ({ transaction }) => {
    await lock(transaction, { id: memberId });
  });
});

test('an error of the work undoes the change, its audit rows and its events', async () => {
  const before = await written('test.undone');
  wakes = 0;
  await assert.rejects(
    change(service.deps, act(), async ({ transaction, at, audit, emit, wake }) => {
      await touchMember(transaction, { communityId, memberId, updatedAt: at });
      audit('test.undone');
      emit(event());
      wake();
      throw new Error('no');
    }),
    { message: 'no' },
  );
  assert.deepEqual(await written('test.undone'), before);
  assert.equal(wakes, 0);
});

test('on the installation there are no events', async () => {
  await assert.rejects(
    change(service.deps, { communityId: null, actor: 'test' }, async ({ audit, emit }) => {
      audit('test.nowhere');
      emit(event());
    }),
    { message: 'an event outside a community' },
  );
});
