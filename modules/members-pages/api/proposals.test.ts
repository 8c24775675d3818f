/** What waits for the office: listed with what both said, settled once, over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import { contestedHour } from '../../../test-support/proposals.ts';

const service = await testService();

/** Two members, and an hour that one has contested. */
async function contested(communityId: number) {
  const names = ['Anna Berger', 'Ben Cohn'] as const;
  const { proposalId, ...members } = await contestedHour(service, communityId, names, '2026-11-18');
  return { ...members, id: encodeId('prp', proposalId) };
}

test('what is contested is listed with both words for the office, and a settlement books it once', async () => {
  const { client, slug, communityId } = await signedIn(service, { role: 'coordinator' });
  const { anna, ben, id } = await contested(communityId);
  const listed = await client.call('listHourProposals', { params: { slug }, query: { state: 'office' } });
  assert.equal(listed.status, 200);
  const [one] = listed.body.data;
  assert.deepEqual(
    [one.id, one.office_reason, one.provider.id, one.receiver.name],
    [id, 'contested', anna.id, 'Ben Cohn'],
  );
  assert.deepEqual(
    one.steps.map(({ actor, act, words }: { actor: string; act: string; words: string | null }) => [actor, act, words]),
    [
      [`member:${anna.id}`, 'propose', null],
      [`member:${ben.id}`, 'contest', 'It was another day.'],
    ],
  );
  const params = { slug, proposalId: id };
  const json = { do: 'confirm', how: 'telephone', seen: 1, time: '2:00' };
  const settled = await client.call('settleHourProposal', { params, json });
  assert.deepEqual([settled.status, settled.body.data.state, settled.body.data.hours], [200, 'confirmed', 2]);
  const again = await client.call('settleHourProposal', { params, json });
  assert.deepEqual([again.status, again.body.error], [409, 'state_conflict']);
  const { body } = await client.call('listExchanges', { params: { slug }, query: {} });
  assert.equal(body.data.length, 1);
});

test('the office reads where both are reached until it is settled; the copy of a member does not have it', async () => {
  const { client, slug, communityId } = await signedIn(service, { role: 'administrator' });
  const { anna, ben, id } = await contested(communityId);
  await service.ownerQuery(
    `insert into member_details (community_id, member_id, phone, second_phone, updated_at)
     values ($1, $2, '0551 11', '0170 12', now()), ($1, $3, '0551 22', null, now())
     on conflict (community_id, member_id) do update set phone = excluded.phone, second_phone = excluded.second_phone`,
    [communityId, anna.uuid, ben.uuid],
  );
  const telephones = { provider: ['0551 11', '0170 12'], receiver: ['0551 22'] };
  const listed = await client.call('listHourProposals', { params: { slug } });
  assert.deepEqual(listed.body.data[0].telephones, telephones);
  const params = { slug, proposalId: id };
  assert.deepEqual((await client.call('getHourProposal', { params })).body.data.telephones, telephones);
  const copy = await client.call('exportMember', { params: { slug, memberId: ben.id } });
  assert.equal(copy.body.data.proposals.length, 1);
  assert.doesNotMatch(copy.text, /0551 11|0170 12/);
  const json = { do: 'end', how: 'telephone', seen: 1, reason: 'Both say so.' };
  const settled = await client.call('settleHourProposal', { params, json });
  assert.deepEqual(settled.body.data.telephones, { provider: [], receiver: [] }, settled.text);
});

test('a settlement ends it with a reason, and refuses what the ledger refuses', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const { id } = await contested(communityId);
  const params = { slug, proposalId: id };
  await service.ownerQuery('update communities set lower_balance_seconds = 0 where id = $1', [communityId]);
  const beyond = await client.call('settleHourProposal', { params, json: { do: 'confirm', how: 'paper', seen: 1 } });
  assert.deepEqual([beyond.status, beyond.body.error], [422, 'limit_exceeded']);
  const wrong = await client.call('settleHourProposal', {
    params,
    json: { do: 'confirm', how: 'paper', seen: 1, time: 'long' },
  });
  assert.deepEqual([wrong.status, wrong.body.error], [422, 'validation_failed']);
  const ended = await client.call('settleHourProposal', {
    params,
    json: { do: 'end', how: 'in_person', seen: 1, reason: 'A mistake.' },
  });
  assert.deepEqual([ended.status, ended.body.data.state], [200, 'ended']);
  const elsewhere = await signedIn(service);
  const foreign = { params: { slug: elsewhere.slug, proposalId: id } };
  assert.equal((await elsewhere.client.call('getHourProposal', foreign)).status, 404);
});
