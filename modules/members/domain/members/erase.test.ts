import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { distributeAll } from '../../../../core/events/delivery/distribute.ts';
import { testChange } from '../../../../test-support/changes.ts';
import { type TestPartner, testService } from '../../../../test-support/harness.ts';
import {
  columnsWithValues,
  createWholeMember,
  isFilled,
  rowsOfMember,
  WHOLE_NAME,
} from '../../../../test-support/whole-member.ts';
import { createListingsIn } from '../listings/create.ts';
import { erasePersonalData } from './erase.ts';

/** Words that could lead to the member, as written to the tables below; the payment reference is added. */
const WORDS = ['zacharias', 'quellenbrunn', 'zq@example.org', 'ZQ-1', 'Zither', 'ZL-1', 'Dank'];

/**
 * All that may still hold something in the rows of an erased member. A new column has to be decided on here (and in the
 * export: members-pages/api/member-export.test.ts).
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
    ...[
      'attempts',
      'community_id',
      'created_at',
      'deputy_id',
      'error',
      'finished_at',
      'id',
      'language',
      'last_attempt_at',
    ],
    ...['member_id', 'message_uuid', 'reason_key', 'state', 'urgent'],
  ],
  member_calls: [],
  member_checks: [],
  member_details: [],
  member_grams: [],
  member_holds: [],
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

const service = await testService();

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
  const { member, act } = await createWholeMember(service);
  const words = [...WORDS, member.paymentReference];
  const before = await rowsOfMember(service, member);
  for (const table of Object.keys(before))
    assert.ok(
      (before[table]?.length ?? 0) > 0,
      `${table} has a row to be erased: setUp writes one, erase.ts or a module's onErase empties it, MAY_REMAIN says what stays`,
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

  await erasePersonalData(service.deps, act, WHOLE_NAME);
  const left = await rowsOfMember(service, member);
  const remaining = Object.fromEntries(Object.entries(left).map(([table, rows]) => [table, columnsWithValues(rows)]));
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
  // Transfers are append-only: their notes stay and are shown to nobody (docs/decisions/erasure.md).
  assert.deepEqual(await columnsWith(words), ['transfers.note']);
});

test('each partner that saw the member gets an event to forget it; one that did not, or is elsewhere, gets none', async () => {
  const { seeing, hidden, member, act } = await createWholeMember(service);
  const elsewhere = await service.createPartner();
  const forget = { user_id: member.id };
  // The one got its event when the member chose to be hidden from it.
  const received = async () => [
    await toldTo(seeing, 'user.deactivated'),
    await toldTo(hidden, 'user.deactivated'),
    await toldTo(elsewhere, 'user.deactivated'),
  ];
  assert.deepEqual(await received(), [[], [forget], []]);
  await erasePersonalData(service.deps, act, WHOLE_NAME);
  assert.deepEqual(await received(), [[forget], [forget], []]);
});

test('any text but the name of the member erases nothing and sends no event', async () => {
  const { seeing, member, act } = await createWholeMember(service);
  const before = await rowsOfMember(service, member);
  await assert.rejects(erasePersonalData(service.deps, act, 'Zacharias'), {
    code: 'validation_failed',
  });
  assert.deepEqual(await rowsOfMember(service, member), before);
  assert.deepEqual(await toldTo(seeing, 'user.deactivated'), []);
});

test('in a community whose first language is German, what takes the place of names and titles is German', async () => {
  const { id: communityId } = await service.createCommunity();
  await service.ownerQuery("update communities set languages = '{de-AT,en}' where id = $1", [communityId]);
  const member = await service.createMember({ communityId, name: WHOLE_NAME });
  await testChange(service.deps, communityId, (within) =>
    createListingsIn(within, communityId, [
      {
        ...{ externalId: null, memberId: member.uuid, type: 'service', title: 'Zither', description: '', category: '' },
        ...{ estimatedSeconds: null, status: 'active', createdAt: within.at },
      },
    ]),
  );
  await erasePersonalData(service.deps, { communityId, actor: 'test', memberId: member.uuid }, WHOLE_NAME);
  const [row] = await service.ownerQuery(
    `select name, search_name, title from members m
     join listings l on l.community_id = m.community_id and l.member_id = m.id where m.community_id = $1`,
    [communityId],
  );
  const name = `Ehemaliges Mitglied ${encodeId('usr', member.uuid).slice(-6).toUpperCase()}`;
  assert.deepEqual(row, { name, search_name: name.toLowerCase(), title: 'Gelöscht' });
});
