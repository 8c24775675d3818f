import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { testChange } from '../../test-support/changes.ts';
import { startTestService, type TestMember, type TestPartner, type TestService } from '../../test-support/harness.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { credited } from '../../test-support/wallet.ts';
import { answerListing, replyToAnswer } from '../answers/answer.ts';
import { publishListing } from '../answers/publish.ts';
import { readBankFile } from '../bank-files/read-file.ts';
import { recordCall } from '../contacts/record.ts';
import { distributeAll } from '../delivery/distribute.ts';
import { appointDeputy } from '../deputies/deputies.ts';
import { decideLine } from '../inbox/decide-line.ts';
import { importIntoInbox } from '../inbox/import-file.ts';
import { createListingsIn } from '../listings/create.ts';
import { dueMailsIn } from '../mail/due.ts';
import { writeLetters } from '../member-access/letters.ts';
import { insertMemberSession } from '../member-access/queries.ts';
import { changeRates } from '../rates/rates.ts';
import { changeLine } from '../reconcile/change-line.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { erasePersonalData } from './erase.ts';
import { addCheck, addOwnField, setOwnValues } from './file.ts';
import { choosePartnerVisibility } from './update.ts';

const NAME = 'Zacharias Quellenbrunn';
/** Words that could lead to the member, as written to the tables below; the payment reference is added. */
const WORDS = ['zacharias', 'quellenbrunn', 'zq@example.org', 'ZQ-1', 'Zither', 'ZL-1', 'Dank'];

/**
 * All that may still hold something in the rows of an erased member. A new column has to be decided on here (and in the
 * export: console/members/data.ts).
 */
const MAY_REMAIN: Readonly<Record<string, readonly string[]>> = {
  accounts: ['community_id', 'created_at', 'credits_seconds', 'debits_seconds', 'id', 'kind', 'member_id'],
  // Ids and the bank's reference, as in the ledger; they go after 30 days.
  call_log: [
    ...['address', 'amount_seconds', 'at', 'community_id', 'id', 'latency_us', 'member_id', 'operation'],
    ...['partner_id', 'reference', 'request_id', 'status'],
  ],
  comparison_lines: [
    ...['amount', 'booked_on', 'changed_at', 'changed_by', 'comparison_id', 'community_id', 'created_at', 'credit_id'],
    ...['currency', 'difference', 'entry_reference', 'is_reversal', 'kind', 'member_id', 'named_member_id', 'number'],
    ...['partner_id', 'place', 'problem', 'revision', 'state', 'worth_hours'],
  ].sort(),
  events: [
    'audience',
    'community_id',
    'created_at',
    'data',
    'id',
    'listing_id',
    'member_id',
    'partner_id',
    'type',
    'xid',
  ],
  // That there was a deputy, without name or address.
  deputies: [
    ...['agreed_on', 'community_id', 'created_at', 'ended_at', 'how', 'id', 'member_id', 'name', 'person_id'],
    'recorded_by',
  ],
  payer_choices: [],
  listings: [
    ...[
      'category',
      'changed_xid',
      'community_id',
      'created_at',
      'estimated_seconds',
      'id',
      'member_id',
      'published_at',
    ],
    ...['status', 'title', 'type', 'updated_at'],
  ],
  listing_forms: [],
  // That there was a mail, and why; the text is never kept.
  mails: [
    ...['attempts', 'community_id', 'created_at', 'error', 'finished_at', 'id', 'language', 'last_attempt_at'],
    ...['member_id', 'message_uuid', 'reason_key', 'state', 'urgent'],
  ],
  member_calls: [],
  member_checks: [],
  member_details: [],
  member_grams: [],
  member_pairs: [],
  member_partner_visibility: [],
  member_sessions: [],
  member_words: [],
  members: [
    ...[
      'changed_xid',
      'community_id',
      'created_at',
      'erased_at',
      'id',
      'letter_only',
      'mail_kinds',
      'name',
      'payment_reference',
      'search_name',
      'seen_by_members',
      'status',
    ],
    ...['updated_at', 'visibility'],
  ],
  sign_in_requests: [],
};

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** A member with something in every column, a partner that sees the member, and one that the member hides from. */
async function setUp() {
  const { database, clock } = service.deps;
  const seeing = await service.createPartner();
  const { communityId } = seeing;
  const hidden = await service.createPartner({ communityId });
  for (const partner of [seeing, hidden]) {
    const json = { event_types: ['*'], target_url: 'https://bank.example/hooks' };
    await service.call('POST', '/webhooks/subscriptions', { token: await service.token(partner), json });
  }
  const member = await service.createMember({
    ...{ communityId, name: NAME, email: 'zq@example.org', externalId: 'ZQ-1', language: 'de' },
    ...{ joinedOn: '2020-02-29', visibility: 'listed_with_email', salutation: 'Herr', givenName: 'Zacharias' },
    ...{ familyName: 'Quellenbrunn', phone: '0561 98765', secondPhone: '+49 171 98765', street: 'Zitherweg 1' },
    ...{ postalCode: '34117', place: 'Zitherstadt', country: 'DE', preferredContact: 'phone', birthYear: '1950' },
    ...{ agreementSignedOn: '2020-03-01', emailConsentOn: '2020-03-01', emergencyContact: 'Frau Quellenbrunn' },
    notes: 'Zither',
  });
  await service.ownerQuery(
    `update members set booklet_contact = 'email', letter_only = true, leave_asked_at = now(),
       card = 'ZQ23456789', seen_by_members = false, digest_asked_at = now(), join_asked_at = now()
      where id = $1`,
    [member.uuid],
  );
  await service.ownerQuery(
    `insert into sign_in_requests (community_id, way, mailbox, cookie_hash, created_at, expires_at)
     values ($1, 'mail', 'zq@example.org', sha256('zq'), now(), now())`,
    [communityId],
  );
  const other = await service.createMember({ communityId });
  const act = { communityId, memberId: member.uuid, actor: 'test' };
  await choosePartnerVisibility(service.deps, act, hidden.partnerId, 'hidden');
  const deputy = { name: `Niece of ${NAME}`, email: 'zq-niece@example.org' };
  await appointDeputy(service.deps, act, deputy, { agreedOn: null, how: 'paper' });
  const check = { kind: 'Certificate of Zacharias', checkedBy: 'Petra Kern', checkedOn: '2026-01-01' };
  await addCheck(service.deps, act, check);
  await recordCall(service.deps, act, { calledOn: '2026-11-01', note: 'Zither', againMonths: 3 });
  await addOwnField(service.deps, act, { name: 'Instrument', kind: 'text' });
  await setOwnValues(service.deps, act, [{ number: 1, value: 'Zither' }]);
  await service.ownerQuery(
    `insert into member_pairs (community_id, member_id, other_id, decision, decided_by, decided_at)
     values ($1, $2, $3, 'different', 'test', now())`,
    [communityId, member.uuid, other.uuid],
  );
  const token = await service.token(seeing);
  const listing = {
    ...{ externalId: 'ZL-1', memberId: member.uuid, title: 'Zither', description: 'Zither, by Zacharias' },
    ...{ category: 'music', estimatedSeconds: 3600, createdAt: clock.now() },
    ...({ type: 'service', status: 'active' } as const),
  };
  await testChange(service.deps, communityId, (within) => createListingsIn(within, communityId, [listing]));
  await service.ownerQuery('update listings set published_at = now() where member_id = $1', [member.uuid]);
  await answerEachOther(act, other);
  await credited(service, token, member.id, 3, `R-${communityId}`);
  await compareWithNote(seeing, member);
  await importPayment(seeing, member);
  await service.deps.postTransfers({
    ...{ kind: 'exchange', communityId, providerAccountId: other.accountId, listingId: null },
    ...{ receiverAccountId: member.accountId, amountSeconds: 3600, serviceDate: '2026-11-01', externalId: null },
    ...{ note: 'Dank an Zacharias', recordedBy: 'test', limited: true },
  });
  await mailOnItsWay(communityId, member);
  // An address that was read is in the audit log, too.
  await service.call('GET', `/users/${member.id}`, { token });
  await waitUntil('the calls are logged', async () => {
    const sql = 'select from call_log where member_id = $1';
    return (await service.ownerQuery(sql, [member.uuid])).length === 2;
  });
  await distributeAll(database, clock.now());
  const signedIn = {
    communityId,
    at: clock.now(),
    tokenHash: randomBytes(32),
    memberId: member.uuid,
    deputyId: null,
    way: 'letter',
  } as const;
  await writeLetters(service.deps, act, [member.uuid]);
  await testChange(service.deps, communityId, ({ transaction }) =>
    insertMemberSession(transaction, { ...signedIn, shared: false, deviceHash: null, userAgent: 'a telephone' }),
  );
  return { seeing, hidden, member, other, act };
}

/** Both have a listing, and have answered the other's. */
async function answerEachOther(act: { communityId: number; memberId: string; actor: string }, { uuid }: TestMember) {
  const { deps } = service;
  const words = { message: 'The Zither', released: ['phone', 'email'], form: randomUUID() } as const;
  const sides = [act, { ...act, memberId: uuid }] as const;
  for (const [at, asker] of sides.entries()) {
    const answerer = sides[1 - at] as typeof act;
    const input = { type: 'request', title: 'A request', description: '', category: '' } as const;
    const listingId = await publishListing(deps, asker, randomUUID(), input);
    const answerId = await answerListing(deps, answerer, { ...words, listingId });
    await replyToAnswer(deps, asker, { answerId, state: 'agreed', reply: 'Zither', released: ['email'] });
  }
}

/** A bank's file with the member's payment of another amount, with a note. */
async function compareWithNote({ communityId, partnerId }: TestPartner, { paymentReference }: TestMember) {
  const partner = { communityId, partnerId, actor: 'administrator:1' };
  const file = [
    'entry_reference,end_to_end_id,amount,currency,booked_on,remittance',
    `R-${communityId},${paymentReference},25.00,EUR,2026-11-19,${NAME}: ${paymentReference}`,
  ].join('\n');
  await changeRates(service.deps, partner, { hoursPerUnit: { EUR: '1/25' }, from: null });
  const { id: comparisonId } = await reconcile(service.deps, partner, {
    name: 'day.csv',
    chunks: Readable.from([Buffer.from(file)]),
  });
  await changeLine(service.deps, { ...partner, comparisonId, number: 1 }, { revision: 0, note: `${NAME} was asked` });
}

/** A mail that a server has refused once, naming the address. */
async function mailOnItsWay(communityId: number, { uuid, id }: TestMember) {
  await testChange(service.deps, communityId, (within) =>
    dueMailsIn(within, communityId, [{ reasonKey: `message:1:${id}`, memberId: uuid }]),
  );
  await service.ownerQuery(
    `update mails set error = 'not_accepted', answer = '450 zq@example.org', last_attempt_at = created_at, attempts = 1
     where member_id = $1`,
    [uuid],
  );
  await service.ownerQuery(`update members set stop_key = $2, email_state = 'bad' where id = $1`, [
    uuid,
    Buffer.alloc(16, 1),
  ]);
}

/** A bank's file with a payment of the member, whose account is remembered; the member had another reference before. */
async function importPayment({ communityId }: TestPartner, { id: memberId, uuid, paymentReference }: TestMember) {
  const act = { communityId, actor: 'administrator:1' };
  const file = [
    'entry_reference,end_to_end_id,amount,currency,booked_on,payer,payer_account,remittance',
    `B-${communityId},Zither,25.00,EUR,2026-11-19,${NAME},ZQ-1,${NAME}: ${paymentReference}`,
  ].join('\n');
  const upload = { name: 'bank.csv', bytes: Buffer.from(file), answers: {}, read: readBankFile };
  const { lineIds } = await importIntoInbox(service.deps, act, upload);
  await decideLine(service.deps, act, lineIds[0] as number, { memberId, remember: true });
  await service.ownerQuery(`update members set former_payment_reference = 'RF471234567890' where id = $1`, [uuid]);
  await service.ownerQuery(`update bank_lines set note = $2 where id = $1`, [lineIds[0], `${NAME} was asked`]);
}

type Row = Readonly<Record<string, unknown>>;

/** The member's rows by table: of every table that has the member in a column. */
async function rowsOf({ uuid }: TestMember): Promise<Record<string, Row[]>> {
  const tables = await service.ownerQuery<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'member_id' order by 1`,
  );
  const rows: Record<string, Row[]> = {
    members: await service.ownerQuery('select * from members where id = $1', [uuid]),
  };
  for (const { name } of tables) {
    rows[name] = await service.ownerQuery(`select * from ${name} where member_id = $1`, [uuid]);
  }
  return rows;
}

const isFilled = (value: unknown) => value !== null && value !== '';
const filledColumns = (rows: readonly Row[]) =>
  [...new Set(rows.flatMap((row) => Object.keys(row).filter((column) => isFilled(row[column]))))].sort();

/** The columns of the whole database, `table.column`, that contain one of the words. */
async function columnsWith(words: readonly string[]): Promise<string[]> {
  const columns = await service.ownerQuery<{ table: string; name: string }>(
    `select c.table_name as table, c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' order by 1, 2`,
  );
  const found: string[] = [];
  for (const { table, name } of columns) {
    const [hit] = await service.ownerQuery(
      `select from ${table} t, unnest($1::text[]) as w (wanted)
       where t.${name}::text ilike '%' || w.wanted || '%' limit 1`,
      [words],
    );
    if (hit) found.push(`${table}.${name}`);
  }
  return found;
}

async function toldTo({ communityId, partnerId }: TestPartner, type: string): Promise<unknown[]> {
  await distributeAll(service.deps.database, service.clock.now());
  const rows = await service.ownerQuery<{ data: unknown }>(
    `select e.data from deliveries d
     join events e on e.community_id = d.community_id and e.id = d.event_id
     join subscriptions s on s.community_id = d.community_id and s.id = d.subscription_id
     where s.community_id = $1 and s.partner_id = $2 and e.type = $3`,
    [communityId, partnerId, type],
  );
  return rows.map(({ data }) => data);
}

test('erasing leaves nothing in the rows of the member but what is listed here, and no word of it in any table', async () => {
  const { member, act } = await setUp();
  const words = [...WORDS, member.paymentReference];
  const before = await rowsOf(member);
  for (const table of Object.keys(before))
    assert.ok(
      (before[table]?.length ?? 0) > 0,
      `${table} has a row to be erased: setUp writes one, erase.ts empties it, MAY_REMAIN says what stays`,
    );
  // Or the comparison below would find columns empty that erasing never touched.
  const { members: [row] = [], listings: [listing] = [] } = before;
  for (const [column, value] of Object.entries({ ...listing, ...row })) {
    assert.ok(
      ['erased_at', 'undone_at'].includes(column) || isFilled(value),
      `${column} has something to be erased: setUp fills it, erase.ts empties it`,
    );
  }
  assert.deepEqual(await columnsWith(words), [
    ...['answers.message', 'answers.reply'],
    ...[
      'bank_lines.end_to_end_id',
      'bank_lines.note',
      'bank_lines.payer',
      'bank_lines.payer_account',
      'bank_lines.texts',
    ],
    ...['comparison_lines.end_to_end_id', 'comparison_lines.note', 'comparison_lines.payer_text'],
    'deputies.name',
    ...['listings.description', 'listings.external_id', 'listings.title', 'mails.answer', 'member_calls.note'],
    'member_checks.kind',
    ...[
      ...['address_key', 'emergency_contact', 'family_name', 'given_name', 'notes', 'own_values', 'place', 'sort_name'],
      'street',
    ].map((column) => `member_details.${column}`),
    ...['member_words.word', 'members.email'],
    ...[
      'members.external_id',
      'members.name',
      'members.payment_reference',
      'members.search_name',
      'payer_choices.payer_account',
      'sign_in_requests.mailbox',
      'transfers.note',
    ],
  ]);

  await erasePersonalData(service.deps, act, NAME);
  const left = await rowsOf(member);
  const remaining = Object.fromEntries(Object.entries(left).map(([table, rows]) => [table, filledColumns(rows)]));
  assert.deepEqual(remaining, MAY_REMAIN);
  const { status, visibility, name } = left.members?.[0] ?? {};
  assert.deepEqual([status, visibility], ['left', 'hidden']);
  assert.equal(name, `Former member ${encodeId('usr', member.uuid).slice(-6).toUpperCase()}`);
  assert.deepEqual(
    left.listings?.map(({ title, status }) => [title, status]),
    [
      ['Erased', 'closed'],
      ['Erased', 'closed'],
    ],
  );
  // Transfers are append-only: their notes stay and are shown to nobody (ADR 0020).
  assert.deepEqual(await columnsWith(words), ['transfers.note']);
});

test('each partner that saw the member gets an event to forget it; one that did not, or is elsewhere, gets none', async () => {
  const { seeing, hidden, member, act } = await setUp();
  const elsewhere = await service.createPartner();
  const forget = { user_id: member.id };
  // The one got its event when the member chose to be hidden from it.
  const received = async () => [
    await toldTo(seeing, 'user.deactivated'),
    await toldTo(hidden, 'user.deactivated'),
    await toldTo(elsewhere, 'user.deactivated'),
  ];
  assert.deepEqual(await received(), [[], [forget], []]);
  await erasePersonalData(service.deps, act, NAME);
  assert.deepEqual(await received(), [[forget], [forget], []]);
});

test('any text but the name of the member erases nothing and sends no event', async () => {
  const { seeing, member, act } = await setUp();
  const before = await rowsOf(member);
  await assert.rejects(erasePersonalData(service.deps, act, 'Zacharias'), {
    code: 'validation_failed',
  });
  assert.deepEqual(await rowsOf(member), before);
  assert.deepEqual(await toldTo(seeing, 'user.deactivated'), []);
});

test('in a community whose first language is German, what takes the place of names and titles is German', async () => {
  const { id: communityId } = await service.createCommunity();
  await service.ownerQuery("update communities set languages = '{de-AT,en}' where id = $1", [communityId]);
  const member = await service.createMember({ communityId, name: NAME });
  await testChange(service.deps, communityId, (within) =>
    createListingsIn(within, communityId, [
      {
        ...{ externalId: null, memberId: member.uuid, type: 'service', title: 'Zither', description: '', category: '' },
        ...{ estimatedSeconds: null, status: 'active', createdAt: within.at },
      },
    ]),
  );
  await erasePersonalData(service.deps, { communityId, actor: 'test', memberId: member.uuid }, NAME);
  const [row] = await service.ownerQuery(
    `select name, search_name, title from members m
     join listings l on l.community_id = m.community_id and l.member_id = m.id where m.community_id = $1`,
    [communityId],
  );
  const name = `Ehemaliges Mitglied ${encodeId('usr', member.uuid).slice(-6).toUpperCase()}`;
  assert.deepEqual(row, { name, search_name: name.toLowerCase(), title: 'Gelöscht' });
});
