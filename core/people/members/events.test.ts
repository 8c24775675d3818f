import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SCOPES, type Visibility } from '@timebank/contract';
import { changeCommunity } from '../../../modules/office/domain/communities/settings.ts';
import { testChange } from '../../../test-support/changes.ts';
import {
  startTestService,
  type TestMember,
  type TestPartner,
  type TestService,
} from '../../../test-support/harness.ts';
import type { Refusal } from '../../base/refusal.ts';
import { distributeAll } from '../../events/delivery/distribute.ts';
import { changeMemberStatus, type NewStatus, setMemberStatusIn } from './status.ts';
import { changeMember, choosePartnerVisibility, type MemberChanges } from './update.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  ({ clock } = service);
  ({ database } = service.deps);
});
after(() => service.stop());

let communityId: number;
let database: TestService['deps']['database'];
let clock: TestService['clock'];
/** Sees whom the community shows; chosen is the partner for which members make choices. */
let plain: TestPartner;
let chosen: TestPartner;
beforeEach(async () => {
  communityId = (await service.createCommunity()).id;
  plain = await partner();
  chosen = await partner();
});

const TARGET = 'https://hooks.example/';

async function partner(): Promise<TestPartner> {
  const created = await service.createPartner({ communityId });
  await service.call('POST', '/webhooks/subscriptions', {
    token: await service.token(created),
    json: { event_types: ['*'], target_url: TARGET },
  });
  return created;
}

const act = (member: TestMember) => ({ communityId, memberId: member.uuid, actor: 'test' });
const create = (visibility: Visibility | null = null, status: 'active' | 'pending' | 'suspended' = 'active') =>
  service.createMember({ communityId, visibility, status });
const change = (member: TestMember, changes: MemberChanges) => changeMember(service.deps, act(member), changes);
const choose = (member: TestMember, { partnerId }: TestPartner, visibility: Visibility | null) =>
  choosePartnerVisibility(service.deps, act(member), partnerId, visibility);
const become = (member: TestMember, status: NewStatus) => changeMemberStatus(service.deps, act(member), status);
const setDefault = (defaultVisibility: Visibility) =>
  changeCommunity(service.deps, { communityId, actor: 'test' }, { defaultVisibility });

/** Distributes what was appended and forgets it: the kinds a partner gets for a member since the last call. */
async function received(member?: TestMember): Promise<{ plain: string[]; chosen: string[]; rows: number }> {
  await distributeAll(database, clock.now());
  const events = await service.ownerQuery<{ id: string }>('select id from events where community_id = $1', [
    communityId,
  ]);
  const kinds = async ({ partnerId }: TestPartner) =>
    (
      await service.ownerQuery<{ type: string }>(
        `select e.type from deliveries d
         join events e on e.community_id = d.community_id and e.id = d.event_id
         join subscriptions s on s.community_id = d.community_id and s.id = d.subscription_id
         where s.community_id = $1 and s.partner_id = $2 and ($3::text is null or e.data->>'user_id' = $3)
         order by e.id`,
        [communityId, partnerId, member?.id ?? null],
      )
    ).map(({ type }) => type.replace('user.', ''));
  const answer = { plain: await kinds(plain), chosen: await kinds(chosen), rows: events.length };
  await service.ownerQuery('delete from events where community_id = $1', [communityId]);
  return answer;
}
const NOBODY = { plain: [], chosen: [], rows: 0 };
const both = (kind: string) => ({ plain: [kind], chosen: [kind], rows: 1 });

describe('creating', () => {
  for (const status of ['active', 'pending', 'suspended', 'left'] as const) {
    for (const visibility of [null, 'hidden', 'listed'] as const) {
      const seen = status === 'active' && visibility !== 'hidden';
      test(`a member who is ${status} and chose ${visibility} is ${seen ? '' : 'not '}announced`, async () => {
        const member = await service.createMember({ communityId, status, visibility });
        assert.deepEqual(await received(member), seen ? both('activated') : NOBODY);
      });
    }
  }

  test('where the default hides members, only those who chose to be seen are announced', async () => {
    await setDefault('hidden');
    await create();
    assert.deepEqual(await received(), NOBODY);
    await create('listed');
    assert.deepEqual(await received(), both('activated'));
  });

  test('a creation that fails leaves no event', async () => {
    await service.createMember({ communityId, externalId: 'M-1' });
    await received();
    await assert.rejects(service.createMember({ communityId, externalId: 'M-1' }), { code: '23505' });
    assert.deepEqual(await received(), NOBODY);
  });
});

describe('status', () => {
  test('becoming active is user.activated; being suspended or leaving is user.deactivated, once', async () => {
    const member = await create(null, 'pending');
    assert.deepEqual(await received(), NOBODY);
    await become(member, 'active');
    assert.deepEqual(await received(), both('activated'));
    await become(member, 'suspended');
    assert.deepEqual(await received(), both('deactivated'));
    await become(member, 'left');
    assert.deepEqual(await received(), NOBODY);
    await become(member, 'active');
    assert.deepEqual(await received(), both('activated'));
    await become(member, 'left');
    assert.deepEqual(await received(), both('deactivated'));
  });

  test('partners that do not see the member hear nothing', async () => {
    const hidden = await create('hidden');
    await become(hidden, 'suspended');
    await become(hidden, 'active');
    assert.deepEqual(await received(), NOBODY);
    const member = await create();
    await choose(member, chosen, 'hidden');
    await received();
    await become(member, 'suspended');
    assert.deepEqual(await received(), { plain: ['deactivated'], chosen: [], rows: 1 });
    await become(member, 'active');
    assert.deepEqual(await received(), { plain: ['activated'], chosen: [], rows: 1 });
  });

  test('who was seen until the suspension is taken back although the member is hidden before the event is sent', async () => {
    const member = await create();
    await received();
    await become(member, 'suspended');
    await choose(member, chosen, 'hidden');
    await change(member, { visibility: 'hidden' });
    assert.deepEqual(await received(), both('deactivated'));
  });

  test('who was not seen is not named although the member is shown before the event is sent', async () => {
    const member = await create();
    await choose(member, chosen, 'hidden');
    await received();
    await become(member, 'suspended');
    await choose(member, chosen, 'listed');
    assert.deepEqual(await received(), { plain: ['deactivated'], chosen: [], rows: 1 });
  });

  test('a move that is not possible changes nothing and tells nobody', async () => {
    const member = await create();
    await received();
    await assert.rejects(become(member, 'active'), (error: Refusal) => error.code === 'state_conflict');
    const moved = await testChange(service.deps, communityId, (within) =>
      setMemberStatusIn(within, communityId, member.uuid, 'active'),
    );
    assert.equal(moved, false);
    assert.deepEqual(await received(), NOBODY);
    await assert.rejects(
      changeMemberStatus(service.deps, { ...act(member), communityId: communityId + 1 }, 'left'),
      (error: Refusal) => error.code === 'user_not_found',
    );
  });

  test('of two at once one wins, with one event', async () => {
    const member = await create();
    await received();
    const results = await Promise.allSettled([become(member, 'suspended'), become(member, 'suspended')]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.deepEqual(await received(), both('deactivated'));
  });
});

describe('what a member is', () => {
  for (const changes of [{ name: 'Zoë' }, { email: 'z@example.org' }, { language: 'de' }, { externalId: '7' }]) {
    test(`${Object.keys(changes)} of a visible member: user.updated; of a hidden one: nothing`, async () => {
      const member = await create();
      const hidden = await create('hidden');
      await received();
      assert.deepEqual(await change(member, changes), Object.keys(changes));
      assert.deepEqual(await received(), both('updated'));
      assert.deepEqual(await change(member, changes), []);
      assert.deepEqual(await received(), NOBODY);
      await change(hidden, changes.externalId ? { externalId: '8' } : changes);
      assert.deepEqual(await received(), NOBODY);
    });
  }
});

describe('what a member shows', () => {
  /** The member's own choice before and after, for the plain partner and the one with a choice of its own. */
  const cases: [Visibility | null, Visibility | null, Visibility | null, string[], string[]][] = [
    [null, 'hidden', null, ['deactivated'], ['deactivated']],
    ['hidden', null, null, ['activated'], ['activated']],
    ['hidden', 'listed', null, ['activated'], ['activated']],
    [null, 'listed', null, ['updated'], ['updated']],
    ['listed_with_email', null, null, [], []],
    [null, 'hidden', 'listed', ['deactivated'], []],
    ['hidden', 'listed', 'listed', ['activated'], []],
    ['hidden', null, 'hidden', ['activated'], []],
    [null, 'hidden', 'hidden', ['deactivated'], []],
    ['listed', 'listed_with_email', 'listed', ['updated'], []],
  ];
  for (const [own, next, choice, toPlain, toChosen] of cases) {
    test(`own choice ${own} becomes ${next}, for one partner ${choice}`, async () => {
      const member = await create(own);
      if (choice) await choose(member, chosen, choice);
      await received();
      await change(member, { visibility: next });
      const { rows, ...kinds } = await received();
      assert.deepEqual(kinds, { plain: toPlain, chosen: toChosen });
      assert.equal(rows, toPlain.length);
    });
  }

  test('a choice for one partner tells that partner and nobody else', async () => {
    const member = await create();
    await received();
    for (const [choice, kind] of [
      ['hidden', 'deactivated'],
      ['listed', 'activated'],
      ['listed_with_email', 'updated'],
      ['hidden', 'deactivated'],
      [null, 'activated'],
    ] as const) {
      await choose(member, chosen, choice);
      assert.deepEqual(await received(), { plain: [], chosen: [kind], rows: 1 }, String(choice));
    }
    await choose(member, chosen, null);
    assert.deepEqual(await received(), NOBODY);
  });

  test('renamed and hidden in one change: those who lose the member hear that, the other one of the change', async () => {
    const member = await create();
    await choose(member, chosen, 'listed');
    await received();
    await change(member, { name: 'Zoë', visibility: 'hidden' });
    assert.deepEqual(await received(), { plain: ['deactivated'], chosen: ['updated'], rows: 2 });
  });
});

describe('a change of a member', () => {
  test('values that cannot be are refused by name; changes are audited without values', async () => {
    const member = await create();
    await assert.rejects(
      change(member, { name: ' ', email: 'x', language: '?' }),
      (error: Refusal) => error.fields?.map(({ field }) => field).join() === 'name,email,language',
    );
    await service.createMember({ communityId, externalId: 'M-9' });
    await assert.rejects(
      change(member, { externalId: 'M-9' }),
      (error: Refusal) => error.fields?.[0]?.code === 'taken',
    );
    await assert.rejects(
      choosePartnerVisibility(service.deps, act(member), 999_999, 'hidden'),
      (error: Refusal) => error.code === 'partner_not_found',
    );
    await change(member, { email: 'secret@example.org', name: ' New ' });
    const [row] = await service.ownerQuery(
      `select subject, details from audit_log where community_id = $1 and action = 'member.updated'`,
      [communityId],
    );
    assert.deepEqual(row, { subject: member.id, details: { fields: ['name', 'email'] } });
    const { body } = await service.call('GET', `/users/${member.id}`, { token: await service.token(plain) });
    assert.deepEqual([body.data.name, body.data.email], ['New', 'secret@example.org']);
  });
});

describe("the community's default", () => {
  test('shows and hides members who chose nothing, partner by partner', async () => {
    const follows = await create();
    const hidden = await create('hidden');
    const listed = await create('listed');
    const kept = await create();
    const pending = await create(null, 'pending');
    await choose(kept, chosen, 'listed');
    const hiddenFromChosen = await create();
    await choose(hiddenFromChosen, chosen, 'hidden');
    await received();

    await setDefault('hidden');
    await distributeAll(database, clock.now());
    const expected: [TestMember, string[], string[]][] = [
      [follows, ['deactivated'], ['deactivated']],
      [hidden, [], []],
      [listed, [], []],
      [kept, ['deactivated'], []],
      [pending, [], []],
      [hiddenFromChosen, ['deactivated'], []],
    ];
    for (const [member, toPlain, toChosen] of expected) {
      const kinds = await service.ownerQuery<{ type: string; partner_id: number }>(
        `select e.type, s.partner_id from deliveries d
         join events e on e.community_id = d.community_id and e.id = d.event_id
         join subscriptions s on s.community_id = d.community_id and s.id = d.subscription_id
         where e.community_id = $1 and e.member_id = $2`,
        [communityId, member.uuid],
      );
      const of = ({ partnerId }: TestPartner) =>
        kinds.filter((row) => row.partner_id === partnerId).map(({ type }) => type.replace('user.', ''));
      assert.deepEqual([of(plain), of(chosen)], [toPlain, toChosen]);
    }
    assert.equal((await received()).rows, 3);

    await setDefault('listed');
    assert.deepEqual(await received(follows), { plain: ['activated'], chosen: ['activated'], rows: 3 });
    await setDefault('listed_with_email');
    assert.deepEqual(await received(kept), { plain: ['updated'], chosen: [], rows: 3 });
    await setDefault('listed_with_email');
    assert.deepEqual(await received(), NOBODY);
  });

  test('partners that keep a copy find whom it showed', async () => {
    await setDefault('hidden');
    const member = await create();
    const token = await service.token(plain, ['users.read']);
    const { body: before } = await service.call('GET', '/users', { token, query: { per_page: '500' } });
    await setDefault('listed');
    const { body } = await service.call('GET', '/users', { token, query: { sync_token: before.meta.sync_token } });
    assert.ok(body.data.some(({ id, removed }: { id: string; removed?: true }) => id === member.id && !removed));
  });

  test('a partner without the scope hears of nobody', async () => {
    const scopes = SCOPES.filter((scope) => scope !== 'users.read');
    const blind = await service.createPartner({ communityId, scopes });
    const token = await service.token(blind);
    await service.call('POST', '/webhooks/subscriptions', { token, json: { event_types: ['*'], target_url: TARGET } });
    await change(await create(), { name: 'Zoë' });
    await setDefault('hidden');
    await distributeAll(database, clock.now());
    const [row] = await service.ownerQuery<{ count: number }>(
      `select count(*)::int from deliveries d join subscriptions s
         on s.community_id = d.community_id and s.id = d.subscription_id where s.partner_id = $1`,
      [blind.partnerId],
    );
    assert.equal(row?.count, 0);
  });
});
