/** Nobody settles or confirms an hour of their own by the mailbox; two members of one mailbox are two. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { signedIn } from '../../../../test-support/console.ts';
import { type TestMember, testService } from '../../../../test-support/harness.ts';
import { actingOf, inPerson } from '../deputies/acting.ts';
import { appointDeputy } from '../deputies/deputies.ts';
import { answerProposal } from './act.ts';
import { propose } from './propose.ts';

const service = await testService();

async function setUp() {
  const office = await signedIn(service);
  const { communityId } = office;
  const join = async (name: string, email = `${randomUUID()}@example.org`) => ({
    ...(await service.createMember({ communityId, name, email })),
    email,
  });
  const accountOf = async ({ uuid }: TestMember) => {
    const [row] = await service.ownerQuery<{ id: number }>('select id::int from accounts where member_id = $1', [uuid]);
    return row?.id ?? 0;
  };
  const deputyOf = async (of: TestMember, who: { deputyMemberId: string } | { name: string; email: string }) => {
    const act = { communityId, actor: 'test', memberId: of.uuid };
    const deputyId = await appointDeputy(service.deps, act, who, { agreedOn: null, how: 'paper' });
    const [row] = await service.ownerQuery<{ person: string }>(
      'select person_id as person from deputies where id = $1',
      [deputyId],
    );
    return actingOf({ memberId: of.uuid, deputyId, deputyPersonId: row?.person ?? null });
  };
  const record = async (by: ReturnType<typeof inPerson>, other: TestMember) => {
    const own = { uuid: by.memberId } as TestMember;
    const { id } = await propose(
      service.deps,
      { communityId },
      {
        ...{ ...by, accountId: await accountOf(own), side: 'helped', time: '1:00', day: '2026-11-18', note: '' },
        ...{ other: { accountId: await accountOf(other), memberId: other.uuid }, listingId: null },
        ...{ form: randomUUID(), again: true },
      },
    );
    return id;
  };
  const confirm = (as: ReturnType<typeof inPerson>, id: string) =>
    answerProposal(service.deps, { communityId }, as, id, { do: 'confirm', seen: 1 });
  return { ...office, communityId, join, deputyOf, record, confirm };
}

const REFUSED = { code: 'not_permitted' };

test('a deputy with the mailbox of the other member does not confirm, be the deputy a member or not', async () => {
  const { join, deputyOf, record, confirm } = await setUp();
  const [anna, otto] = [await join('Anna'), await join('Otto')];
  const [alias, spouse] = [{ name: 'Otto Alias', email: otto.email.toUpperCase() }, await join('Olga', otto.email)];
  const id = await record(inPerson(otto.uuid), anna);
  await assert.rejects(confirm(await deputyOf(anna, alias), id), REFUSED);
  await assert.rejects(confirm(await deputyOf(anna, { deputyMemberId: spouse.uuid }), id), REFUSED);
  assert.equal((await confirm(inPerson(anna.uuid), id)).state, 'confirmed', 'Anna herself does');
});

test('a member does not confirm what a deputy with the same mailbox has proposed for the other', async () => {
  const { join, deputyOf, record, confirm } = await setUp();
  const [anna, otto] = [await join('Anna'), await join('Otto')];
  const alias = await deputyOf(anna, { name: 'Otto Alias', email: otto.email });
  const id = await record(alias, otto);
  await assert.rejects(confirm(inPerson(otto.uuid), id), REFUSED);
});

test('two members of one mailbox confirm each other, flagged; a deputy who shares it with the represented confirms', async () => {
  const { join, deputyOf, record, confirm } = await setUp();
  const ruth = await join('Ruth');
  const karl = await join('Karl', ruth.email);
  const id = await record(inPerson(ruth.uuid), karl);
  assert.equal((await confirm(inPerson(karl.uuid), id)).state, 'confirmed');
  const [row] = await service.ownerQuery('select one_mailbox from proposals where id = $1', [id]);
  assert.deepEqual(row, { one_mailbox: true });
  const helga = await join('Helga');
  const daughter = await deputyOf(helga, { name: 'Anna Brandt', email: helga.email });
  assert.equal((await confirm(daughter, await record(inPerson(ruth.uuid), helga))).state, 'confirmed');
});

test('an administrator settles no hour whose member, or who acts for one, has the address of the account', async () => {
  const { client, slug, email, communityId, join, deputyOf, record } = await setUp();
  const [own, anna, otto] = [await join('Ada', email.toUpperCase()), await join('Anna'), await join('Otto')];
  const settle = (id: string, what: 'confirm' | 'end') =>
    client.call('settleHourProposal', {
      params: { slug, proposalId: encodeId('prp', id) },
      body: { do: what, how: 'telephone', reason: what === 'end' ? 'Nobody knows.' : null, seen: 1 } as never,
    });
  for (const id of [await record(inPerson(own.uuid), anna), await record(inPerson(anna.uuid), own)])
    for (const what of ['confirm', 'end'] as const) {
      const refused = await settle(id, what);
      assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [409, 'own_hour'], what);
    }
  await deputyOf(otto, { name: 'Ada', email });
  assert.equal(
    (await settle(await record(inPerson(otto.uuid), anna), 'confirm')).status,
    409,
    'acts for one of the two',
  );
  const [karl, lena] = [await join('Karl'), await join('Lena')];
  assert.equal((await settle(await record(inPerson(karl.uuid), lena), 'confirm')).status, 200);
  const booked = await service.ownerQuery('select from transfers where community_id = $1', [communityId]);
  assert.equal(booked.length, 1);
});
