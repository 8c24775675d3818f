/**
 * Each branch of each invariant is seen to fail: the tables' owner breaks it behind the ledger's back, with the triggers
 * off. What is reported is compared as a whole: the broken rules and no other, the rows at fault and no other.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Clock } from '../../../../core/base/clock.ts';
import { runCommand } from '../../../../test-support/command.ts';
import type { TestService } from '../../../../test-support/harness.ts';
import {
  account,
  audited,
  copied,
  delivery,
  type FaultRow,
  type Faults,
  faultsAfter,
  more,
  named,
  SECOND_SUBSCRIPTION,
  startTamperedLedger,
  statement,
  statementOf,
  type TamperedLedger,
  testFaults,
  transfer,
  unlocked,
} from '../../../../test-support/ledger/tampering.ts';
import { credited } from '../../../../test-support/wallet.ts';
import { verifyLedger } from './invariants.ts';

let ledger: TamperedLedger;
let service: TestService;
before(async () => {
  ledger = await startTamperedLedger();
  service = ledger.service;
});
after(() => ledger?.stop());

const check = (rows: readonly FaultRow[]) => testFaults(() => ledger, rows);

const P20 = statementOf('%P', '2026-11-20');
const P21 = statementOf('%P', '2026-11-21');
const P22 = statementOf('%P', '2026-11-22');
const Q20 = statementOf('%Q', '2026-11-20');
const Q21 = statementOf('%Q', '2026-11-21');
describe('I1, I2: changed totals and transfers are found', () => {
  check([
    [
      'credits that were raised',
      [account('%M', more('credits_seconds'))],
      { zero: ['community %here'], totals: ['account %M'] },
    ],
    [
      'debits that were raised',
      [account('%M', more('debits_seconds'))],
      { zero: ['community %here'], totals: ['account %M'] },
    ],
    [
      'two communities whose faults add up to nothing',
      [account('%M', more('credits_seconds')), account('%far', more('debits_seconds'))],
      { zero: ['community %here', 'community %there'], totals: ['account %M', 'account %far'] },
    ],
    [
      'credits moved to an account without transfers',
      [account('%M', more('credits_seconds', -36)), account('%chest', more('credits_seconds'))],
      { totals: ['account %M', 'account %chest'] },
    ],
    [
      'debits moved to an account without transfers',
      [account('%M', more('debits_seconds', -36)), account('%opening', more('debits_seconds'))],
      { totals: ['account %M', 'account %opening'] },
    ],
    [
      'both sides of one account raised, its balance as it was',
      [account('%M', `${more('credits_seconds')}, ${more('debits_seconds')}`)],
      { totals: ['account %M'] },
    ],
    [
      'a credit whose amount was changed',
      transfer('%kept', more('amount_seconds')),
      {
        zero: ['community %here'],
        totals: ['account %M'],
        statements: [P20],
        hashes: [P20],
        events: ['event %keptEvent'],
      },
    ],
    [
      'a credit that was deleted with its event',
      unlocked(`delete from events where id = '%keptEvent'`, `delete from transfers where id = '%kept'`),
      { zero: ['community %here'], totals: ['account %M'], statements: [P20], hashes: [P20] },
    ],
  ]);
});

describe('I3: a changed transfer is found', () => {
  check([
    [
      'a reversal of another amount',
      transfer('%corrected', more('amount_seconds')),
      {
        totals: ['account %M', 'account %N'],
        exchangeDays: ['exchanges of 2026-11-19'],
        mirror: ['transfer %corrected'],
      },
    ],
    [
      'a reversal that takes from another account',
      transfer('%corrected', 'debit_account_id = %chest'),
      { totals: ['account %N', 'account %chest'], mirror: ['transfer %corrected'] },
    ],
    [
      'a reversal that gives to another account',
      transfer('%corrected', 'credit_account_id = %chest'),
      { totals: ['account %M', 'account %chest'], mirror: ['transfer %corrected'] },
    ],
    [
      'an external id of a transfer that does not have it',
      [`insert into transfer_external_ids values (%here, 'exchange', 'E-9', '%given')`],
      { externalIds: ['external id E-9'] },
    ],
    [
      'a transfer that stands and is not named by its external id; one that was taken back need not be',
      unlocked(`update transfers set external_id = id::text where id in ('%given', '%wrong')`),
      { externalIds: ['external id %given'] },
    ],
    [
      'a reversal of another kind',
      transfer('%wrong', `kind = 'opening'`),
      { exchangeDays: ['exchanges of 2026-11-19'], mirror: ['transfer %corrected'] },
    ],
    [
      'an exchange of another day',
      transfer('%given', `service_date = '2026-11-18'`),
      { exchangeDays: ['exchanges of 2026-11-18', 'exchanges of 2026-11-19'] },
    ],
    [
      'a total of exchanges that was changed',
      ['update exchange_days set seconds = seconds + 1 where community_id = %here'],
      {
        exchangeDays: ['exchanges of 2026-11-19'],
      },
    ],
    [
      'a reversal by another partner',
      transfer('%returned', 'partner_id = %Q'),
      {
        partners: ['transfer %returned'],
        mirror: ['transfer %returned'],
        statements: [P20, Q20],
        hashes: [P20, Q20],
        events: ['event %returnedEvent'],
      },
    ],
  ]);
});

describe('I3: a changed correction is found', () => {
  check([
    [
      'a correction of a standing credit',
      transfer('%again', `corrects_id = '%kept'`),
      { corrections: ['transfer %again'] },
    ],
    ['a correction of an exchange', transfer('%kept', `corrects_id = '%wrong'`), { corrections: ['transfer %kept'] }],
    [
      'a correction of another partner\u2019s credit',
      transfer('%keptByQ', `corrects_id = '%again'`),
      { corrections: ['transfer %keptByQ'] },
    ],
    ['no fault: a correction of an own reversed credit', transfer('%kept', `corrects_id = '%again'`), {}],
  ]);
});

describe('I3: a changed day or time of a transfer is found', () => {
  check([
    [
      'a transfer moved to the day before',
      transfer('%given', `booked_on = '2026-11-19'`),
      { days: ['transfer %given'] },
    ],
    [
      'a transfer moved to the day after',
      transfer('%given', `booked_on = '2026-11-21'`),
      { days: ['transfer %given'] },
    ],
    [
      'a transfer whose time was moved to the next midnight',
      transfer('%given', `created_at = '2026-11-21T00:00:00Z'`),
      { days: ['transfer %given'], ids: ['transfer %given'] },
    ],
    ...['+', '-'].map(
      (way): FaultRow => [
        `a transfer whose time is a millisecond from that of its id (${way})`,
        transfer('%given', `created_at = created_at ${way} interval '1 millisecond'`),
        { ids: ['transfer %given'] },
      ],
    ),
    [
      'no fault: a time within the millisecond of the id',
      transfer('%given', `created_at = created_at + interval '999 microseconds'`),
      {},
    ],
  ]);
});

/** The faults of a changed total of a day: the hash holds the seconds alone, the event the counts too. */
const faultsOf = (subject: string, column: string): Faults => ({
  statements: [subject],
  ...(column.endsWith('_seconds') ? { hashes: [subject] } : {}),
  ready: [subject],
});
const COUNTED = ['opening_seconds', 'credits_count', 'credits_seconds', 'reversals_count', 'reversals_seconds'];

describe('I3: a changed statement is found', () => {
  check([
    ...COUNTED.map(
      (column): FaultRow => [
        `${column} of a day with bookings`,
        statement('%P', '2026-11-21', more(column)),
        faultsOf(P21, column),
      ],
    ),
    ...COUNTED.map(
      (column): FaultRow => [
        `${column} of a day without bookings`,
        statement('%Q', '2026-11-21', more(column)),
        faultsOf(Q21, column),
      ],
    ),
    [
      'an opening balance before the first booking; the next day opens with it',
      [
        ...statement('%P', '2026-11-20', more('opening_seconds')),
        ...statement('%P', '2026-11-21', more('opening_seconds')),
      ],
      { statements: [P20], hashes: [P20, P21], ready: [P20, P21] },
    ],
    [
      'a first statement that forgets what was booked before it',
      [
        ...unlocked(`delete from statements where partner_id = %P and day = '2026-11-20'`),
        ...statement('%P', '2026-11-21', 'opening_seconds = 0'),
      ],
      { statements: [P20, P21], hashes: [P21], ready: [P20, P21] },
    ],
    [
      'a first statement that is gone',
      unlocked(`delete from statements where partner_id = %P and day = '2026-11-20'`),
      { statements: [P20], hashes: [P21], ready: [P20] },
    ],
    [
      'a day between that is gone with what was booked on it',
      unlocked(
        `insert into statements (community_id, partner_id, day, opening_seconds, credits_count, credits_seconds,
           reversals_count, reversals_seconds, closed_at) values (%here, %P, '2026-11-22', 9000, 0, 0, 0, 0, now())`,
        `delete from statements where partner_id = %P and day = '2026-11-21'`,
      ),
      { statements: [P21, P22, P22], ready: [P21, P22] },
    ],
    [
      'a booking taken out of a final day',
      transfer('%kept', `booked_on = '2026-11-22', created_at = '2026-11-22T00:10:00Z'`),
      { ids: ['transfer %kept'], statements: [P20], hashes: [P20], events: ['event %keptEvent'] },
    ],
    [
      'a booking put into a final day without bookings',
      transfer('%keptByQ', `booked_on = '2026-11-21', created_at = '2026-11-21T23:59:59.999Z'`),
      { ids: ['transfer %keptByQ'], statements: [Q20, Q21], hashes: [Q20, Q21], events: ['event %keptByQEvent'] },
    ],
  ]);
});

describe('I3: an append-only trigger that is missing or off is found', () => {
  const TRIGGERS = [
    'transfers_append_only',
    'transfers_never_truncated',
    'audit_log_append_only',
    'audit_log_never_truncated',
    'statements_append_only',
    'statements_never_truncated',
    'statement_comparisons_append_only',
    'statement_comparisons_never_truncated',
    'explained_transfers_append_only',
    'explained_transfers_never_truncated',
    'statement_hashes_append_only',
    'statement_hashes_never_truncated',
    'audit_seals_append_only',
    'audit_seals_never_truncated',
    'communities_kind_stays',
  ];
  const tableOf = (trigger: string) => trigger.replace(/_(append_only|never_truncated|kind_stays)$/, '');
  for (const trigger of TRIGGERS) {
    const faults = { schema: [`trigger ${trigger} of ${tableOf(trigger)}`] };
    const alter = `alter table ${tableOf(trigger)}`;
    check([
      [`${trigger} switched off`, [`${alter} disable trigger ${trigger}`], faults],
      [`${trigger} for replicas only`, [`${alter} enable replica trigger ${trigger}`], faults],
      [`${trigger} dropped`, [`drop trigger ${trigger} on ${tableOf(trigger)}`], faults],
    ]);
  }
  check([
    [
      'one that is in another schema only',
      [
        'create schema aside',
        'create table aside.transfers (id int)',
        `create trigger transfers_append_only before update on aside.transfers
         for each row execute function refuse_change()`,
        'alter table transfers disable trigger transfers_append_only',
      ],
      { schema: ['trigger transfers_append_only of transfers'] },
    ],
  ]);

  test('these are all triggers that refuse a change', async () => {
    const rows = await service.ownerQuery<{ name: string }>(
      `select tgname as name from pg_trigger where tgfoid = any ('{refuse_change,refuse_audit_change,refuse_kind_change}'::regproc[]) order by 1`,
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      TRIGGERS.toSorted(),
    );
  });
});

describe('what is right is not reported', () => {
  check([
    ['an untouched ledger', [], {}],
    ['read where it is tomorrow already', [`set local time zone 'Pacific/Kiritimati'`], {}],
    ['read where it is still yesterday', [`set local time zone 'Pacific/Midway'`], {}],
    [
      'a trigger that fires for replicas, too',
      ['alter table transfers enable always trigger transfers_append_only'],
      {},
    ],
    [
      'one event to two subscriptions, two events to one',
      [SECOND_SUBSCRIPTION, delivery('%keptEvent'), delivery('%keptEvent', copied), delivery('%againEvent')],
      {},
    ],
    ['the hint of a secret in the audit log', [audited(`tb_cs_…${'a'.repeat(20)} tb_cs_abcd`)], {}],
  ]);

  test('an event that was deleted with age is not missed', async () => {
    const at = (instant: string): Clock => ({ now: () => new Date(instant) });
    const gone = [`delete from events where id = '%keptEvent'`];
    assert.deepEqual(await faultsAfter(ledger, gone, at('2026-12-19T09:30:00Z')), {
      oneEvent: [named(ledger, 'transfer %kept')],
    });
    assert.deepEqual(await faultsAfter(ledger, gone, at('2026-12-19T09:30:01Z')), {});
  });
});

test('an untouched ledger holds, also while the service posts', async () => {
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  const token = await service.token(partner);
  let posting = true;
  const posts = Array.from({ length: 8 }, async () => {
    while (posting) await credited(service, token, member.id, 0.25);
  });
  try {
    for (let look = 0; look < 5; look++) {
      const report = await verifyLedger(service.deps.database, service.clock);
      assert.deepEqual(
        report.invariants.filter(({ holds }) => !holds),
        [],
      );
    }
  } finally {
    posting = false;
    await Promise.all(posts);
  }
});

test('timebank ledger verify ends with 0 when all holds, and with 1 and the row when not', async () => {
  const good = await runCommand(service.testDatabase, ['ledger', 'verify']);
  assert.equal(good.code, 0, good.stdout + good.stderr);
  assert.match(good.stdout, /The ledger holds: \d+ transfers/);
  await service.ownerQuery('update accounts set credits_seconds = credits_seconds + 1 where id = $1', [ledger.names.M]);
  const bad = await runCommand(service.testDatabase, ['ledger', 'verify']);
  assert.equal(bad.code, 1);
  assert.match(
    bad.stdout,
    new RegExp(`BROKEN {2}I2 .*\\n.*community ${ledger.names.here}: account ${ledger.names.M}: `),
  );
  assert.match(bad.stdout, /THE LEDGER IS BROKEN/);
});
