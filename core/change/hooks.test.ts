/** Acts of the core with and without what modules add. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../test-support/harness.ts';
import { changeMemberStatus } from '../people/members/status.ts';
import { changeMember, type MemberChanges } from '../people/members/update.ts';
import { type Act, type ChangeDeps, change } from './change.ts';
import { type Hooks, hooksWhenAsked, joinHooks, NO_HOOKS } from './hooks.ts';

type Hook = (...given: readonly unknown[]) => Promise<void>;

const service = await testService();
const communityId = (await service.createCommunity()).id;

const newAct = async () => {
  const { uuid } = await service.createMember({ communityId });
  return { communityId, memberId: uuid, actor: 'test' };
};
const statusOf = async (memberId: string) =>
  (await service.ownerQuery('select status from members where id = $1', [memberId]))[0]?.status;

test('without modules members are suspended, come back and leave', async () => {
  const act = await newAct();
  const deps = { ...service.deps, hooks: NO_HOOKS };
  for (const status of ['suspended', 'active', 'left'] as const) {
    await changeMemberStatus(deps, act, status);
    assert.equal(await statusOf(act.memberId), status);
  }
});

test('a module hears of the address that a member had, once it is replaced or removed', async () => {
  const act = await newAct();
  const heard: string[] = [];
  const hooks = joinHooks([{ onAddressChange: [async (_, __, ___, former) => void heard.push(former)] }]);
  const set = (changes: MemberChanges) => changeMember({ ...service.deps, hooks }, act, changes);
  await set({ email: 'Anna@old.example' });
  await set({ name: 'Anna Maria Berger' });
  assert.deepEqual(heard, []);
  await set({ email: 'anna@new.example' });
  await set({ email: null });
  assert.deepEqual(heard, ['Anna@old.example', 'anna@new.example']);
  await changeMember({ ...service.deps, hooks: NO_HOOKS }, act, { email: 'anna@old.example' });
});

test('each module hears of a member who takes part no longer, in the order of the records; a failure undoes the change', async () => {
  const act = await newAct();
  const heard: unknown[] = [];
  const record = (name: string) => ({
    onLeave: [
      async (_: unknown, ofCommunity: number, memberIds: readonly string[], status: string) => {
        heard.push([name, ofCommunity, ...memberIds, status]);
        if (name === 'failing') throw new Error('not now');
      },
    ],
  });
  const leave = (...names: readonly string[]) =>
    changeMemberStatus({ ...service.deps, hooks: joinHooks(names.map(record)) }, act, 'suspended');
  await assert.rejects(leave('failing', 'second'), /not now/);
  assert.equal(await statusOf(act.memberId), 'active');
  await leave('first', 'second');
  const what = [communityId, act.memberId, 'suspended'];
  assert.deepEqual(heard, [
    ['failing', ...what],
    ['first', ...what],
    ['second', ...what],
  ]);
});

test('the reasons that a change notes are read once, at its end, with its time; without modules they come to nothing', async () => {
  const { actor, memberId } = await newAct();
  const read: unknown[] = [];
  const hooks = joinHooks([
    { onDue: [async ({ at }, ofCommunity, reasons) => void read.push([at, ofCommunity, reasons])] },
  ]);
  const note = (deps: ChangeDeps, act: Act) =>
    change(deps, act, async ({ due, audit }) => {
      due([{ reasonKey: 'join.accepted:1', memberId }]);
      due([{ reasonKey: 'proposal.done:1', memberId }]);
      assert.deepEqual(read, []);
      audit('test.noted');
    });
  await note({ ...service.deps, hooks: NO_HOOKS }, { communityId, actor });
  await assert.rejects(note({ ...service.deps, hooks }, { communityId: null, actor }), /a reason outside a community/);
  await note({ ...service.deps, hooks }, { communityId, actor });
  const noted = ['join.accepted:1', 'proposal.done:1'].map((reasonKey) => ({ reasonKey, memberId }));
  assert.deepEqual(read, [[service.clock.now(), communityId, noted]]);
  await assert.rejects(
    change({ ...service.deps, hooks }, { communityId, actor }, async ({ due }) => due(noted)),
    /without an audit row/,
  );
});

test('what modules add is loaded when an act asks for it, and does the same', async () => {
  const heard: unknown[] = [];
  const record = (name: keyof Hooks) => [
    async (...given: readonly unknown[]) => void heard.push([name, ...given.slice(1)]),
    async () => void heard.push([name]),
  ];
  let loaded = 0;
  const hooks = hooksWhenAsked(async () => {
    loaded++;
    return joinHooks([
      {
        onDue: record('onDue'),
        onAddressChange: record('onAddressChange'),
        onErase: record('onErase'),
        onLeave: record('onLeave'),
      },
    ]);
  });
  const names = Object.keys(NO_HOOKS) as (keyof Hooks)[];
  assert.deepEqual(Object.keys(hooks), names);
  assert.equal(loaded, 0);
  for (const name of names) for (const hook of hooks[name]) await (hook as Hook)('within', 7, name);
  assert.deepEqual(
    heard,
    names.flatMap((name) => [[name, 7, name], [name]]),
  );
  const act = { ...(await newAct()), actor: 'test' };
  await changeMemberStatus({ ...service.deps, hooks }, act, 'suspended');
  assert.deepEqual(heard.slice(-2), [['onLeave', communityId, [act.memberId], 'suspended'], ['onLeave']]);
});
