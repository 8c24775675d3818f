import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runJson } from '../../../../test-support/command.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

test("a partner's days and their lines read as the partner reads them, with the members' names", async () => {
  const person = await signedIn(service);
  const { slug, communityId } = person;
  const partner = await service.createPartner({ communityId });
  const member = await service.createMember({ communityId, name: 'Anna Berger' });
  const token = await service.token(partner);
  const credit = async (reference: string, hours: number) => {
    const json = { user_id: member.id, hours, reference };
    return (await service.call('POST', '/wallet/credit', { token, json })).body.data.id as string;
  };
  const day = service.clock.now().toISOString().slice(0, 10);
  await credit('A-1', 1.5);
  const second = await credit('A-2', 2);
  await service.call('POST', `/wallet/credits/${second}/reversal`, { token, json: { reference: 'A-2' } });
  const params = { slug, partnerId: partner.partnerId };
  const statement = async (client: typeof person.client, date: string) =>
    await client.call('getPartnerStatement', { params: { ...params, date } });
  const open = await statement(person.client, day);
  assert.deepEqual(open.body.data, (await service.call('GET', `/wallet/statements/${day}`, { token })).body.data);
  assert.deepEqual([open.body.data.status, open.body.data.closing_hours], ['open', 1.5]);
  for (const date of ['2999-01-01', 'x', '2026-02-30']) {
    assert.equal((await statement(person.client, date)).body.error, 'statement_not_found');
  }

  service.clock.advance(24 * 3_600_000);
  const { client } = await signedIn(service, { communityId, slug });
  assert.equal((await client.call('listPartnerStatements', { params })).body.data.length, 0);
  assert.equal((await statement(client, day)).body.data.status, 'final');
  const list = await client.call('listPartnerStatements', { params });
  assert.deepEqual(
    list.body.data.map((row: { date: string; credits: object }) => [row.date, row.credits]),
    [[day, { count: 2, hours: 3.5, seconds: 12_600 }]],
  );

  const lines = async (query: object) => (await client.call('listPartnerCredits', { params, query })).body;
  const all = await lines({ booked_on: day });
  assert.deepEqual(
    all.data.map((line: { credit: { reference: string; status: string }; user_name: string }) => [
      line.credit.reference,
      line.credit.status,
      line.user_name,
    ]),
    [
      ['A-2', 'reversed', 'Anna Berger'],
      ['A-1', 'posted', 'Anna Berger'],
    ],
  );
  assert.equal(all.data[0].payment_reference, member.paymentReference);
  assert.equal((await lines({ reversed_on: day })).data.length, 1);
  assert.equal((await lines({ reference: 'A-1' })).data.length, 1);
  assert.equal((await lines({ status: 'posted' })).data.length, 1);
  const first = await lines({ per_page: 1 });
  const next = await lines({ per_page: 1, cursor: first.meta.next_cursor });
  assert.deepEqual([first.meta.has_more, next.data[0].credit.reference, next.meta.has_more], [true, 'A-1', false]);
});

test('a credit tells its payment as the partner sent it, and which credit it replaces or is replaced by, on every list', async () => {
  const person = await signedIn(service);
  const { slug, communityId, client } = person;
  const partner = await service.createPartner({ communityId });
  const member = await service.createMember({ communityId });
  const token = await service.token(partner);
  const credit = async (json: object) => {
    const { body } = await service.call('POST', '/wallet/credit', { token, json: { user_id: member.id, ...json } });
    return body.data.id as string;
  };
  const payment = { amount: '25.00', currency: 'EUR', value_date: '2026-11-20', end_to_end_id: 'RENT-2026-11' };
  await credit({ reference: 'PLAIN', hours: 1 });
  const wrong = await credit({ reference: 'WRONG', hours: 10, payment });
  await service.call('POST', `/wallet/credits/${wrong}/reversal`, { token, json: { reference: 'BACK' } });
  await credit({ reference: 'RIGHT', hours: 1, payment: { amount: '25.00' }, corrects: wrong });

  type Shown = { payment: object | null; corrects_reference: string | null; corrected_by_reference: string | null };
  const summaryOf = (reference: string, one: Shown) => [
    reference,
    one.payment,
    one.corrects_reference,
    one.corrected_by_reference,
  ];
  const right = ['RIGHT', { amount: '25.00' }, 'WRONG', null];
  const replaced = ['WRONG', payment, null, 'RIGHT'];
  const plain = ['PLAIN', null, null, null];
  const params = { slug, partnerId: partner.partnerId };
  const { data } = (await client.call('listPartnerCredits', { params })).body;
  assert.deepEqual(
    data.map((line: Shown & { credit: { reference: string; payment: object | null } }) =>
      summaryOf(line.credit.reference, { ...line, payment: line.credit.payment }),
    ),
    [right, replaced, plain],
  );
  const history = async () => {
    const lines = (await client.call('listMemberTransfers', { params: { slug, memberId: member.id } })).body.data;
    return lines.map((line: Shown & { reference: string }) => summaryOf(line.reference, line));
  };
  assert.deepEqual(await history(), [right, ['BACK', null, null, null], replaced, plain]);
  const file = new TextEncoder().encode('entry_reference,amount,currency,booked_on\nX,1.00,EUR,2999-01-01\n');
  const { id } = (await client.call('reconcileStatement', { params, file })).body.data;
  const query = { reconciliation_id: String(id) };
  const lines = (await client.call('listReconciliationLines', { params, query })).body.data;
  const open = lines.flatMap(({ kind, credit }: { kind: string; credit: Shown & { reference: string } }) =>
    kind === 'credited_not_on_statement' ? [summaryOf(credit.reference, credit)] : [],
  );
  assert.deepEqual(open, [plain, right]);
  await service.ownerQuery('update members set erased_at = now() where id = $1', [member.uuid]);
  assert.deepEqual((await history())[1 + 1], ['WRONG', null, null, 'RIGHT'], 'what a payer wrote may name the member');
});

test('a day that a reference makes final in a sandbox is final in the console and on the command line', async () => {
  const { id: communityId, slug } = await service.createCommunity({ kind: 'sandbox' });
  const partner = await service.createPartner({ communityId });
  const token = await service.token(partner);
  const { body } = await service.call('GET', '/users', { token, query: { per_page: '1' } });
  const json = { user_id: body.data[0].id, hours: 1, reference: 'sandbox-final-1' };
  const booked = await service.call('POST', '/wallet/credit', { token, json });
  const date = booked.body.data.booked_on as string;
  const { client } = await signedIn(service, { communityId, slug });
  const params = { slug, partnerId: partner.partnerId, date };
  assert.equal((await client.call('getPartnerStatement', { params })).body.data.status, 'final');
  const printed = await runJson(service.testDatabase, ['statement', date, '--partner', partner.clientId]);
  assert.equal(printed.status, 'final');
});
