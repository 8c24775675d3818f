/** The totals by which caps per day are kept: whatever happens between, they are what the day's credits add up to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { type TestPartner, type TestService, testService } from '../../test-support/harness.ts';
import { credit, credited, newReference, reverse } from '../../test-support/wallet.ts';
import { changePartner } from '../partners/provision.ts';
import { closeDueDays, STATEMENT_JOBS } from '../statements/close-days.ts';
import { createPostTransfers } from './post-batch.ts';

const HOUR = 3600;
const RULE = "The day's totals of a partner with a cap per day equal its credits.";
const service = await testService();

async function setUp(caps: Parameters<TestService['createPartner']>[0] = {}) {
  service.clock.set('2026-11-20T09:30:00.000Z');
  const partner = await service.createPartner(caps);
  return { partner, member: await service.createMember(partner), token: await service.token(partner) };
}

const change = (partner: TestPartner, changes: Parameters<typeof changePartner>[2]) =>
  changePartner(service.deps, { ...partner, actor: 'test' }, changes);

const totalsOf = ({ partnerId }: TestPartner) =>
  service.ownerQuery<{ day: string; kind: string; seconds: number }>(
    `select d.day::text, a.kind, d.credited_seconds::int as seconds
     from credit_days d join accounts a on a.community_id = d.community_id and a.id = d.account_id
     where d.partner_id = $1 order by d.day, a.kind`,
    [partnerId],
  );

async function offenders(): Promise<string[]> {
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  return invariants.flatMap(({ rule, offenders }) => (rule === RULE ? offenders.map(({ subject }) => subject) : []));
}

test('a cap that is set at noon counts what was credited in the morning, each time it is set', async () => {
  const { partner, member, token } = await setUp();
  await credited(service, token, member.id, 3);
  await change(partner, { maxMemberDaySeconds: 4 * HOUR });
  assert.equal((await credit(service, token, member.id, 1.5)).status, 422);
  assert.equal((await credit(service, token, member.id, 0.5)).status, 201);
  await change(partner, { maxMemberDaySeconds: null });
  await credited(service, token, member.id, 2);
  await change(partner, { maxPartnerDaySeconds: 6 * HOUR });
  assert.equal((await credit(service, token, member.id, 1)).status, 422);
  assert.equal((await credit(service, token, member.id, 0.5)).status, 201);
  assert.deepEqual(await offenders(), []);
});

test('a partner without a cap per day pays for no totals', async () => {
  const { partner, member, token } = await setUp();
  await credited(service, token, member.id, 3);
  assert.deepEqual(await totalsOf(partner), []);
});

test('a reversal gives no room back, and another partner has totals of its own', async () => {
  const { partner, member, token } = await setUp({ maxMemberDaySeconds: 4 * HOUR });
  const other = await service.createPartner({ communityId: partner.communityId, maxMemberDaySeconds: 4 * HOUR });
  const booked = await credited(service, token, member.id, 3);
  await reverse(service, token, booked.id, 'returned');
  assert.equal((await credit(service, token, member.id, 2)).status, 422);
  assert.equal((await credit(service, await service.token(other), member.id, 4)).status, 201);
  assert.deepEqual(await totalsOf(partner), [
    { day: '2026-11-20', kind: 'member', seconds: 3 * HOUR },
    { day: '2026-11-20', kind: 'settlement', seconds: 3 * HOUR },
  ]);
  assert.deepEqual(await offenders(), []);
});

test('a reversal that is booked together with a credit takes no room', async () => {
  const { partner, member, token } = await setUp({ maxMemberDaySeconds: 8 * HOUR });
  const first = await credited(service, token, member.id, 1);
  const second = await credited(service, token, member.id, 2);
  await reverse(service, token, first.id);
  const post = createPostTransfers(service.deps.database, service.clock, () => {});
  const { communityId, partnerId } = partner;
  const by = { communityId, partnerId, recordedBy: 'test', reference: newReference() };
  const [reversed, corrected] = await Promise.all([
    post({ ...by, kind: 'credit_reversal', creditId: decodeId('crd', second.id) ?? '', reason: null }),
    post({
      ...by,
      kind: 'credit',
      memberId: member.uuid,
      amountSeconds: 3 * HOUR,
      note: null,
      correctsId: decodeId('crd', first.id) ?? '',
    }),
  ]);
  assert.deepEqual([reversed.result, corrected.result], ['posted', 'posted']);
  assert.deepEqual(
    (await totalsOf(partner)).map(({ seconds }) => seconds),
    [6 * HOUR, 6 * HOUR],
  );
  assert.deepEqual(await offenders(), []);
});

test('a cap that is set while credits are booked misses none of them', async () => {
  const { partner, member, token } = await setUp();
  const posts = Array.from({ length: 60 }, () => credit(service, token, member.id, 0.25));
  await change(partner, { maxPartnerDaySeconds: 1000 * HOUR });
  await Promise.all([...posts, ...Array.from({ length: 20 }, () => credit(service, token, member.id, 0.25))]);
  assert.deepEqual(
    (await totalsOf(partner)).map(({ seconds }) => seconds),
    [20 * HOUR, 20 * HOUR],
  );
  assert.deepEqual(await offenders(), []);
});

test('totals of final days go, those of open days stay', async () => {
  const { partner, member, token } = await setUp({ maxMemberDaySeconds: 4 * HOUR });
  await credited(service, token, member.id, 1);
  service.clock.set('2026-11-21T00:20:00.000Z');
  await credited(service, await service.token(partner), member.id, 2);
  while ((await closeDueDays(service.deps.database, service.clock)) > 0);
  const clean = STATEMENT_JOBS.find(({ name }) => name === 'delete totals of final days');
  await clean?.run(service.deps, new AbortController().signal);
  assert.deepEqual(
    (await totalsOf(partner)).map(({ day }) => day),
    ['2026-11-21', '2026-11-21'],
  );
  assert.deepEqual(await offenders(), []);
});

test('ledger verify finds a total that was changed, is missing or is too much', async () => {
  const { partner, member, token } = await setUp({ maxMemberDaySeconds: 4 * HOUR });
  await credited(service, token, member.id, 1);
  const account = `partner ${partner.partnerId} on 2026-11-20, account ${member.accountId}`;
  const change = (sql: string) => service.ownerQuery(sql, [partner.partnerId, member.accountId]);
  const where = 'where partner_id = $1 and account_id = $2';
  await change(`update credit_days set credited_seconds = credited_seconds + 1 ${where}`);
  assert.deepEqual(await offenders(), [account]);
  await change(`delete from credit_days ${where}`);
  assert.deepEqual(await offenders(), [account]);
  await service.ownerQuery(
    `insert into credit_days values (${partner.communityId}, $1, '2026-11-20', $2, ${HOUR}), (${partner.communityId}, $1, '2026-11-20', $2 + 1000000, 1)`,
    [partner.partnerId, member.accountId],
  );
  assert.deepEqual(await offenders(), [account.replace(String(member.accountId), String(member.accountId + 1000000))]);
  await change('delete from credit_days where partner_id = $1 and account_id > $2');
});
