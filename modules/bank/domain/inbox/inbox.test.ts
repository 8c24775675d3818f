import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { bankStatement as statement } from '../../../../test-support/bank-statement.ts';
import { testService } from '../../../../test-support/harness.ts';
import { setUpInbox } from '../../../../test-support/inbox.ts';
import { credit, holdLock, holdSettlement, reverse } from '../../../../test-support/wallet.ts';
import { readBankFile } from '../../../bank-files/read-file.ts';
import { compareRead } from '../reconcile/reconcile.ts';
import { decideLine } from './decide-line.ts';

const service = await testService();
service.clock.set('2026-11-25T12:00:00.000Z');

const stateOf = (lines: readonly { state: string; reason: string }[]) =>
  lines.map(({ state, reason }) => `${state} ${reason}`);

test('a payment is proposed, booked once by approval, and the same file books nothing more', async () => {
  const inbox = await setUpInbox(service);
  const file = statement([{ reference: 'A-1', amount: 33.3, text: `Hours ${inbox.references[0]}` }]);
  const { lines, takenAccounts } = await inbox.importFile(file);
  assert.deepEqual(stateOf(lines), ['open proposed']);
  assert.deepEqual([lines[0]?.proposedSeconds, lines[0]?.payer], [5976, 'Thea Brandlhuber']);
  assert.deepEqual(takenAccounts, ['DE02120300000000202051']);
  assert.deepEqual(await inbox.balances(), [0, 0, 0, 0, 0]);
  assert.equal((await inbox.approve()).bookedIds.length, 1);
  const again = await inbox.importFile(file);
  assert.deepEqual([again.lineIds, stateOf(again.lines)], [lines.map(({ id }) => id), ['booked booked_here']]);
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [5976, 0, 0, 0, 0]);
});

test('the reference that a member had before names the member, in the inbox and in a comparison', async () => {
  const inbox = await setUpInbox(service);
  const elsewhere = await service.createCommunity();
  const { paymentReference: former } = await service.createMember({ communityId: elsewhere.id });
  await service.ownerQuery(
    'update members set former_payment_reference = $2 where community_id = $1 and payment_reference = $3',
    [inbox.act.communityId, former, inbox.references[0]],
  );
  const file = statement([{ reference: 'A-1', amount: 20, text: `Hours ${former}` }]);
  assert.deepEqual(stateOf((await inbox.importFile(file)).lines), ['open proposed']);
  const partner = await service.createPartner({ communityId: inbox.act.communityId });
  const read = await readBankFile(null, Readable.from([Buffer.from(file)]), {});
  const compared = { name: null, sha256: Buffer.alloc(32), read };
  const { matches } = await compareRead(service.deps, { ...partner, actor: 'test' }, compared);
  const [entry] = matches.on_statement_not_credited;
  assert.equal(entry?.named_member?.payment_reference, inbox.references[0]);
});

test('a movement lives once in the report of the day, the statement and a copy without references', async () => {
  const inbox = await setUpInbox(service);
  const text = `Hours ${inbox.references[0]}`;
  const entries = [
    { reference: 'D-1', amount: 20, text },
    { reference: 'D-2', amount: 20, text },
  ];
  const { lineIds } = await inbox.importFile(statement(entries, { message: 'camt.052' }));
  await inbox.approveAll();
  assert.deepEqual((await inbox.importFile(statement(entries))).lineIds, lineIds);
  const bare = entries.map(({ amount }) => ({ amount, text }));
  assert.deepEqual((await inbox.importFile(statement(bare))).lineIds, lineIds);
  assert.equal((await inbox.importFile(statement([...bare, { amount: 20, text }]))).lineIds.length, 3);
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [3 * 3600, 0, 0, 0, 0]);
});

test('a detail of a notification is not another payment of the same day, amount and member', async () => {
  const inbox = await setUpInbox(service);
  const text = `Hours ${inbox.references[0]}`;
  await inbox.importFile(statement([{ reference: 'ENTRY-1', amount: 20, text }]));
  const notified = statement([{ reference: 'ENTRY-2', amount: 20, text }], { message: 'camt.054' });
  assert.deepEqual(stateOf((await inbox.importFile(notified)).lines), ['open proposed']);
  const again = statement([{ reference: 'ENTRY-1', amount: 20, text }], { message: 'camt.054' });
  await inbox.importFile(again);
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [7200, 0, 0, 0, 0]);
});

test('a partner that sends a transfer which the inbox has booked is refused and nothing is booked', async () => {
  const inbox = await setUpInbox(service);
  await inbox.importFile(statement([{ reference: 'B-1', amount: 20, text: inbox.references[0] ?? '' }]));
  await inbox.approveAll();
  const [member] = inbox.members;
  for (const hours of [1, 2]) {
    const { status, body } = await credit(service, inbox.token, member?.id ?? '', hours, 'B-1');
    assert.deepEqual([status, body.error, body.credit_id], [409, 'reference_conflict', null]);
    assert.match(body.error_description, /bank's file/);
  }
  assert.deepEqual(await inbox.balances(), [3600, 0, 0, 0, 0]);
});

test('a transfer that a partner has credited is not proposed; another amount or member is said', async () => {
  const inbox = await setUpInbox(service);
  await inbox.credit(1, 1, 'C-1');
  await inbox.credit(1, 2, 'C-2');
  await inbox.credit(2, 1, 'C-3');
  const text = inbox.references[0] ?? '';
  const entries = ['C-1', 'C-2', 'C-3'].map((reference) => ({ reference, amount: 20, text }));
  const { lines } = await inbox.importFile(statement(entries));
  assert.deepEqual(stateOf(lines), [
    'credited partner_credited',
    'open credited_other_amount',
    'open credited_other_member',
  ]);
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [3 * 3600, 3600, 0, 0, 0]);
});

test('a payment without a reference that a partner may have credited is asked, and booked once a person has looked', async () => {
  const inbox = await setUpInbox(service);
  await inbox.credit(1, 1, 'PARTNERS-1');
  const [text = ''] = inbox.references;
  const { lines } = await inbox.importFile(
    statement([
      { amount: 20, text },
      { amount: 40, text },
    ]),
  );
  assert.deepEqual(stateOf(lines), ['open may_be_credited', 'open proposed']);
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [3 * 3600, 0, 0, 0, 0]);
  await decideLine(service.deps, inbox.act, lines[0]?.id ?? 0, { memberId: inbox.members[0]?.id });
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [4 * 3600, 0, 0, 0, 0]);
});

test('an end-to-end id that two payments share takes no credit from the one whose reference it has', async () => {
  const inbox = await setUpInbox(service);
  const json = { user_id: inbox.members[1]?.id, hours: 1, reference: 'S-2', payment: { end_to_end_id: 'MONTHLY' } };
  const { status } = await service.call('POST', '/wallet/credit', { token: inbox.token, json });
  assert.equal(status, 201);
  const [first = '', second = ''] = inbox.references;
  const { lines } = await inbox.importFile(
    statement([
      { reference: 'S-1', amount: 20, text: first, endToEndId: 'MONTHLY' },
      { reference: 'S-2', amount: 20, text: second, endToEndId: 'MONTHLY' },
    ]),
  );
  assert.deepEqual(stateOf(lines), ['open proposed', 'credited partner_credited']);
});

test('a standing order that a partner credits under references of its own is credited line by line', async () => {
  const inbox = await setUpInbox(service);
  for (const reference of ['P-1', 'P-2']) {
    const json = { user_id: inbox.members[0]?.id, hours: 1, reference, payment: { end_to_end_id: 'WEEKLY' } };
    await service.call('POST', '/wallet/credit', { token: inbox.token, json });
  }
  const [text = ''] = inbox.references;
  const entries = ['B-1', 'B-2', 'B-3'].map((reference) => ({ reference, amount: 20, text, endToEndId: 'WEEKLY' }));
  const { lines } = await inbox.importFile(statement(entries));
  assert.deepEqual(stateOf(lines), ['credited partner_credited', 'credited partner_credited', 'open proposed']);
});

test('inbox and partner at once book a transfer once, whichever is first', async () => {
  const results = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const inbox = await setUpInbox(service);
    const [member, other] = inbox.members;
    await inbox.importFile(statement([{ reference: 'R-1', amount: 20, text: inbox.references[0] ?? '' }]));
    // The partner names another member: no account of a member is locked by both.
    const [sent, approved] = await Promise.all([
      credit(service, inbox.token, (round % 2 ? member : other)?.id ?? '', 1, 'R-1'),
      inbox.approve(),
    ]);
    const booked = approved.bookedIds.length;
    assert.deepEqual([sent.status, booked].join(), sent.status === 201 ? '201,0' : '409,1');
    results.add(String(sent.status));
    const sum = (await inbox.balances()).reduce((total, seconds) => total + seconds, 0);
    assert.equal(sum, 3600);
  }
  assert.ok(results.size > 0);
});

test('a return takes the hours back that the inbox or a partner has booked, and leaves unbooked ones unbooked', async () => {
  const inbox = await setUpInbox(service);
  const [first = '', second = '', third = ''] = inbox.references;
  const { id } = await inbox.credit(2, 2, 'P-2');
  await inbox.importFile(statement([{ reference: 'P-1', amount: 20, text: first, endToEndId: 'E-1' }]));
  await inbox.approveAll();
  const { lines } = await inbox.importFile(
    statement([
      { reference: 'Q-1', amount: -20, text: 'back', endToEndId: 'E-1', returned: true },
      { reference: 'Q-2', amount: -40, text: second, returned: true },
      { reference: 'P-3', amount: 60, text: third },
      { reference: 'Q-3', amount: -60, text: third, returned: true },
    ]),
  );
  assert.deepEqual(stateOf(lines), [
    'open reversal_proposed',
    'open reversal_proposed',
    'returned returned_before_booking',
    'returned takes_back_unbooked',
  ]);
  assert.deepEqual(await inbox.balances(), [3600, 7200, 0, 0, 0]);
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [0, 0, 0, 0, 0]);
  assert.ok((await inbox.listLines()).every(({ state }) => state === 'returned'));
  // The partner hears of the return as well.
  const { status, body } = await reverse(service, inbox.token, id, 'Q-2');
  assert.deepEqual([status, body.error, body.credit_id], [409, 'reference_conflict', null]);
  assert.equal((await reverse(service, inbox.token, id, 'OTHER')).body.error, 'already_reversed');
});

test('a part that goes back leaves the rest with the member, in place of the first credit', async () => {
  const inbox = await setUpInbox(service);
  const [text = ''] = inbox.references;
  await inbox.importFile(statement([{ reference: 'S-1', amount: 60, text, endToEndId: 'E-S' }]));
  await inbox.approveAll();
  const { lines } = await inbox.importFile(
    statement([{ reference: 'S-2', amount: -20, text, endToEndId: 'E-S', returned: true }]),
  );
  assert.deepEqual([stateOf(lines), lines[0]?.proposedSeconds], [['open partial_return_proposed'], -3600]);
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [7200, 0, 0, 0, 0]);
});

test('with four eyes another person than the importer approves', async () => {
  const inbox = await setUpInbox(service);
  await service.ownerQuery('update communities set four_eyes = true where id = $1', [inbox.communityId]);
  const { lineIds } = await inbox.importFile(statement([{ amount: 20, text: inbox.references[0] ?? '' }]));
  await assert.rejects(inbox.approve(lineIds, 'administrator:1'), { code: 'not_permitted' });
  assert.deepEqual((await inbox.approve(null, 'administrator:1')).ownIds, lineIds);
  assert.deepEqual(await inbox.balances(), [0, 0, 0, 0, 0]);
  assert.deepEqual((await inbox.approve(lineIds, 'administrator:2')).bookedIds, lineIds);
});

test("a person chooses the member of a payment without a reference, once for the payer's account", async () => {
  const inbox = await setUpInbox(service);
  const { lines } = await inbox.importFile(statement([{ reference: 'N-1', amount: 20, text: 'hours, thanks' }]));
  assert.deepEqual(stateOf(lines), ['open no_reference']);
  const memberId = inbox.members[2]?.id ?? '';
  await decideLine(service.deps, inbox.act, lines[0]?.id ?? 0, { memberId, remember: true });
  assert.deepEqual(stateOf(await inbox.listLines()), ['open proposed_by_person']);
  const next = await inbox.importFile(statement([{ reference: 'N-2', amount: 40, text: 'once more' }]));
  assert.deepEqual(stateOf(next.lines), ['open proposed_by_choice']);
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [0, 0, 3 * 3600, 0, 0]);
});

test("a partner's credit that comes first leaves a remembered payer's payment without a reference to a person", async () => {
  const inbox = await setUpInbox(service);
  const memberId = inbox.members[2]?.id ?? '';
  const { lineIds } = await inbox.importFile(statement([{ reference: 'M-1', amount: 20, text: 'hours, thanks' }]));
  await decideLine(service.deps, inbox.act, lineIds[0] ?? 0, { memberId, remember: true });
  await inbox.approveAll();
  const { lines } = await inbox.importFile(statement([{ amount: 40, text: 'once more' }]));
  assert.deepEqual(stateOf(lines), ['open proposed_by_choice']);
  const held = await holdSettlement(service, inbox.partner);
  const sent = credit(service, inbox.token, memberId, 2, 'PARTNERS-2');
  await held.waitedForBy(1);
  const approved = inbox.approve(null);
  await held.waitedForBy(2);
  await held.release();
  assert.equal((await sent).status, 201);
  assert.deepEqual((await approved).bookedIds, []);
  assert.deepEqual(stateOf(await inbox.listLines()), ['booked booked_here', 'open may_be_credited']);
  assert.deepEqual(await inbox.balances(), [0, 0, 3 * 3600, 0, 0]);
});

test('where the ledger refuses all that is approved, no partner of the community\u2019s own is made', async () => {
  const inbox = await setUpInbox(service);
  const [first = '', second = ''] = inbox.references;
  const { lines } = await inbox.importFile(statement([{ reference: 'T-1', amount: 20, text: first }]));
  const account = 'select from accounts where community_id = $1 and member_id = $2 for no key update';
  const memberId = decodeId('usr', inbox.members[0]?.id ?? '') ?? '';
  const held = await holdLock(service, account, [inbox.communityId, memberId]);
  const approved = inbox.approve(null);
  await held.waitedForBy(1);
  await service.ownerQuery("update members set status = 'suspended' where id = $1", [memberId]);
  await held.release();
  const { bookedIds, refused } = await approved;
  assert.deepEqual([bookedIds, refused.map(({ id, code }) => [id, code])], [[], [[lines[0]?.id, 'user_not_found']]]);
  const made = () =>
    service.ownerQuery<{ action: string }>(
      `select 'partner' as action from partners where community_id = $1 and is_internal
       union all select 'account' from accounts a join partners p on p.community_id = a.community_id and p.id = a.partner_id
         where a.community_id = $1 and p.is_internal
       union all select action from audit_log where community_id = $1 and action = 'inbox.treasury_created'`,
      [inbox.communityId],
    );
  assert.deepEqual(await made(), []);
  await inbox.importFile(statement([{ reference: 'T-2', amount: 20, text: second }]));
  await inbox.approveAll();
  assert.equal((await made()).length, 3);
  assert.deepEqual(await inbox.balances(), [0, 3600, 0, 0, 0]);
});

test("the return of a partner's payment is reversed without a partner of the community's own", async () => {
  const inbox = await setUpInbox(service);
  await inbox.credit(1, 1, 'T-1');
  const [text = ''] = inbox.references;
  await inbox.importFile(statement([{ reference: 'T-2', amount: -20, text, returned: true }]));
  await inbox.approveAll();
  assert.deepEqual(await inbox.balances(), [0, 0, 0, 0, 0]);
  const treasuries = 'select from partners where community_id = $1 and is_internal';
  assert.equal((await service.ownerQuery(treasuries, [inbox.communityId])).length, 0);
});

test('hours that were booked to the wrong member go to the right one in one act', async () => {
  const inbox = await setUpInbox(service);
  const { lineIds } = await inbox.importFile(
    statement([{ reference: 'W-1', amount: 20, text: inbox.references[0] ?? '' }]),
  );
  await inbox.approveAll();
  for (const at of [1, 2]) {
    await decideLine(service.deps, inbox.act, lineIds[0] ?? 0, { memberId: inbox.members[at]?.id });
  }
  assert.deepEqual(await inbox.balances(), [0, 0, 3600, 0, 0]);
  const { lines } = await inbox.importFile(
    statement([{ reference: 'W-1', amount: 20, text: inbox.references[0] ?? '' }]),
  );
  assert.deepEqual(stateOf(lines), ['booked booked_here']);
});

test('amounts that no booking and no column can hold are open lines, and never a failure', async () => {
  const inbox = await setUpInbox(service);
  const [text = '', other = ''] = inbox.references;
  const csv = 'account,entry_reference,amount,currency,booked_on,remittance\n';
  const rows = ['99999999999999999.99', '20000000.05', '40.00'].map(
    (amount, at) => `DE02120300000000202051,H-${at},${amount},EUR,2026-11-09,${at === 2 ? other : text}\n`,
  );
  const { lines } = await inbox.importFile(csv + rows.join(''), 'huge.csv');
  assert.deepEqual(stateOf(lines), ['open too_much', 'open proposed', 'open proposed']);
  const { refused } = await inbox.approve();
  assert.deepEqual(
    refused.map(({ code }) => code),
    ['limit_exceeded'],
    'beyond the limit of a credit',
  );
  assert.match(
    refused[0]?.message ?? '',
    /1000 hours allowed per credit\. The limit is a setting .* inbox\.treasury_created/,
  );
  assert.deepEqual(await inbox.balances(), [0, 7200, 0, 0, 0]);
  const long = '9'.repeat(30);
  const table = await inbox.importFile(`${csv}DE02120300000000202051,L-1,${long}.00,EUR,2026-11-09,${text}\n`, 'l.csv');
  assert.deepEqual(stateOf(table.lines), ['open unreadable']);
  const balance = statement([{ reference: 'L-2', amount: 20, text }]).replaceAll('1000.00', `${long}.00`);
  assert.deepEqual(stateOf((await inbox.importFile(balance)).lines), ['open proposed']);
});

test('a line is explained by a note, and refusals change nothing', async () => {
  const inbox = await setUpInbox(service);
  const { lines } = await inbox.importFile(
    statement([
      { reference: 'X-1', amount: 500, text: 'grant of the town' },
      {
        reference: 'X-2',
        amount: 20,
        text: inbox.references[0]?.replace(/.$/, (last) => (/x/i.test(last) ? 'y' : 'x')) ?? '',
      },
      { reference: 'X-3', amount: 0.05, text: inbox.references[0] ?? '' },
      { reference: 'X-4', amount: 20, text: `${inbox.references[0]} ${inbox.references[1]}` },
      { reference: 'X-5', amount: -9.9, text: 'fee of the month' },
    ]),
  );
  assert.deepEqual(stateOf(lines), [
    'open no_reference',
    'open unreadable_reference',
    'open too_little',
    'open several_members',
    'not_ours money_out',
  ]);
  const id = lines[0]?.id ?? 0;
  await assert.rejects(decideLine(service.deps, inbox.act, id, { note: ' ' }), { code: 'validation_failed' });
  await assert.rejects(decideLine(service.deps, inbox.act, 999_999_999, { note: 'x' }), {
    code: 'inbox_line_not_found',
  });
  await assert.rejects(inbox.approve([id]), { code: 'state_conflict' });
  await decideLine(service.deps, inbox.act, id, { note: 'Grant' });
  const [explained] = await inbox.listLines();
  assert.deepEqual([explained?.state, explained?.reason, explained?.note], ['not_ours', 'explained', 'Grant']);
  await assert.rejects(decideLine(service.deps, inbox.act, id, { note: 'x' }), { code: 'state_conflict' });
});
