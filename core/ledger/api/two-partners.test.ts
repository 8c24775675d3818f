import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { type TestMember, type TestPartner, type TestService, testService } from '../../../test-support/harness.ts';
import { credit, credited, newReference, reverse, tally } from '../../../test-support/wallet.ts';
import { choosePartnerVisibility } from '../../people/members/update.ts';
import { closeAllDays } from '../../statements/close-days.ts';
import type { CreditPosting, Outcome } from '../types.ts';

const HOUR = 3600;
const service = await testService();

/** Two partners of one community, each with its token, and members both may see. */
async function setUp(caps: Parameters<TestService['createPartner']>[0] = {}, at = '2026-11-20T09:30:00.000Z') {
  service.clock.set(at);
  const one = await service.createPartner(caps);
  const other = await service.createPartner({ ...caps, communityId: one.communityId });
  const [member, second] = [await service.createMember(one), await service.createMember(one)];
  const [oneToken, otherToken] = [await service.token(one), await service.token(other)];
  return { one, other, member, second, oneToken, otherToken };
}

/** One batch of the ledger: what is asked for while the first request is under way is posted together. */
async function postTogether(
  credits: readonly (readonly [TestPartner, TestMember, number])[],
): Promise<readonly Outcome[]> {
  const requests = credits.map(([{ communityId, partnerId }, { uuid }, hours]): CreditPosting => {
    const amountSeconds = Math.round(hours * HOUR);
    return {
      ...{ kind: 'credit', communityId, partnerId, memberId: uuid, amountSeconds },
      ...{ reference: newReference(), note: null, recordedBy: `partner:${partnerId}` },
    };
  });
  const first = await service.createPartner();
  const opener = await service.createMember(first);
  const opening: CreditPosting = {
    ...{ kind: 'credit', communityId: first.communityId, partnerId: first.partnerId },
    ...{ memberId: opener.uuid, amountSeconds: HOUR, reference: 'opening', note: null, recordedBy: 'test' },
  };
  const [, ...outcomes] = await Promise.all([opening, ...requests].map(service.deps.postTransfers));
  return outcomes;
}

const results = (outcomes: readonly Outcome[]) => outcomes.map(({ result }) => result);
const capOf = (outcome: Outcome | undefined) =>
  outcome?.result === 'refused' ? outcome.fields?.map(({ code }) => code).join() : outcome?.result;

async function statement(token: string, date: string) {
  const { status, body } = await service.call('GET', `/wallet/statements/${date}`, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('each partner has a daily cap per member of its own, also when both credit the member in one batch', async () => {
  const { one, other, member, second, oneToken, otherToken } = await setUp({ maxMemberDaySeconds: 10 * HOUR });
  await credited(service, oneToken, member.id, 8);
  await credited(service, otherToken, member.id, 7);
  const together = await postTogether([
    [one, member, 2],
    [other, member, 3],
    [one, second, 10],
  ]);
  assert.deepEqual(results(together), ['posted', 'posted', 'posted']);
  const beyond = await postTogether([
    [one, member, 0.01],
    [other, member, 0.01],
    [other, second, 10],
  ]);
  assert.deepEqual(beyond.map(capOf), ['max_member_day_hours', 'max_member_day_hours', 'posted']);
});

test('each partner has a daily cap of its own, also in one batch, and a reversal neither frees nor uses it', async () => {
  const { one, other, member, second, oneToken } = await setUp({ maxPartnerDaySeconds: 10 * HOUR });
  const { id } = await credited(service, oneToken, member.id, 4);
  assert.equal((await reverse(service, oneToken, id)).status, 201);
  const outcomes = await postTogether([
    [one, second, 6],
    [other, second, 10],
    [one, second, 0.01],
    [other, member, 0.01],
  ]);
  assert.deepEqual(outcomes.map(capOf), ['posted', 'posted', 'max_partner_day_hours', 'max_partner_day_hours']);
});

test('a member’s choice for one partner does not decide whom the other may credit or whose balance it reads', async () => {
  const { one, other, member, oneToken, otherToken } = await setUp();
  const act = { communityId: one.communityId, memberId: member.uuid, actor: 'test' };
  const choose = (partner: TestPartner, visibility: 'hidden' | null) =>
    choosePartnerVisibility(service.deps, act, partner.partnerId, visibility);
  const answers = async () => {
    const statuses: number[] = [];
    for (const token of [oneToken, otherToken]) {
      statuses.push((await credit(service, token, member.id, 1)).status);
      statuses.push((await service.call('GET', `/wallet/balance/${member.id}`, { token })).status);
    }
    return statuses;
  };
  await choose(one, 'hidden');
  assert.deepEqual(await answers(), [404, 404, 201, 200]);
  await choose(other, 'hidden');
  await choose(one, null);
  assert.deepEqual(await answers(), [201, 200, 404, 404]);
});

test('a statement opens with what its own partner had, however many days of another are frozen', async () => {
  const { one, other, member, oneToken } = await setUp({}, '2026-11-20T12:00:00.000Z');
  await credited(service, oneToken, member.id, 5);
  service.clock.set('2026-11-21T12:00:00.000Z');
  const { database } = service.deps;
  await closeAllDays(database, service.clock, one.communityId, one.partnerId, '2026-11-20');
  const later = await service.createPartner({ communityId: one.communityId });
  const tokens = { other: await service.token(other), later: await service.token(later) };
  await credited(service, tokens.other, member.id, 2);
  await credited(service, tokens.later, member.id, 3);
  const opening = async (token: string, date: string) => (await statement(token, date)).opening_hours;
  // Nothing of theirs is frozen yet, and the other's day before is.
  assert.equal(await opening(tokens.later, '2026-11-21'), 0);
  assert.equal(await opening(tokens.other, '2026-11-21'), 0);
  assert.equal(await opening(await service.token(one), '2026-11-21'), 5);

  service.clock.set('2026-11-22T12:00:00.000Z');
  await closeAllDays(database, service.clock, one.communityId, one.partnerId, '2026-11-21');
  assert.equal(await opening(await service.token(other), '2026-11-22'), 2);
  assert.equal(await opening(await service.token(later), '2026-11-22'), 3);
  const yesterday = await statement(await service.token(other), '2026-11-21');
  assert.deepEqual([yesterday.status, yesterday.opening_hours, yesterday.closing_hours], ['final', 0, 2]);
  assert.equal(await opening(await service.token(one), '2026-11-22'), 5);
});

test('two partners that credit and take back at once each find their own sum, and the member the whole', async () => {
  const { member, oneToken, otherToken } = await setUp();
  const own = [await credited(service, oneToken, member.id, 1), await credited(service, otherToken, member.id, 2)];
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, (_, at) => credit(service, at % 2 ? oneToken : otherToken, member.id, 0.5)),
    reverse(service, oneToken, own[0]?.id ?? ''),
    reverse(service, otherToken, own[1]?.id ?? ''),
    reverse(service, otherToken, own[0]?.id ?? ''),
  ]);
  assert.deepEqual(tally(answers), { 201: 22, 404: 1 });
  for (const token of [oneToken, otherToken]) {
    assert.equal((await statement(token, '2026-11-20')).closing_hours, 5);
    const { body } = await service.call('GET', `/wallet/balance/${member.id}`, { token });
    assert.equal(body.data.balance_hours, 10);
  }
});

test('the ledger holds after all of this', async () => {
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
});
