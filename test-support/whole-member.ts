import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { distributeAll } from '../core/events/delivery/distribute.ts';
import { changeRates } from '../core/partners/rates/rates.ts';
import { choosePartnerVisibility } from '../core/people/members/update.ts';
import { decideLine } from '../modules/bank/domain/inbox/decide-line.ts';
import { importIntoInbox } from '../modules/bank/domain/inbox/import-file.ts';
import { changeLine } from '../modules/bank/domain/reconcile/change-line.ts';
import { reconcile } from '../modules/bank/domain/reconcile/reconcile.ts';
import { readBankFile } from '../modules/bank-files/read-file.ts';
import { dueMailsIn } from '../modules/mail/domain/due.ts';
import { createListingsIn } from '../modules/members/domain/listings/create.ts';
import { addCheck, addOwnField, setOwnValues } from '../modules/members/domain/members/file.ts';
import { recordCall } from '../modules/members/domain/record-contact.ts';
import { answerListing, replyToAnswer } from '../modules/members-pages/domain/answers/answer.ts';
import { publishListing } from '../modules/members-pages/domain/answers/publish.ts';
import { appointDeputy } from '../modules/members-pages/domain/deputies/deputies.ts';
import { writeLetters } from '../modules/members-pages/domain/member-access/letters.ts';
import { insertMemberSession } from '../modules/members-pages/domain/member-access/queries.ts';
import { testChange } from './changes.ts';
import type { TestMember, TestPartner, TestService } from './harness.ts';
import { waitUntil } from './wait-until.ts';
import { credited } from './wallet.ts';

export const WHOLE_NAME = 'Zacharias Quellenbrunn';

/** A member with something in every column, a partner that sees the member, and one that the member hides from. */
export async function createWholeMember(service: TestService) {
  const { database, clock } = service.deps;
  const seeing = await service.createPartner();
  const { communityId } = seeing;
  const hidden = await service.createPartner({ communityId });
  for (const partner of [seeing, hidden]) {
    const json = { event_types: ['*'], target_url: 'https://bank.example/hooks' };
    await service.call('POST', '/webhooks/subscriptions', { token: await service.token(partner), json });
  }
  const member = await service.createMember({
    ...{ communityId, name: WHOLE_NAME, email: 'zq@example.org', externalId: 'ZQ-1', language: 'de' },
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
  const deputy = { name: `Niece of ${WHOLE_NAME}`, email: 'zq-niece@example.org' };
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
  await hiddenOnce(service, communityId, member);
  await answerEachOther(service, act, other);
  await credited(service, token, member.id, 3, `R-${communityId}`);
  await compareWithNote(service, seeing, member);
  await importPayment(service, seeing, member);
  await service.deps.postTransfers({
    ...{ kind: 'exchange', communityId, providerAccountId: other.accountId, listingId: null },
    ...{ receiverAccountId: member.accountId, amountSeconds: 3600, serviceDate: '2026-11-01', externalId: null },
    ...{ note: 'Dank an Zacharias', recordedBy: 'test', limited: true },
  });
  await mailOnItsWay(service, communityId, member);
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

/** The membership was on hold; the listing has all that one can have. */
async function hiddenOnce(service: TestService, communityId: number, { uuid }: TestMember) {
  const of = [communityId, uuid];
  await service.ownerQuery(
    `insert into member_holds (community_id, member_id, until, began_at, ended_at, shown)
     values ($1, $2, now(), now(), now(), 1)`,
    of,
  );
  await service.ownerQuery(
    `update listings set published_at = now(), back_as = 'active' where community_id = $1 and member_id = $2`,
    of,
  );
}

/** Both have a listing, and have answered the other's. */
async function answerEachOther(
  service: TestService,
  act: { communityId: number; memberId: string; actor: string },
  { uuid }: TestMember,
) {
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
async function compareWithNote(
  service: TestService,
  { communityId, partnerId }: TestPartner,
  { paymentReference }: TestMember,
) {
  const partner = { communityId, partnerId, actor: 'administrator:1' };
  const file = [
    'entry_reference,end_to_end_id,amount,currency,booked_on,remittance',
    `R-${communityId},${paymentReference},25.00,EUR,2026-11-19,${WHOLE_NAME}: ${paymentReference}`,
  ].join('\n');
  await changeRates(service.deps, partner, { hoursPerUnit: { EUR: '1/25' }, from: null });
  const { id: comparisonId } = await reconcile(service.deps, partner, {
    name: 'day.csv',
    chunks: Readable.from([Buffer.from(file)]),
  });
  await changeLine(
    service.deps,
    { ...partner, comparisonId, number: 1 },
    { revision: 0, note: `${WHOLE_NAME} was asked` },
  );
}

/** A mail that a server has refused once, naming the address. */
async function mailOnItsWay(service: TestService, communityId: number, { uuid, id }: TestMember) {
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
async function importPayment(
  service: TestService,
  { communityId }: TestPartner,
  { id: memberId, uuid, paymentReference }: TestMember,
) {
  const act = { communityId, actor: 'administrator:1' };
  const file = [
    'entry_reference,end_to_end_id,amount,currency,booked_on,payer,payer_account,remittance',
    `B-${communityId},Zither,25.00,EUR,2026-11-19,${WHOLE_NAME},ZQ-1,${WHOLE_NAME}: ${paymentReference}`,
  ].join('\n');
  const upload = { name: 'bank.csv', bytes: Buffer.from(file), answers: {}, read: readBankFile };
  const { lineIds } = await importIntoInbox(service.deps, act, upload);
  await decideLine(service.deps, act, lineIds[0] as number, { memberId, remember: true });
  await service.ownerQuery(`update members set former_payment_reference = 'RF471234567890' where id = $1`, [uuid]);
  await service.ownerQuery(`update bank_lines set note = $2 where id = $1`, [lineIds[0], `${WHOLE_NAME} was asked`]);
}

export type StoredRow = Readonly<Record<string, unknown>>;

/** The member's rows by table: of every table that has the member in a column. */
export async function rowsOfMember(service: TestService, { uuid }: TestMember): Promise<Record<string, StoredRow[]>> {
  const tables = await service.ownerQuery<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'member_id' order by 1`,
  );
  const rows: Record<string, StoredRow[]> = {
    members: await service.ownerQuery('select * from members where id = $1', [uuid]),
  };
  for (const { name } of tables) {
    rows[name] = await service.ownerQuery(`select * from ${name} where member_id = $1`, [uuid]);
  }
  return rows;
}

export const isFilled = (value: unknown) => value !== null && value !== '';
export const columnsWithValues = (rows: readonly StoredRow[]) =>
  [...new Set(rows.flatMap((row) => Object.keys(row).filter((column) => isFilled(row[column]))))].sort();
