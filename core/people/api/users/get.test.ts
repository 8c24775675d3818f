import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestMember, type TestPartner, testService } from '../../../../test-support/harness.ts';

const service = await testService();

const UNKNOWN_ID = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';
const VISIBILITIES = [null, 'hidden', 'listed', 'listed_with_email'] as const;

async function auditCount(communityId: number): Promise<number> {
  const [row] = await service.ownerQuery<{ count: number }>(
    `select count(*)::int as count from audit_log where community_id = $1 and action = 'email.read'`,
    [communityId],
  );
  return row?.count ?? 0;
}

test('a member is read with exactly the fields of its scope', async () => {
  const partner = await service.createPartner();
  const member = await service.createMember({ ...partner, name: 'Zoë Weiß', email: 'zoe@example.org' });
  const plain = await service.call('GET', `/users/${member.id}`, {
    token: await service.token(partner, ['users.read']),
  });
  const expected = {
    id: member.id,
    name: 'Zoë Weiß',
    status: 'active',
    created_at: '2026-11-20T09:30:00.000Z',
    updated_at: '2026-11-20T09:30:00.000Z',
  };
  assert.equal(plain.status, 200);
  assert.deepEqual(plain.body, { data: expected });
  assert.equal(plain.headers.get('cache-control'), 'private, no-store');

  const token = await service.token(partner, ['users.read', 'users.pii']);
  const withEmail = await service.call('GET', `/users/${member.id}`, { token });
  assert.deepEqual(withEmail.body, { data: { ...expected, email: 'zoe@example.org' } });

  const refused = await service.call('GET', `/users/${member.id}?fields=email`, { token });
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'unknown_parameter']);

  const head = await service.call('HEAD', `/users/${member.id}`, { token });
  assert.equal(head.status, 200);
});

test('the partner-specific choice wins over the member\u2019s, and that over the community\u2019s, for every scope', async () => {
  for (const communityDefault of VISIBILITIES.slice(1) as ('hidden' | 'listed' | 'listed_with_email')[]) {
    const community = await service.createCommunity({ defaultVisibility: communityDefault });
    const partner = await service.createPartner({ communityId: community.id });
    const other = await service.createPartner({ communityId: community.id });
    const withoutPii = await service.token(partner, ['users.read']);
    const withPii = await service.token(partner);
    for (const own of VISIBILITIES) {
      for (const forPartner of VISIBILITIES) {
        const member = await service.createMember({
          communityId: community.id,
          email: 'a@example.org',
          ...(own ? { visibility: own } : {}),
        });
        if (forPartner) await setForPartner(partner, member, forPartner);
        // A choice for another partner changes nothing here.
        await setForPartner(other, member, 'hidden');
        const effective = forPartner ?? own ?? communityDefault;
        const about = `${communityDefault} / ${own} / ${forPartner}`;
        const plain = await service.call('GET', `/users/${member.id}`, { token: withoutPii });
        const pii = await service.call('GET', `/users/${member.id}`, { token: withPii });
        assert.equal(plain.status, effective === 'hidden' ? 404 : 200, about);
        assert.equal(pii.status, effective === 'hidden' ? 404 : 200, about);
        if (effective === 'hidden') continue;
        assert.equal('email' in plain.body.data, false, about);
        assert.equal(pii.body.data.email, effective === 'listed' ? null : 'a@example.org', about);
      }
    }
  }
});

async function setForPartner(partner: TestPartner, member: TestMember, visibility: string): Promise<void> {
  await service.ownerQuery(
    `insert into member_partner_visibility (community_id, member_id, partner_id, visibility) values ($1, $2, $3, $4)`,
    [partner.communityId, member.uuid, partner.partnerId, visibility],
  );
}

test('unknown, malformed, foreign, inactive and hidden members get one answer', async () => {
  const partner = await service.createPartner();
  const foreign = await service.createMember({ communityId: (await service.createCommunity()).id });
  const ids = [
    UNKNOWN_ID,
    foreign.id,
    'usr_',
    'usr_1',
    'lst_01jd3h6m8nfdwtv0k2x9q4z7ab',
    '1',
    '%00',
    "'",
    '%F0%9F%98%80',
  ];
  for (const status of ['pending', 'suspended', 'left'] as const) {
    ids.push((await service.createMember({ ...partner, status })).id);
  }
  ids.push((await service.createMember({ ...partner, visibility: 'hidden' })).id);
  ids.push(foreign.id.toUpperCase(), foreign.uuid, `${UNKNOWN_ID}${'x'.repeat(200)}`);
  for (const scopes of [['users.read'], ['users.read', 'users.pii']] as const) {
    const token = await service.token(partner, [...scopes]);
    const answers = new Set<string>();
    for (const id of ids) {
      const { status, body } = await service.call('GET', `/users/${id}`, { token });
      assert.equal(status, 404, id);
      answers.add(JSON.stringify({ ...body, request_id: '' }));
    }
    assert.equal(answers.size, 1);
    assert.match([...answers][0] ?? '', /"user_not_found"/);
  }
  assert.equal(await auditCount(partner.communityId), 0);
});

test('without the scope users.read nothing is read, without a token neither', async () => {
  const partner = await service.createPartner();
  const member = await service.createMember({ ...partner });
  const token = await service.token(partner, ['users.pii', 'wallet.read']);
  const refused = await service.call('GET', `/users/${member.id}`, { token });
  assert.deepEqual([refused.status, refused.body.error], [403, 'insufficient_scope']);
  const anonymous = await service.call('GET', `/users/${member.id}`);
  assert.deepEqual([anonymous.status, anonymous.body.error], [401, 'invalid_token']);
});

test('each of a thousand reads, a hundred at once, gets its own member, and each address leaves one audit row', async () => {
  const partners = await Promise.all([service.createPartner(), service.createPartner()]);
  const reads: { id: string; token: string; email: string | undefined }[] = [];
  for (const partner of partners) {
    const pii = await service.token(partner);
    const plain = await service.token(partner, ['users.read']);
    for (let at = 0; at < 10; at++) {
      const email = at % 5 === 0 ? null : `m${at}.${partner.partnerId}@example.org`;
      const { id } = await service.createMember({ ...partner, email });
      for (let again = 0; again < 25; again++) {
        reads.push({ id, token: pii, email: email ?? 'none' }, { id, token: plain, email: undefined });
      }
    }
  }
  // 100 at once, of all members, partners and scopes: a slow machine has no answer to all of them within five seconds.
  const rounds = Map.groupBy(reads.entries(), ([at]) => Math.floor(at / 2) % 10);
  for (const round of rounds.values()) {
    await Promise.all(
      round.map(async ([, { id, token, email }]) => {
        const { status, body } = await service.call('GET', `/users/${id}`, { token });
        assert.equal(status, 200);
        assert.equal(body.data.id, id);
        assert.equal('email' in body.data ? (body.data.email ?? 'none') : undefined, email);
      }),
    );
  }
  for (const { communityId } of partners) assert.equal(await auditCount(communityId), 8 * 25);
});

test('the audit row says who, with which token, what, when and how many, and holds no address', async () => {
  const partner = await service.createPartner();
  const member = await service.createMember({ ...partner, email: 'private@example.org' });
  const token = await service.token(partner);
  const { headers } = await service.call('GET', `/users/${member.id}`, { token });
  const rows = await service.ownerQuery(
    `select a.at, a.actor, a.action, a.subject, host(a.address) as address, a.request_id, a.details
     from audit_log a where a.community_id = $1 and a.action = 'email.read'`,
    [partner.communityId],
  );
  const [stored] = await service.ownerQuery<{ hash: string }>(
    `select left(encode(token_hash, 'hex'), 32) as hash from access_tokens where community_id = $1`,
    [partner.communityId],
  );
  assert.deepEqual(rows, [
    {
      at: service.clock.now(),
      actor: `partner:${partner.partnerId}`,
      action: 'email.read',
      subject: member.id,
      address: '127.0.0.1',
      request_id: headers.get('x-request-id'),
      details: { operation: 'getUser', token: stored?.hash, count: 1 },
    },
  ]);
});
