import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { BANK_FILE_FAULTS } from '../../contract/inbox.ts';
import type { ReconciliationLine } from '../../contract/reconciliation.ts';

const FIXTURE = join(import.meta.dirname, '../../../../fixtures/statement-camt053.xml');
const service = await testService();

async function setUp() {
  service.clock.set('2026-11-19T16:00:00.000Z');
  const person = await signedIn(service);
  const partner = await service.createPartner({ communityId: person.communityId });
  return { ...person, partner, params: { slug: person.slug, partnerId: partner.partnerId } };
}

test("a bank's file is compared line by line, no booking is changed, and the comparison is remembered", async () => {
  const { client, params, partner, communityId, id: administratorId } = await setUp();
  const member = await service.createMember({ communityId });
  const token = await service.token(partner);
  await client.call('updatePartnerRates', { params, body: { hours_per_unit: { EUR: '1/25' } } });
  for (const reference of ['ASR900001', 'ELSEWHERE']) {
    await service.call('POST', '/wallet/credit', { token, json: { user_id: member.id, hours: 0.01, reference } });
  }
  const file = new Uint8Array(await readFile(FIXTURE));
  const { status, body } = await client.call('reconcileStatement', {
    params,
    file,
    query: { file_name: 'November 19.xml' },
  });
  assert.equal(status, 200);
  const { counts, all_matched, days, lines, id, file_sha256: hash } = body.data;
  assert.deepEqual([all_matched, days], [false, { from: '2026-11-19', to: '2026-11-19' }]);
  assert.equal(counts.amount_differs, 1);
  const query = { reconciliation_id: id, per_page: 500 };
  const { body: listed } = await client.call('listReconciliationLines', { params, query });
  const of = (kind: string) => listed.data.filter((line: ReconciliationLine) => line.kind === kind);
  const [different] = of('amount_differs');
  assert.deepEqual([different.credit.name, different.credit.hours], ['Anna Berger', 0.01]);
  assert.deepEqual([different.problem_code, different.hours_worth > 0.01], ['amount', true]);
  assert.deepEqual(
    of('credited_not_on_statement').map(({ credit }: ReconciliationLine) => credit?.reference),
    ['ELSEWHERE'],
  );
  assert.equal(counts.on_statement_not_credited, of('on_statement_not_credited').length);
  assert.deepEqual(
    of('returned_uncredited').map(({ reference, state }: ReconciliationLine) => [reference, state]),
    [['ASR900003', null]],
  );
  assert.equal(lines.open, listed.data.filter(({ state }: ReconciliationLine) => state === 'open').length);
  const rows = await service.ownerQuery(
    `select c.id::int, c.file_name, c.compared_by, a.actor, a.details->>'file_sha256' as hash
     from statement_comparisons c join audit_log a on a.community_id = c.community_id and a.action = 'statement.compared'
     where c.community_id = $1`,
    [communityId],
  );
  const actor = `administrator:${administratorId}`;
  assert.deepEqual(rows, [{ id, file_name: 'November 19.xml', compared_by: actor, actor, hash }]);
});

test('a file that is none is refused with a sentence; an empty and an endless one, too', async () => {
  const { client, params } = await setUp();
  for (const file of ['', '<html/>', 'just words', '\0\0\0', 'x'.repeat(17 * 1024 * 1024)]) {
    const { status, body } = await client.call('reconcileStatement', { params, file });
    const [{ field, code }] = body.errors;
    assert.deepEqual([status, field, BANK_FILE_FAULTS.includes(code)], [422, 'file', true], code);
  }
  const bad = await client.call('reconcileStatement', { params, file: 'x', query: { file_name: 'x'.repeat(256) } });
  assert.deepEqual([bad.status, bad.body.errors[0].field], [400, 'file_name']);
});

test('the settings say by which reference', async () => {
  const { client, params } = await setUp();
  assert.deepEqual((await client.call('getReconciliationSettings', { params })).body.data, {
    match_by: 'entry_reference',
  });
  const changed = await client.call('updateReconciliationSettings', { params, json: { match_by: 'end_to_end_id' } });
  assert.deepEqual(changed.body.data, { match_by: 'end_to_end_id' });
  const { body } = await client.call('listAudit', { params, query: { action: 'partner.reconciliation_updated' } });
  assert.deepEqual(body.data[0].before, { match_by: 'entry_reference' });
});

test('only owners and administrators may compare a file; who may read statements reads how it is compared', async () => {
  const { params, slug, communityId } = await setUp();
  const file = 'entry_reference,amount,currency,booked_on\nA,1.00,EUR,2026-11-19\n';
  for (const [role, status] of [
    ['administrator', 200],
    ['coordinator', 403],
    ['auditor', 403],
  ] as const) {
    const { client } = await signedIn(service, { communityId, slug, role });
    assert.equal((await client.call('reconcileStatement', { params, file })).status, status, role);
    assert.equal((await client.call('getReconciliationSettings', { params })).status, 200, role);
  }
});
