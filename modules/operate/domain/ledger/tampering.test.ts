/**
 * Changes by the owner of the tables behind the ledger, one at a time, and the rule by which `ledger verify` sees each.
 * `invariants.test.ts` compares whole reports; here one rule that sees the change is enough.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import {
  faultsAfter,
  startTamperedLedger,
  type TamperedLedger,
  type TamperingRow,
  testSeen,
  transfer,
  unlocked,
} from '../../../../test-support/ledger/tampering.ts';

let ledger: TamperedLedger;
before(async () => {
  ledger = await startTamperedLedger();
});
after(() => ledger?.stop());

const sees = (rows: readonly TamperingRow[]) => testSeen(() => ledger, rows);

const changed = (event: string, change: string) => [`update events set ${change} where id = '${event}'`];
const withData = (event: string, data: object) =>
  changed(event, `data = (data::jsonb || '${JSON.stringify(data)}')::json`);
/** A credit goes to another account, and both running totals follow. */
const given = (account: string) =>
  unlocked(
    `update transfers set credit_account_id = ${account} where id = '%kept'`,
    `update accounts set credits_seconds = credits_seconds - 5400 where id = %M`,
    `update accounts set credits_seconds = credits_seconds + 5400 where id = ${account}`,
  );
/** A credit has twice its amount, with totals, event and statement in line. */
const DOUBLED = unlocked(
  `update transfers set amount_seconds = 10800 where id = '%kept'`,
  `update accounts set credits_seconds = credits_seconds + 5400 where id = %M`,
  `update events set data = replace(data::text, '"hours":1.5,"seconds":5400', '"hours":3,"seconds":10800')::json
   where id = '%keptEvent'`,
  `update statements set credits_seconds = credits_seconds + 5400 where partner_id = %P and day = '2026-11-20'`,
  `update statements set opening_seconds = opening_seconds + 5400 where partner_id = %P and day > '2026-11-20'`,
);
const USER = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';
const SWAP = [
  'drop index accounts_by_member',
  'alter table accounts disable trigger all',
  `update accounts a set member_id = b.member_id from accounts b
   where a.id in (%M, %N) and b.id in (%M, %N) and a.id <> b.id`,
  'alter table accounts enable trigger all',
  'create unique index accounts_by_member on accounts (community_id, member_id) where member_id is not null',
];

describe('a booking that is other than it was is seen', () => {
  sees([
    ['a credit that is given to another member', given('%N'), 'events', 'hashes'],
    ['a credit that is given to the community fund', given('%chest'), 'events', 'hashes', 'partners'],
    [
      'a credit to another member whose event says the same',
      [...given('%N'), ...changed('%keptEvent', `member_id = (select member_id from accounts where id = %N)`)],
      'events',
      'hashes',
    ],
    ['an amount that is doubled, with totals, event and statement in line', DOUBLED, 'hashes', 'ready'],
    [
      'a reference that is changed in transfer and event',
      [...transfer('%kept', `reference = 'forged'`), ...withData('%keptEvent', { reference: 'forged' })],
      'hashes',
    ],
    ['the members of two accounts that change places', SWAP, 'events', 'hashes'],
    [
      'a credit of a final day that is deleted with its event',
      unlocked(`delete from events where id = '%keptEvent'`, `delete from transfers where id = '%kept'`),
      'statements',
      'hashes',
    ],
    [
      'a time that is moved within its millisecond order, so that lines change places',
      unlocked(`update transfers set created_at = created_at + interval '2 milliseconds' where id = '%kept'`),
      'ids',
    ],
  ]);
});

describe('an event that is other than its cause is seen, in each of its fields', () => {
  const FIELDS = {
    credit_id: USER.replace('usr', 'crd'),
    user_id: USER,
    hours: 9,
    seconds: 1,
    reference: 'x',
    booked_on: '2026-11-19',
  };
  sees([
    ...Object.entries(FIELDS).flatMap(([field, value]): TamperingRow[] => [
      [`the event of a credit with another ${field}`, withData('%keptEvent', { [field]: value }), 'events'],
      [`the event of a reversal with another ${field}`, withData('%returnedEvent', { [field]: value }), 'events'],
    ]),
    ['an event with a field more', withData('%keptEvent', { more: 1 }), 'events'],
    [
      'an event with one field twice',
      changed('%keptEvent', `data = replace(data::text, '{"credit_id"', '{"seconds":1,"credit_id"')::json`),
      'events',
    ],
    [
      'an event of another member',
      changed('%keptEvent', 'member_id = (select member_id from accounts where id = %N)'),
      'events',
    ],
    ['an event for other partners', changed('%keptEvent', `audience = '{1}'`), 'events'],
    ['an event of another time', changed('%keptEvent', `created_at = created_at - interval '1 hour'`), 'events'],
    ['an event of a booking that is none', changed('%keptEvent', `id = gen_random_uuid()`), 'events', 'oneEvent'],
    [
      'statement.ready with another hash',
      [
        `update events set data = (data::jsonb || '{"hash": "x"}')::json where type = 'statement.ready' and partner_id = %P`,
      ],
      'ready',
    ],
    [
      'statement.ready that is gone',
      [`delete from events where type = 'statement.ready' and partner_id = %P`],
      'ready',
    ],
    [
      'statement.ready of a day that has no statement',
      [
        `update events set data = (data::jsonb || '{"date": "2026-11-01"}')::json
        where type = 'statement.ready' and partner_id = %Q`,
      ],
      'ready',
    ],
    ...['user.updated', 'listing.closed', 'nothing.known'].map(
      (type): TamperingRow => [
        `an event ${type} that names another member`,
        [
          `insert into events (community_id, id, type, member_id, listing_id, data, created_at)
          select %here, gen_random_uuid(), '${type}', member_id, '%copied', '{"user_id":"${USER}"}', now()
          from accounts where id = %M`,
        ],
        'plain',
      ],
    ),
  ]);
});

const statements = (...changes: string[]) => unlocked(...changes);
const LAST = `partner_id = %P and day = '2026-11-21'`;

describe('a statement, its hash or its place that is other than it was is seen', () => {
  sees([
    ['the last final statement that is deleted', statements(`delete from statements where ${LAST}`), 'statements'],
    [
      'every statement of a partner that is deleted with its events',
      statements(`delete from statements where partner_id = %P`, `delete from events where type = 'statement.ready'`),
      'statements',
    ],
    [
      'every statement of a partner without bookings that is deleted',
      statements(
        `delete from statements where partner_id = %Q`,
        `delete from events where partner_id = %Q`,
        `delete from transfers where partner_id = %Q`,
      ),
      'statements',
    ],
    [
      'closed_through that is taken back a day',
      ['update accounts set closed_through = closed_through - 1 where id = %settlesP'],
      'statements',
    ],
    [
      'closed_through that is taken away',
      ['update accounts set closed_through = null where id = %settlesP'],
      'statements',
    ],
    [
      'closed_through that is moved on a day',
      ['update accounts set closed_through = closed_through + 1 where id = %settlesP'],
      'statements',
    ],
    ['a hash', unlocked(`update statement_hashes set hash = sha256('x') where ${LAST}`), 'hashes'],
    ['a previous hash', unlocked(`update statement_hashes set previous_hash = sha256('x') where ${LAST}`), 'hashes'],
    [
      'the hash of the first day, with the next one building on it',
      unlocked(
        `update statement_hashes set hash = sha256('x') where partner_id = %P and day = '2026-11-20'`,
        `update statement_hashes set previous_hash = sha256('x') where ${LAST}`,
      ),
      'hashes',
    ],
    [
      'a hash that is deleted',
      unlocked(`delete from statement_hashes where partner_id = %P and day = '2026-11-20'`),
      'hashes',
    ],
    [
      'the last hash that is deleted, while its event holds it',
      unlocked(`delete from statement_hashes where ${LAST}`),
      'ready',
    ],
  ]);
});

const audit = (change: string) => unlocked(change);
const FIRST_ACT = `id = (select min(id) from audit_log where action <> 'email.read' and community_id = %here)`;

describe('an audit row or a seal that is other than it was is seen', () => {
  sees([
    ['an audit row that is deleted', audit(`delete from audit_log where ${FIRST_ACT}`), 'seals'],
    ['all audit rows that are deleted', audit('delete from audit_log'), 'seals'],
    ...[
      `at = at - interval '1 microsecond'`,
      `actor = 'forged'`,
      `action = 'forged'`,
      `action = 'email.read'`,
      `subject = 'forged'`,
      `address = '192.0.2.9'`,
      `request_id = 'forged'`,
      `details = '{"forged": true}'`,
      'community_id = %there',
      'community_id = null',
    ].map(
      (change): TamperingRow => [
        `an audit row with ${change}`,
        audit(`update audit_log set ${change} where ${FIRST_ACT}`),
        'seals',
      ],
    ),
    [
      'an audit row that takes the place of another community\u2019s',
      unlocked(
        'create temp table place as select min(id) as id from audit_log where community_id = %there',
        'delete from audit_log where id = (select id from place)',
        `insert into audit_log (community_id, id, at, actor, action) overriding system value
         select %here, id, now(), 'x', 'y' from place`,
        'drop table place',
      ),
      'seals',
    ],
    ['a seal', audit(`update audit_seals set hash = sha256('x')`), 'seals'],
    ['what a seal builds on', audit(`update audit_seals set previous_hash = sha256(hash)`), 'seals'],
    ['how far a seal reaches', audit('update audit_seals set through_id = through_id - 1'), 'seals'],
  ]);
});

describe('totals that nothing but their source can prove are seen', () => {
  sees([
    [
      'five active members more',
      ['insert into member_tallies (community_id, active, on_default) values (%here, 5, 5)'],
      'tallies',
    ],
    [
      'one who follows the default more',
      ['insert into member_tallies (community_id, active, on_default) values (%here, 0, 1)'],
      'tallies',
    ],
    ['tallies that are gone', ['delete from member_tallies where community_id = %here'], 'tallies'],
    [
      'an activity count',
      [
        `insert into activity_counts (community_id, first_day, last_day, transfers, members, new_listings, listings_through,
          counted_at) values (%here, '2026-11-19', '2026-11-19', 3, 3, 0, '2026-11-19', now())`,
      ],
      'activity',
    ],
    ['a total of a day of service', [`update exchange_days set seconds = seconds + 3600`], 'exchangeDays'],
  ]);
});

/** An hour that N gave M, recorded by N and confirmed by M; `%given` becomes its transfer. */
const PROPOSAL = '01972b64-2b00-7000-8000-000000000001';
const PROPOSAL_ID = encodeId('prp', PROPOSAL);
const agreed = (transferId: string, seconds = 3600) => `insert into proposals (community_id, id, provider_account_id,
    receiver_account_id, created_by, proposed_by, amount_seconds, service_date, state, form, created_at, changed_at,
    waits_since, confirmed_by, transfer_id)
  select %here, '${PROPOSAL}', n.id, m.id, n.member_id, n.member_id, ${seconds}, '2026-11-19', 'confirmed', gen_random_uuid(),
    '2026-11-20', '2026-11-20', '2026-11-20', m.member_id, '${transferId}'
  from accounts n, accounts m where n.community_id = %here and n.id = %N and m.community_id = %here and m.id = %M`;
const NAMED = [
  ...unlocked(`update transfers set external_id = '${PROPOSAL_ID}' where id = '%given'`),
  `insert into transfer_external_ids (community_id, kind, external_id, transfer_id)
   values (%here, 'exchange', '${PROPOSAL_ID}', '%given')`,
];

describe('what two have agreed on and what was booked of it are compared', () => {
  test('alike they are no fault', async () => {
    assert.deepEqual(await faultsAfter(ledger, [...NAMED, agreed('%given')]), {});
  });
  sees([
    ['a transfer of another length', [...NAMED, agreed('%given', 1800)], 'agreed'],
    ['a transfer with another external id', [agreed('%given')], 'agreed'],
    ['a transfer that nobody has confirmed', NAMED, 'agreed'],
    [
      'a proposal that waits for sixteen days',
      [
        `insert into proposals (community_id, id, provider_account_id, receiver_account_id, created_by, proposed_by, waits_for,
           amount_seconds, service_date, form, created_at, changed_at, waits_since)
         select %here, '${PROPOSAL}', n.id, m.id, n.member_id, n.member_id, m.member_id, 3600, '2026-11-01', gen_random_uuid(),
           '2026-11-05', '2026-11-05', '2026-11-05'
         from accounts n, accounts m
         where n.community_id = %here and n.id = %N and m.community_id = %here and m.id = %M`,
      ],
      'answered',
    ],
  ]);
});

describe('what nothing can see is named in docs/security.md', () => {
  const unseen: readonly (readonly [string, readonly string[]])[] = [
    [
      'the note, payment and recorder of a credit',
      transfer('%kept', `recorded_by = 'x', note = 'x', payment_amount = '1.00'`),
    ],
    [
      'the receiver of an exchange, with the totals in line',
      unlocked(
        `update accounts set debits_seconds = debits_seconds - 3600 where id = %M`,
        `update accounts set debits_seconds = debits_seconds + 3600 where id = %chest`,
        `update transfers set debit_account_id = %chest where id = '%given'`,
      ),
    ],
    [
      'the day of service of exchanges, with the totals in line',
      unlocked(
        `update transfers set service_date = '2026-11-18' where service_date = '2026-11-19'`,
        `update exchange_days set day = '2026-11-18'`,
        'delete from activity_counts',
      ),
    ],
  ];
  for (const [what, statements] of unseen) {
    test(what, async () => {
      assert.deepEqual(await faultsAfter(ledger, statements), {});
    });
  }
});
