import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { DAY_MS } from '../../../../core/base/time.ts';
import { changeRates } from '../../../../core/partners/rates/rates.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { credited } from '../../../../test-support/wallet.ts';

const service = await testService();

const ACCOUNT = 'DE02120300000000202051';

/** A community with a rate and two members, signed in. */
async function setUp() {
  const session = await signedIn(service);
  const { communityId, slug, client } = session;
  const act = { communityId, actor: 'test' };
  await changeRates(service.deps, { ...act, partnerId: null }, { hoursPerUnit: { EUR: '1/20' }, from: null });
  const anna = await service.createMember({ communityId, name: 'Anna Berger' });
  const ben = await service.createMember({ communityId, name: 'Ben Lang' });
  const params = { slug };
  const send = (file: string, query: { file_name?: string; answers?: string; partner_id?: number } = {}) =>
    client.call('importBankFile', { params, query, file });
  const list = async (
    query: { state?: 'open'; find?: string; before?: string; per_page?: number; cursor?: string } = {},
  ) => (await client.call('listInboxLines', { params, query })).body;
  return { ...session, params, anna, ben, send, list };
}

const DAY = '24.11.2026';
/** A table of one account. A row: reference, amount, text. */
const table = (...rows: readonly (readonly [string, string, string])[]) =>
  [
    'Auftragskonto;Buchungstag;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Kundenreferenz (End-to-End)',
    ...rows.map(
      ([reference, amount, text]) =>
        `${ACCOUNT};${DAY};${text};Thea Brandlhuber;DE70999111110000120034;${amount};EUR;${reference}`,
    ),
  ].join('\r\n');

test('a file brings its lines, with who imported them; approved, they have the credit and its member', async () => {
  const { client, params, anna, send, list, id } = await setUp();
  const text = table(['A-1', '33,30', `Stunden ${anna.paymentReference}`], ['A-2', '-12,00', 'Miete']);
  const first = await send(text, { file_name: 'umsatz.csv' });
  assert.equal(first.status, 200, first.text);
  const { file, lines, taken_accounts } = first.body.data;
  assert.deepEqual([file.name, file.accounts, taken_accounts], ['umsatz.csv', [ACCOUNT], [ACCOUNT]]);
  const [payment] = lines;
  assert.deepEqual([payment.state, payment.reason, payment.payer], ['open', 'proposed', 'Thea Brandlhuber']);
  assert.deepEqual(payment.proposal, { user_id: anna.id, name: 'Anna Berger', number: null, seconds: 5976 });
  assert.equal(payment.imported_by, `administrator:${id}`);
  const again = await send(text);
  assert.deepEqual(
    again.body.data.lines.map(({ id }: { id: number }) => id),
    lines.map(({ id }: { id: number }) => id),
  );
  const files = (await client.call('listInboxFiles', { params })).body.data;
  assert.deepEqual(
    files.map(({ hash }: { hash: string }) => hash),
    [file.hash],
  );
  const { data } = (await client.call('approveInboxLines', { params, body: { ids: [payment.id] } })).body;
  assert.deepEqual(data, { booked: [payment.id], refused: [], own: [], has_more: false });
  const booked = (await list()).data.find(({ id }: { id: number }) => id === payment.id);
  assert.deepEqual(
    [booked.state, booked.credit_member],
    ['booked', { user_id: anna.id, name: 'Anna Berger', number: null }],
  );
  assert.match(booked.decided_by_name, /^Person \d+$/);
  assert.equal(booked.imported_by_name, booked.decided_by_name);
});

test("a transfer to the community has its name, and is neither a partner's nor counted as one's", async () => {
  const { client, params, communityId, anna, send } = await setUp();
  const name = 'Nachbarschaftshilfe Lahnau e.V.';
  await service.ownerQuery('update communities set name = $2 where id = $1', [communityId, name]);
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank' });
  await credited(service, await service.token(partner), anna.id, 2);
  const { lines } = (await send(table(['A-1', '600,00', `Stunden ${anna.paymentReference}`]))).body.data;
  await client.call('approveInboxLines', { params, body: { ids: [lines[0].id] } });
  const read = async (id: Parameters<typeof client.call>[0], query: object = {}) =>
    (await client.call(id, { params: { ...params, memberId: anna.id }, query })).body.data;
  const names = (rows: readonly { name: string }[]) => rows.map((row) => row.name);
  assert.deepEqual(names(await read('listPartners')), ['Harbour Bank']);
  assert.deepEqual(names((await read('getMember')).partners), ['Harbour Bank']);
  assert.equal((await read('getCommunityFigures')).credited.this_month, 2);
  const points = (await read('getCommunitySeries')).points;
  assert.equal(
    points.reduce((sum: number, point: { credited_hours: number }) => sum + point.credited_hours, 0),
    2,
  );
  const [transfer, credit] = await read('listMemberTransfers');
  assert.deepEqual(transfer.counterpart, { kind: 'community', id: null, name });
  assert.deepEqual([credit.counterpart.kind, credit.counterpart.name], ['settlement', 'Harbour Bank']);
  const search = await read('searchCommunity', { q: 'Treasury' });
  assert.deepEqual(search.partners.hits, []);
});

test('a file that cannot be read is refused with what it is and the values of the sentence', async () => {
  const { send, list } = await setUp();
  const { status, body } = await send('%PDF-1.7\n');
  assert.deepEqual(
    [status, body.error, body.errors[0].field, body.errors[0].code],
    [422, 'validation_failed', 'file', 'pdf'],
  );
  const table_ = await send('Name;Wohnort\r\nAnna;Wien\r\n');
  assert.deepEqual([table_.status, table_.body.errors[0].code], [422, 'no_columns']);
  assert.equal(typeof table_.body.errors[0].values.found, 'string');
  assert.deepEqual((await list()).data, []);
});

test('answers that are no JSON object of texts are refused, and nothing is imported', async () => {
  const { send, list } = await setUp();
  for (const answers of ['{', '[]', '{"dates":1}', 'null', '"dmy"']) {
    const { status, body } = await send(table(['A', '1,00', 'x']), { answers });
    assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [422, 'answers', 'invalid_format'], answers);
  }
  assert.deepEqual((await list()).data, []);
});

test('lines are read page by page, by state, and those that came before a day; files page by page', async () => {
  const { client, params, send, list, communityId } = await setUp();
  await send(table(['A-1', '1,00', 'one'], ['A-2', '2,00', 'two'], ['A-3', '-3,00', 'three']));
  const first = await list({ per_page: 2 });
  assert.equal(first.data.length, 2);
  const second = await list({ per_page: 2, cursor: first.meta.next_cursor });
  assert.deepEqual([second.data.length, second.meta.next_cursor], [1, null]);
  const today = service.clock.now().toISOString().slice(0, 10);
  assert.deepEqual((await list({ before: today })).data, []);
  await service.ownerQuery(
    `update bank_lines set created_at = $2 where community_id = $1 and end_to_end_id in ('A-1', 'A-3')`,
    [communityId, new Date(service.clock.now().getTime() - 20 * DAY_MS)],
  );
  const texts = (await list({ before: today })).data.map(
    ({ end_to_end_id }: { end_to_end_id: string }) => end_to_end_id,
  );
  assert.ok(texts.includes('A-1') && !texts.includes('A-2'), texts.join());
  const { attention } = (await client.call('getOverview', { params })).body.data;
  const item = attention.find(({ kind }: { kind: string }) => kind === 'bank_lines_open');
  const shown = await list({ state: 'open', before: item.day });
  assert.deepEqual([item.count, item.more], [shown.data.length, false]);
  for (const id of ['listInboxLines', 'listInboxFiles'] as const) {
    const { status, body } = await client.call(id, { params, query: { cursor: 'x' } });
    assert.deepEqual([status, body.error], [400, 'invalid_cursor'], id);
  }
});

test('lines are found by payer, text, reference, account number, amount and day, and by several words at once', async () => {
  const { send, list } = await setUp();
  await send(
    table(['A-1', '1.234,50', 'Zuschuss der Stadt'], ['A-2', '20,00', '100%_sicher'], ['A-3', '-20,00', 'Rest']),
  );
  const found = async (find: string, state?: 'open') =>
    (await list({ find, ...(state ? { state } : {}) })).data
      .map(({ end_to_end_id }: { end_to_end_id: string }) => end_to_end_id)
      .toSorted();
  const all = ['A-1', 'A-2', 'A-3'];
  for (const [find, expected] of [
    ['zuschuss', ['A-1']],
    ['BRANDLHUBER', all],
    ['de70999111110000120034', all],
    ['a-2', ['A-2']],
    ['1.234,50', ['A-1']],
    ['1234.5', ['A-1']],
    ['20', ['A-2', 'A-3']],
    ['-20,00', ['A-2', 'A-3']],
    ['24.11.2026', all],
    ['2026-11-24 stadt', ['A-1']],
    ['24.11.2026 rest thea', ['A-3']],
    ['%_s', ['A-2']],
    ['31.02.2026', []],
    ['nowhere', []],
    ['  ', all],
  ] as const) {
    assert.deepEqual(await found(find), expected, find);
  }
  assert.deepEqual(await found('stadt', 'open'), ['A-1']);
  const other = await setUp();
  assert.deepEqual((await other.list({ find: 'stadt' })).data, []);
});

test('a line without a proposal cannot be approved, nor can a list without lines', async () => {
  const { client, params, send } = await setUp();
  const [line] = (await send(table(['A-1', '20,00', 'no reference']))).body.data.lines;
  const { status, body } = await client.call('approveInboxLines', { params, body: { ids: [line.id] } });
  assert.deepEqual([status, body.error, body.errors[0].code], [409, 'state_conflict', 'no_proposal']);
  const empty = await client.call('approveInboxLines', { params, body: { ids: [] } });
  assert.deepEqual([empty.status, empty.body.error], [422, 'validation_failed']);
});

test('with four eyes, who imported a file approves none of its lines', async () => {
  const { client, params, anna, send } = await setUp();
  await client.call('updateInboxSettings', { params, body: { four_eyes: true } });
  const text = table(['A-1', '20,00', anna.paymentReference]);
  const [line] = (await send(text)).body.data.lines;
  const { status, body } = await client.call('approveInboxLines', { params, body: { ids: [line.id] } });
  assert.deepEqual([status, body.error], [403, 'not_permitted']);
  const all = (await client.call('approveInboxLines', { params, body: { ids: null } })).body.data;
  assert.deepEqual([all.booked, all.own], [[], [line.id]]);
});

test('a line is explained with a note, or gets its member, also for what the account pays later', async () => {
  const { client, params, ben, send } = await setUp();
  const { lines } = (await send(table(['A-1', '20,00', 'for grandma'], ['A-2', '-30,00', 'rent']))).body.data;
  const [payment, rent] = lines;
  const decide = (lineId: number, body: object) =>
    client.call('decideInboxLine', { params: { ...params, lineId }, json: body });
  const chosen = (await decide(payment.id, { member_id: ben.id, remember: true })).body.data;
  assert.deepEqual(chosen.proposal, { user_id: ben.id, name: 'Ben Lang', number: null, seconds: 3600 });
  const later = (await send(table(['A-9', '10,00', 'again']))).body.data.lines[0];
  assert.deepEqual([later.reason, later.proposal.user_id], ['proposed_by_choice', ben.id]);
  for (const body of [{}, { note: '' }, { note: null }]) {
    const { status, body: answer } = await decide(payment.id, body);
    assert.deepEqual([status, answer.errors[0].field, answer.errors[0].code], [422, 'note', 'required']);
  }
  const unknown = await decide(payment.id, { member_id: encodeId('usr', '0197f9a0-3b1c-7c4e-9d2a-4b6f8a1c2d3e') });
  assert.deepEqual([unknown.status, unknown.body.errors[0].code], [422, 'unknown_member']);
  const explained = (await decide(later.id, { note: 'A gift.' })).body.data;
  assert.deepEqual([explained.state, explained.reason, explained.note], ['not_ours', 'explained', 'A gift.']);
  const closed = await decide(later.id, { note: 'Again.' });
  assert.deepEqual([closed.status, closed.body.errors[0].code], [409, 'line_not_open']);
  const credit = await decide(rent.id, { reverse_credit_id: 'crd_x' });
  assert.deepEqual([credit.status, credit.body.errors[0].code], [422, 'unknown_credit']);
  const other = await setUp();
  for (const lineId of [payment.id, 999_999]) {
    const { status, body } = await other.client.call('decideInboxLine', {
      params: { ...other.params, lineId },
      body: { note: 'Not mine.' },
    });
    assert.deepEqual([status, body.error], [404, 'inbox_line_not_found']);
  }
});

/** How many rows the inbox has of a community. */
const rowsOf = async (communityId: number) =>
  await service.ownerQuery(
    `select (select count(*)::int from bank_files where community_id = $1) as files,
       (select count(*)::int from bank_lines where community_id = $1) as lines,
       (select count(*)::int from bank_accounts where community_id = $1) as accounts`,
    [communityId],
  );

test('the statement of a partner that is named is compared with its credits, and nothing of it comes into the inbox', async () => {
  const { client, communityId, slug, anna, send } = await setUp();
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank' });
  const { partnerId } = partner;
  const token = await service.token(partner);
  await credited(service, token, anna.id, 2, 'B-1');
  const text = 'entry_reference,amount,currency,booked_on\nB-1,40.00,EUR,2999-01-01\nB-2,20.00,EUR,2999-01-01\n';
  const { status, body } = await send(text, { file_name: 'partner.csv', partner_id: partnerId });
  assert.equal(status, 200, JSON.stringify(body));
  const { file, lines, taken_accounts, questions, comparisons } = body.data;
  assert.deepEqual([file, lines, taken_accounts, questions], [null, [], [], []]);
  const [{ partner_id, partner_name, report }] = comparisons;
  assert.deepEqual([partner_id, partner_name], [partnerId, 'Harbour Bank']);
  assert.deepEqual([report.counts.matched, report.counts.on_statement_not_credited], [1, 1]);
  const params = { slug, partnerId, reconciliationId: report.id };
  assert.deepEqual((await client.call('getReconciliation', { params })).body.data, report);
  assert.deepEqual(await rowsOf(communityId), [{ files: 0, lines: 0, accounts: 0 }]);

  const asked = await send(text.replaceAll('2999-01-01', '01/02/2020'), { partner_id: partnerId });
  const open = asked.body.data;
  assert.deepEqual([open.comparisons, open.questions.map(({ key }: { key: string }) => key)], [[], ['dates']]);
  const answers = JSON.stringify({ dates: 'dmy' });
  const told = await send(text.replaceAll('2999-01-01', '01/02/2020'), { partner_id: partnerId, answers });
  assert.deepEqual(told.body.data.comparisons[0].report.days, { from: '2020-02-01', to: '2020-02-01' });
  const foreign = await service.createPartner();
  const refused = await send(text, { partner_id: foreign.partnerId });
  assert.deepEqual([refused.status, refused.body.error], [404, 'partner_not_found']);
});

test('a file goes by its accounts: all of it comes into the inbox, and what a partner reports is compared with its credits', async () => {
  const { client, communityId, params, anna, send } = await setUp();
  const other = 'DE88100900001234567892';
  const partner = await service.createPartner({ communityId });
  const own = await send(table(['A-1', '20,00', `Stunden ${anna.paymentReference}`]));
  assert.deepEqual([own.body.data.lines.length, own.body.data.comparisons], [1, []]);
  await client.call('updateInboxSettings', { params, json: { account: ACCOUNT } });
  await client.call('updateInboxSettings', { params, json: { account: other, partner_id: partner.partnerId } });
  const theirs = table(['B-1', '40,00', `Stunden ${anna.paymentReference}`])
    .split('\r\n')[1]
    ?.replace(ACCOUNT, other);
  const both = await send([table(['A-2', '20,00', 'Spende']), theirs].join('\r\n'));
  const { lines, comparisons } = both.body.data;
  assert.deepEqual(
    lines.map(({ account }: { account: string }) => account),
    [ACCOUNT, other],
  );
  assert.deepEqual(
    comparisons.map(({ partner_id }: { partner_id: number }) => partner_id),
    [partner.partnerId],
  );
  const { counts } = comparisons[0].report;
  assert.deepEqual([counts.unusable_reference + counts.on_statement_not_credited, counts.other_entries], [1, 0]);
});

test('accounts are named by a checked IBAN, with holder and partner of this community', async () => {
  const { client, params, communityId } = await setUp();
  const update = (body: object) => client.call('updateInboxSettings', { params, json: body });
  const partner = await service.createPartner({ communityId });
  const holder_address = { street: null, house_number: null, postcode: '1010', town: 'Wien', country: 'AT' };
  const holder = { account_holder: 'Zeitbank', holder_address: { ...holder_address, street: ' ' } };
  const named = { account: 'DE02 1203 0000 0000 2020 51', ...holder, partner_id: partner.partnerId };
  const { data } = (await update({ ...named, line_open_days: 3, four_eyes: true })).body;
  assert.deepEqual(data, {
    accounts: [
      {
        ...{ account: ACCOUNT, holder: 'Zeitbank', holder_address },
        ...{ partner_id: partner.partnerId, named_by: 'settings' },
      },
    ],
    four_eyes: true,
    line_open_days: 3,
  });
  assert.deepEqual((await client.call('getInboxSettings', { params })).body.data, data);
  const wrong = await update({ account: 'DE03120300000000202051' });
  assert.deepEqual([wrong.status, wrong.body.errors[0].code], [422, 'invalid_iban']);
  const other = await service.createPartner();
  const { status, body } = await update({ account: ACCOUNT, partner_id: other.partnerId });
  assert.deepEqual([status, body.error], [404, 'partner_not_found']);
  for (const line_open_days of [0, 367]) {
    assert.equal((await update({ line_open_days })).status, 422, `${line_open_days}`);
  }
});

test('a payer whose name and nearly right reference are of one member is asked about, and nothing is proposed', async () => {
  const { client, communityId, params, send, list } = await setUp();
  const named = (name: string) => service.createMember({ communityId, name });
  const [heike, jurgen] = [await named('Heike Hoffmann'), await named('Jürgen Müller')];
  await named('Heike Hofmann');
  const wrong = (reference: string, at: number) =>
    `${reference.slice(0, at)}${(Number(reference[at]) + 1) % 10}${reference.slice(at + 1)}`;
  const swapped = jurgen.paymentReference.replace(/(\d)(\d)$/, (_, a, b) => (a === b ? `${a}` : `${b}${a}`));
  const rows = [
    ['A-1', 'Hoffmann, Heike', `Stunden ${wrong(heike.paymentReference, 9)}`],
    ['A-2', 'MUELLER JUERGEN', swapped.replace('RF', 'Ref ')],
    ['A-3', 'Heike Hoffmann', 'Stunden'],
    ['A-4', 'Karl Kurz', wrong(heike.paymentReference, 9)],
    ['A-5', 'Heike und Karl Hoffmann', wrong(wrong(heike.paymentReference, 9), 12)],
    ['A-6', 'Heike Hoffmann', wrong(wrong(wrong(heike.paymentReference, 9), 11), 14)],
  ] as const;
  const file = rows.reduce(
    (text, [reference, payer, words]) =>
      `${text}\r\n${ACCOUNT};${DAY};${words};${payer};DE70999111110000120034;20,00;EUR;${reference}`,
    table(),
  );
  const brought = (await send(file)).body.data.lines;
  const lines = (await list()).data;
  const found = ({ likely_member: likely }: { likely_member: { name: string } | null }) => likely?.name ?? null;
  const expected = ['Heike Hoffmann', 'Jürgen Müller', null, null, 'Heike Hoffmann', null];
  assert.deepEqual(brought.map(found), expected);
  assert.deepEqual(lines.map(found).toReversed(), expected);
  for (const { proposal, state } of lines) assert.deepEqual([proposal, state], [null, 'open']);
  const [{ id: lineId }] = brought;
  const decided = await client.call('decideInboxLine', {
    params: { ...params, lineId },
    body: { member_id: heike.id },
  });
  const { likely_member: likely, member_by: by, proposal } = decided.body.data;
  assert.deepEqual([likely, by, proposal.name], [null, 'person', 'Heike Hoffmann']);
});
