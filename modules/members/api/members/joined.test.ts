/** Two entries of one person: what leads to the one that left leads to the one that stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { testService } from '../../../../test-support/harness.ts';
import { setUpInbox } from '../../../../test-support/inbox.ts';
import { reportFile } from '../../../../test-support/movement-reports.ts';
import { selectMemberOfCard } from '../../../members-pages/domain/member-self/queries.ts';
import { decidePair } from '../../domain/decide-pair.ts';

const service = await testService();
service.clock.set('2026-11-30T12:00:00.000Z');

const HOUR = 3600;

/** The second of the members is the first, and the third was the second. */
async function setUp() {
  const inbox = await setUpInbox(service);
  const [stays, joined, older] = inbox.members;
  assert.ok(stays && joined && older);
  const join = (member: typeof stays, other: typeof stays) =>
    decidePair(service.deps, inbox.act, { memberId: member.uuid, otherId: other.uuid }, 'same');
  const lookUp = (reference: string) =>
    service.call('GET', '/users/lookup', { token: inbox.token, query: { payment_reference: reference } });
  return { ...inbox, stays, joined, older, join, lookUp };
}

test('the payment reference of an entry that was joined is that of the one who stays, in the inbox and for partners', async () => {
  const { stays, joined, older, join, lookUp, importFile, approveAll, balances, references, token, listLines } =
    await setUp();
  const order = (at: number, day: string) => ({
    day,
    amount: 20,
    text: `Hours ${references[at]}`,
    reference: `S-${at}-${day}`,
  });
  // A line that names the entry before it is joined.
  await importFile(reportFile('camt.053', [order(1, '2026-11-01')]));
  await join(joined, older);
  await join(stays, joined);
  await importFile(reportFile('camt.053', [order(1, '2026-11-20'), order(2, '2026-11-20')], 2));
  assert.ok((await listLines()).every(({ proposedMemberId }) => encodeId('usr', proposedMemberId ?? '') === stays.id));
  await approveAll();
  assert.deepEqual((await balances()).slice(0, 3), [3 * HOUR, 0, 0]);
  for (const reference of references.slice(0, 3)) {
    const { status, body } = await lookUp(reference);
    assert.deepEqual([status, body.data], [200, { user_id: stays.id, payment_reference: references[0] }]);
  }
  assert.equal((await service.call('GET', `/users/${joined.id}`, { token })).body.error, 'user_not_found');
});

test('whether the one who stays is visible decides, and an entry that came back is itself again', async () => {
  const { stays, joined, join, lookUp, references, communityId } = await setUp();
  await join(stays, joined);
  const [, reference = ''] = references;
  const become = (uuid: string, status: string) =>
    service.ownerQuery('update members set status = $3 where community_id = $1 and id = $2', [
      communityId,
      uuid,
      status,
    ]);
  await become(stays.uuid, 'left');
  assert.equal((await lookUp(reference)).body.error, 'user_not_found');
  await become(stays.uuid, 'active');
  await become(joined.uuid, 'active');
  assert.equal((await lookUp(reference)).body.data.user_id, joined.id);
  // Joined the other way round, each leads to the one who takes part.
  await join(joined, stays);
  for (const one of references.slice(0, 2)) assert.equal((await lookUp(one)).body.data.user_id, joined.id);
});

test('a payer\u2019s choice and a card lead to the one who stays', async () => {
  const { stays, joined, join, importFile, listLines, communityId } = await setUp();
  const payer = { payer: 'Otto', account: 'DE75512108001245126199' };
  await service.ownerQuery(
    `insert into payer_choices (community_id, payer_account, member_id, chosen_by, chosen_at) values ($1, $2, $3, 'test', now())`,
    [communityId, payer.account, joined.uuid],
  );
  await service.ownerQuery(`update members set card = 'ABCDE23456' where community_id = $1 and id = $2`, [
    communityId,
    joined.uuid,
  ]);
  await join(stays, joined);
  await importFile(reportFile('camt.053', [{ day: '2026-11-20', amount: 20, text: 'thanks', ...payer }]));
  const [line] = await listLines();
  assert.deepEqual([line?.reason, line?.proposedMemberId], ['proposed_by_choice', stays.uuid]);
  const [owner] = await selectMemberOfCard(service.deps.database.reads, { communityId, card: 'ABCDE23456' });
  assert.equal(owner?.id, stays.uuid);
});
