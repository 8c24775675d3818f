/** A final day on two nodes: what one has closed is final on the other, whatever time the other believes it is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { startTestService, type TestPartner, type TestService } from '../../test-support/harness.ts';
import { fetchStatement, recomputedHash } from '../../test-support/statement-hash.ts';
import { credit, credited, holdLock, reverse } from '../../test-support/wallet.ts';

const DAY = '2026-11-20';
const NEXT = '2026-11-21';

let ahead: TestService;
let behind: TestService;
before(async () => {
  ahead = await startTestService();
  behind = await startTestService({ database: ahead.testDatabase });
});
after(async () => {
  await behind?.stop();
  await ahead?.stop();
});

/** Both clocks stand in the day; a credit is booked on each node. */
async function setUp() {
  for (const { clock } of [ahead, behind]) clock.set(`${DAY}T23:30:00.000Z`);
  const partner = await ahead.createPartner();
  const member = await ahead.createMember(partner);
  const token = await ahead.token(partner);
  const first = await credited(ahead, token, member.id, 1);
  await credited(behind, token, member.id, 2);
  return { partner, userId: member.id, token, first };
}

/** The day as both nodes show it, which is the same. */
async function finalDay(partner: TestPartner) {
  const shown = await fetchStatement(ahead, partner, DAY);
  assert.equal(shown.status, 'final');
  assert.deepEqual(await fetchStatement(behind, partner, DAY), shown);
  for (const node of [ahead, behind]) assert.equal(await recomputedHash(node, partner, DAY), shown.hash);
  return shown;
}

async function assertBooksHold() {
  const { holds, invariants } = await verifyLedger(ahead.deps.database, ahead.clock);
  assert.ok(holds, JSON.stringify(invariants.filter((one) => !one.holds)));
}

for (const [name, at, isBooked] of [
  ['half a minute', `${DAY}T23:59:30.000Z`, true],
  ['ten minutes', `${DAY}T23:50:00.000Z`, false],
] as const) {
  test(`a node that is ${name} before midnight dates nothing into a day that another has closed, and shows it final`, async () => {
    const { partner, userId, token, first } = await setUp();
    ahead.clock.set(`${NEXT}T00:15:00.000Z`);
    const closed = await fetchStatement(ahead, partner, DAY);
    behind.clock.set(at);
    const answers = [await credit(behind, token, userId, 4), await reverse(behind, token, first.id)];
    for (const { status, body } of answers) {
      assert.equal(status, isBooked ? 201 : 503, JSON.stringify(body));
      const booked = body.data?.reversal ?? body.data;
      if (isBooked) assert.deepEqual([booked.booked_on, booked.created_at], [NEXT, `${NEXT}T00:00:00.000Z`]);
    }
    assert.deepEqual(await finalDay(partner), closed);
    await assertBooksHold();
  });
}

test('a credit that waits on one node while another closes the day is a line of that day, or of the next one', async () => {
  const { partner, userId, token } = await setUp();
  behind.clock.set(`${DAY}T23:59:59.000Z`);
  ahead.clock.set(`${NEXT}T00:15:00.000Z`);
  const lock = await holdLock(ahead, 'select from accounts where partner_id = $1 for no key update', [
    partner.partnerId,
  ]);
  const answered = credit(behind, token, userId, 4);
  await lock.waitedForBy(1);
  const read = ahead.call('GET', `/wallet/statements/${DAY}`, { token });
  await lock.release();
  const [{ status, body }] = await Promise.all([answered, read]);
  // On a slow machine its deadline has come before the lock was free.
  assert.ok(status === 201 || status === 503, JSON.stringify(body));
  const { credits } = await finalDay(partner);
  assert.equal(credits.count, body.data?.booked_on === DAY ? 3 : 2);
  await assertBooksHold();
});
