import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '@timebank/contract';
import { testService } from '../../../test-support/harness.ts';
import { credited, reverse } from '../../../test-support/wallet.ts';

const HOUR = 3600;
const service = await testService();

async function me(token: string) {
  const { status, body } = await service.call('GET', '/me', { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('a partner reads itself, its community, its scopes and the token\u2019s, its limits and its secrets\u2019 ends', async () => {
  const community = await service.createCommunity({ name: 'Sand', kind: 'sandbox' });
  const scopes = ['users.read', 'wallet.read'] as const;
  const partner = await service.createPartner({
    communityId: community.id,
    name: 'Bank',
    scopes,
    rateLimitPerMinute: 7,
  });
  await service.createPartner({ communityId: community.id, name: 'Another' });
  const data = await me(await service.token(partner, ['users.read']));
  const { caps, secrets, ...rest } = data;
  assert.deepEqual(rest, {
    partner: { name: 'Bank', status: 'active', client_id: partner.clientId, environment: 'sandbox' },
    community: { name: 'Sand', slug: community.slug, kind: 'sandbox' },
    scopes: { token: ['users.read'], partner: ['users.read', 'wallet.read'] },
    exchange_rates: [],
    requests_per_minute: 7,
    keys: null,
    keys_only: false,
    bound_tokens_only: false,
    partner_api: { enabled: true },
  });
  const hint = `tb_cs_test_\u2026${partner.clientSecret.slice(-4)}`;
  assert.deepEqual(secrets, [{ hint, created_at: '2026-11-20T09:30:00.000Z', expires_at: null }]);
  assert.deepEqual(
    caps.map(({ code, limit_hours }: { code: string; limit_hours: number }) => `${code} ${limit_hours}`),
    ['max_credit_hours 1000', 'max_member_day_hours null', 'max_partner_day_hours null', 'upper_balance 100'],
  );
  const text = JSON.stringify(data);
  assert.ok(!text.includes(partner.clientSecret) && !text.includes('Another'));
  assert.equal((await me(await service.token(await service.createPartner()))).requests_per_minute, null);
});

test('a cap shows what is left today: gross, of the own credits, full again at midnight UTC', async () => {
  const caps = { maxCreditSeconds: 8 * HOUR, maxMemberDaySeconds: 9 * HOUR, maxPartnerDaySeconds: 10 * HOUR };
  const partner = await service.createPartner(caps);
  const { communityId } = partner;
  await service.ownerQuery('update communities set upper_balance_seconds = 72000 where id = $1', [communityId]);
  const member = await service.createMember(partner);
  const token = await service.token(partner);
  const other = await service.token(await service.createPartner({ communityId }));
  await credited(service, other, member.id, 5);
  const { id } = await credited(service, token, member.id, 2.25);
  await reverse(service, token, id);
  await credited(service, token, member.id, 0.01);
  const midnight = '2026-11-21T00:00:00.000Z';
  const ofMember = { remaining_hours: null, remaining_seconds: null };
  const whole = { limit_hours: 10, limit_seconds: 36_000 };
  assert.deepEqual((await me(token)).caps, [
    {
      ...{ code: 'max_credit_hours', limit_hours: 8, limit_seconds: 28_800 },
      ...{ remaining_hours: 8, remaining_seconds: 28_800, resets_at: null },
    },
    { code: 'max_member_day_hours', limit_hours: 9, limit_seconds: 32_400, ...ofMember, resets_at: midnight },
    { code: 'max_partner_day_hours', ...whole, remaining_hours: 7.74, remaining_seconds: 27_864, resets_at: midnight },
    { code: 'upper_balance', limit_hours: 20, limit_seconds: 72_000, ...ofMember, resets_at: null },
  ]);
  service.clock.set(midnight);
  const [, , next] = (await me(await service.token(partner))).caps;
  assert.deepEqual([next.remaining_seconds, next.resets_at], [36_000, '2026-11-22T00:00:00.000Z']);
  service.clock.set('2026-11-20T09:30:00.000Z');
});

test('only live secrets are listed, with their expiry', async () => {
  const partner = await service.createPartner();
  const token = await service.token(partner);
  await service.ownerQuery(
    `insert into credentials (community_id, partner_id, secret_hash, secret_hint, created_at, expires_at, revoked_at)
     select c.community_id, c.partner_id, sha256(m.hint::bytea), m.hint, c.created_at, m.expires_at, m.revoked_at
     from credentials c, (values ('soon', '2026-11-20T10:00:00Z'::timestamptz, null::timestamptz),
       ('over', '2026-11-20T09:30:00Z', null), ('gone', null, '2026-11-20T09:00:00Z')) as m (hint, expires_at, revoked_at)
     where c.id = $1`,
    [partner.credentialId],
  );
  const { secrets } = await me(token);
  assert.deepEqual(
    secrets.slice(1).map(({ hint, expires_at }: { hint: string; expires_at: string }) => [hint, expires_at]),
    [['soon', '2026-11-20T10:00:00.000Z']],
  );
});

test('a token with any one scope suffices; none does not, and no call goes without a token', async () => {
  const partner = await service.createPartner();
  for (const scope of SCOPES) assert.deepEqual((await me(await service.token(partner, [scope]))).scopes.token, [scope]);
  const token = await service.token(partner, ['users.read']);
  await service.ownerQuery(`update partners set scopes = '{wallet.read}' where id = $1`, [partner.partnerId]);
  const lost = await service.call('GET', '/me', { token });
  assert.deepEqual([lost.status, lost.body.error], [403, 'insufficient_scope']);
  assert.equal((await service.call('GET', '/me')).status, 401);
});
