/** Changes of the schema by the owner of the tables, one at a time, each seen by `ledger verify`. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  faultsAfter,
  startTamperedLedger,
  type TamperedLedger,
  type TamperingRow,
  testSeen,
} from '../../../../test-support/ledger/tampering.ts';

let ledger: TamperedLedger;
before(async () => {
  ledger = await startTamperedLedger();
});
after(() => ledger?.stop());

const REFUSE = `returns trigger language plpgsql as 'begin return coalesce(new, old); end'`;
const CHANGES: readonly TamperingRow[] = [
  ['a trigger function that is emptied', [`create or replace function refuse_change() ${REFUSE}`], 'schema'],
  [
    'the function of the audit log that is emptied',
    [`create or replace function refuse_audit_change() ${REFUSE}`],
    'schema',
  ],
  [
    'a function that proves totals and does not any more',
    [
      `create or replace function require_equal(what text, actual bigint, expected bigint) returns integer
      language sql as 'select actual::int'`,
    ],
    'schema',
  ],
  ['a unique index that is dropped', ['drop index transfers_reference'], 'schema'],
  [
    'a unique index that is made again without being unique',
    [
      'drop index transfers_reference',
      `create index transfers_reference on transfers (community_id, partner_id, kind, reference)
      where partner_id is not null`,
    ],
    'schema',
  ],
  [
    'a unique index of fewer rows',
    [
      'drop index transfers_reference',
      `create unique index transfers_reference on transfers
      (community_id, partner_id, kind, reference) where partner_id is not null and kind = 'credit'`,
    ],
    'schema',
  ],
  ['an index that is there beside', ['create unique index more on accounts (community_id, id)'], 'schema'],
  ['a check that is dropped', ['alter table transfers drop constraint transfers_amount_seconds_check'], 'schema'],
  [
    'a check that is other',
    [
      'alter table transfers drop constraint transfers_amount_seconds_check',
      'alter table transfers add constraint transfers_amount_seconds_check check (amount_seconds > -1)',
    ],
    'schema',
  ],
  [
    'a check that is not valid',
    [
      'alter table transfers drop constraint transfers_amount_seconds_check',
      'alter table transfers add constraint transfers_amount_seconds_check check (amount_seconds > 0) not valid',
    ],
    'schema',
  ],
  [
    'a foreign key that is dropped',
    ['alter table transfers drop constraint transfers_community_id_credit_account_id_fkey'],
    'schema',
  ],
  [
    'a primary key that is dropped',
    ['alter table explained_transfers drop constraint explained_transfers_pkey'],
    'schema',
  ],
  ['a default', ['alter table accounts alter column credits_seconds set default 36'], 'schema'],
  ['a default that is dropped', ['alter table audit_log alter column details drop default'], 'schema'],
  ['a column that may be null', ['alter table transfers alter column recorded_by drop not null'], 'schema'],
  ['a column of another type', ['alter table call_log alter column latency_us type bigint'], 'schema'],
  ['a column more', ['alter table transfers add column forged text'], 'schema'],
  ['a column less', ['alter table transfers drop column reason'], 'schema'],
  [
    'a column that others compare by other letters',
    [`alter table member_words alter column word type text collate "POSIX"`],
    'schema',
  ],
  [
    'a computed column that is computed no more',
    ['alter table statements alter column closing_seconds drop expression'],
    'schema',
  ],
  ['a table that is gone', ['drop table explained_transfers'], 'schema'],
  [
    'a table that has another name, with an empty one in its place',
    ['alter table exchange_days rename to aside', 'create table exchange_days (like aside including all)'],
    'exchangeDays',
  ],
  [
    'a trigger that fires at something else',
    [
      'drop trigger transfers_append_only on transfers',
      'create trigger transfers_append_only before update on transfers for each row execute function refuse_change()',
    ],
    'schema',
  ],
  [
    'a trigger that fires under a condition',
    [
      'drop trigger transfers_append_only on transfers',
      `create trigger transfers_append_only before update or delete on transfers for each row
     when (old.recorded_by = 'x') execute function refuse_change()`,
    ],
    'schema',
  ],
  [
    'a trigger more',
    [`create trigger aaa before insert on transfers for each row execute function note_change()`],
    'schema',
  ],
  ['triggers of foreign keys that are switched off', ['alter table accounts disable trigger all'], 'schema'],
  ['a rule', ['create rule nothing as on delete to transfers do instead nothing'], 'schema'],
  [
    'row security',
    ['alter table transfers enable row level security', 'create policy none on transfers using (true)'],
    'schema',
  ],
  ['rows that count from another table', ['create table aside () inherits (exchange_days)'], 'schema'],
  ['a table without a log', ['alter table member_tallies set unlogged'], 'schema'],
];

describe('a schema that is other than this version makes it is seen', () => {
  testSeen(() => ledger, CHANGES);

  test('what the operator has beside the tables is no fault', async () => {
    const faults = await faultsAfter(ledger, [
      'create table notes_of_the_operator (id int primary key)',
      `create function help() returns int language sql as 'select 1'`,
      'create view balances as select id, credits_seconds - debits_seconds as balance from accounts',
    ]);
    assert.deepEqual(faults, {});
  });

  test('how rows lie on the disk is no fault', async () => {
    const faults = await faultsAfter(ledger, [
      'alter table call_log set (autovacuum_vacuum_scale_factor = 0.05)',
      'alter table accounts set (fillfactor = 70)',
      'alter table members reset (fillfactor)',
      'alter index transfers_pkey set (fillfactor = 80)',
      'alter index members_by_name set (fillfactor = 80)',
    ]);
    assert.deepEqual(faults, {});
  });

  test('a schema that a newer version has added to is no fault, but one that it would not take away is', async () => {
    const newer = [
      `insert into schema_migrations (name, sha256, applied_at, compatible) values ('9999_newer', 'x', now(), true)`,
      'alter table transfers add column newer text',
      'create index newer on transfers (newer)',
    ];
    assert.deepEqual(await faultsAfter(ledger, newer), {});
    const off = 'alter table transfers disable trigger transfers_append_only';
    assert.deepEqual(await faultsAfter(ledger, [...newer, off]), {
      schema: ['trigger transfers_append_only of transfers'],
    });
    const emptied = `create or replace function refuse_change() ${REFUSE}`;
    assert.deepEqual(await faultsAfter(ledger, [...newer, emptied]), { schema: ['function refuse_change'] });
  });
});
