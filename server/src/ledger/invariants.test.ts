/** Each invariant is seen to fail: the tables' owner breaks it behind the ledger's back. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Database, Queryable } from '../database/query.ts';
import { runCommand } from '../test-support/command.ts';
import { startTestService, type TestService } from '../test-support/harness.ts';
import { credited, reverse } from '../test-support/wallet.ts';
import { closeDueDays } from '../wallet/close-days.ts';
import { verifyLedger } from './invariants.ts';

let service: TestService;
let owner: pg.Client;
let ids: Record<'community' | 'account' | 'credit' | 'reversal' | 'event' | 'partner', string>;

before(async () => {
  service = await startTestService();
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  const token = await service.token(partner);
  await credited(service, token, member.id, 1.5, 'kept');
  const returned = await credited(service, token, member.id, 2, 'returned');
  await reverse(service, token, returned.id, 'back');
  await service.call('POST', '/webhooks/subscriptions', {
    token,
    json: { event_types: ['*'], target_url: 'https://bank.example/hook' },
  });
  service.clock.set('2026-11-21T00:15:00.000Z');
  await closeDueDays(service.deps.database, service.clock);
  owner = new pg.Client(service.testDatabase.ownerConnection);
  await owner.connect();
  const idOf = async (sql: string) => (await service.ownerQuery<{ id: string }>(sql))[0]?.id ?? '';
  ids = {
    community: String(partner.communityId),
    account: String(member.accountId),
    partner: String(partner.partnerId),
    credit: await idOf(`select id from transfers where reference = 'kept'`),
    reversal: await idOf(`select id from transfers where kind = 'credit_reversal'`),
    event: await idOf(`select e.id from events e join transfers t on t.id = e.transfer_id where t.reference = 'kept'`),
  };
});
after(async () => {
  await owner?.end();
  await service?.stop();
});

/** Breaks the ledger and verifies it in one transaction, of which nothing stays. */
async function verifyAfter(statements: readonly string[]) {
  const onOwner: Queryable = {
    run: async <Row>({ text }: { readonly text: string }, values: readonly unknown[]) =>
      (await owner.query(text, values as unknown[])).rows as Row[],
  };
  const database = { snapshot: (work: (on: Queryable) => Promise<unknown>) => work(onOwner) } as unknown as Database;
  await owner.query('begin');
  try {
    for (const statement of statements) await owner.query(statement);
    return await verifyLedger(database, service.clock);
  } finally {
    await owner.query('rollback');
  }
}

const UNLOCKED = 'alter table transfers disable trigger user';

/** Columns of a table, to copy a row under another id. */
const copy = (table: string, id: string, columns: string) =>
  `insert into ${table} (id, ${columns}) select gen_random_uuid(), ${columns} from ${table} where id = '${id}'`;

const TRANSFER = `community_id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id, reference,
  booked_on, recorded_by, created_at`;
const DELIVERY = `insert into deliveries (community_id, id, event_id, subscription_id, status, created_at)
  select community_id, gen_random_uuid(), '%event', id, 'delivered', created_at from subscriptions`;

describe('tampering is found, and the row is named', () => {
  for (const [what, rule, subject, statements] of [
    [
      'a running total that was changed',
      'The balances of a community add up to zero.',
      'community %community',
      ['update accounts set credits_seconds = credits_seconds + 1 where id = %account'],
    ],
    [
      'totals moved from one account to another',
      "An account's running totals equal the sum of its transfers.",
      'account %account',
      [
        'update accounts set credits_seconds = credits_seconds - 36 where id = %account',
        `update accounts set credits_seconds = credits_seconds + 36 where kind = 'chest'`,
      ],
    ],
    [
      'a transfer whose amount was changed',
      "An account's running totals equal the sum of its transfers.",
      'account %account',
      [UNLOCKED, `update transfers set amount_seconds = amount_seconds + 36 where id = '%credit'`],
    ],
    [
      'a transfer that was deleted with its event',
      "An account's running totals equal the sum of its transfers.",
      'account %account',
      [UNLOCKED, `delete from events where id = '%event'`, `delete from transfers where id = '%credit'`],
    ],
    [
      'a reversal of another amount',
      'A reversal mirrors what it reverses.',
      'transfer %reversal',
      [UNLOCKED, `update transfers set amount_seconds = 36 where id = '%reversal'`],
    ],
    [
      'a transfer moved to another day',
      'A transfer is booked on the UTC day of its time.',
      'transfer %credit',
      [UNLOCKED, `update transfers set booked_on = '2026-11-19' where id = '%credit'`],
    ],
    [
      'a final day with less than its statement says',
      'A final statement is what was booked on its day.',
      'statement of partner %partner for 2026-11-20',
      [
        UNLOCKED,
        `update transfers set booked_on = '2026-11-21', created_at = '2026-11-21T01:00:00Z' where id = '%credit'`,
      ],
    ],
    [
      'a trigger that was switched off',
      'The append-only triggers stand.',
      'transfers_append_only',
      ['alter table transfers disable trigger transfers_append_only'],
    ],
    [
      'a reference used twice',
      'One partner, kind and reference, one transfer.',
      'partner %partner',
      ['drop index transfers_reference', copy('transfers', '%credit', TRANSFER)],
    ],
    [
      'a credit whose event is gone',
      'Every credit and reversal has exactly one event.',
      'transfer %credit',
      [`delete from events where id = '%event'`],
    ],
    [
      'a credit with two events',
      'Every credit and reversal has exactly one event.',
      'transfer %credit',
      [
        'drop index events_once_per_transfer',
        copy('events', '%event', 'community_id, type, partner_id, member_id, transfer_id, data, created_at'),
      ],
    ],
    [
      'an event that says another amount',
      'An event says what its transfer says.',
      'event %event',
      [`update events set data = jsonb_set(data, '{hours}', '2.5') where id = '%event'`],
    ],
    [
      'two deliveries of one event to one subscription',
      'At most one delivery per event and subscription.',
      'event %event',
      [
        'alter table deliveries drop constraint deliveries_community_id_event_id_subscription_id_key',
        DELIVERY,
        DELIVERY,
      ],
    ],
    [
      'a webhook secret in clear',
      'No secret or token is stored readable.',
      'subscription ',
      [`update subscriptions set secret_encrypted = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'`],
    ],
    [
      'a token in the audit log',
      'No secret or token is stored readable.',
      'audit row ',
      [
        `insert into audit_log (community_id, at, actor, action, details)
         values (%community, now(), 'x', 'y', '{"token": "tb_at_${'a'.repeat(49)}"}')`,
      ],
    ],
  ] as [string, string, string, string[]][]) {
    test(what, async () => {
      const filled = (text: string) => text.replace(/%(\w+)/g, (_, name) => ids[name as keyof typeof ids]);
      const report = await verifyAfter(statements.map(filled));
      assert.equal(report.holds, false);
      const invariant = report.invariants.find((each) => each.rule === rule);
      assert.equal(invariant?.holds, false, JSON.stringify(report.invariants));
      const subjects = invariant?.offenders.map((offender) => offender.subject) ?? [];
      assert.ok(
        subjects.some((each) => each.startsWith(filled(subject))),
        `${filled(subject)} is not in ${subjects.join(', ')}`,
      );
    });
  }
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
  await service.ownerQuery('update accounts set credits_seconds = credits_seconds + 1 where id = $1', [ids.account]);
  const bad = await runCommand(service.testDatabase, ['ledger', 'verify']);
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, new RegExp(`BROKEN {2}I2 .*\\n.*community ${ids.community}: account ${ids.account}: `));
  assert.match(bad.stdout, /THE LEDGER IS BROKEN/);
});
