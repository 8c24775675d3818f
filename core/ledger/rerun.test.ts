/**
 * What another writer does to a booking in between: it is decided again, and booked once; or it fails and books
 * nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { type TestMember, type TestPartner, testService } from '../../test-support/harness.ts';
import { openIsolationTester, type Session } from '../../test-support/isolation.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { credit, newReference } from '../../test-support/wallet.ts';
import { sqlState } from '../database/connection.ts';
import type { Database } from '../database/query.ts';
import { createPostTransfers } from './post-batch.ts';
import type { CreditPosting } from './types.ts';

const service = await testService();

async function setUp() {
  const partner = await service.createPartner();
  return { partner, member: await service.createMember(partner) };
}

function creditOf({ communityId, partnerId }: TestPartner, { uuid }: TestMember): CreditPosting {
  const who = { communityId, partnerId, memberId: uuid, recordedBy: `partner:${partnerId}` };
  return { kind: 'credit', amountSeconds: 3600, reference: newReference(), note: null, ...who };
}

function posting(name: string, gates: readonly string[], request: CreditPosting): Session {
  return {
    name,
    gates,
    run: async (database) => (await createPostTransfers(database, service.clock, () => {})(request)).result,
  };
}

async function credited({ accountId }: TestMember): Promise<number> {
  const [row] = await service.ownerQuery<{ seconds: string; booked: string }>(
    `select credits_seconds as seconds,
       (select coalesce(sum(amount_seconds), 0) from transfers where credit_account_id = a.id) as booked
     from accounts a where id = $1`,
    [accountId],
  );
  assert.equal(row?.seconds, row?.booked);
  return Number(row?.seconds);
}

test('a booking that a deadlock has ended is decided again, and its caller sees no error', async () => {
  const failures: (string | undefined)[] = [];
  const database: Database = {
    ...service.deps.database,
    transaction: (work, options) =>
      service.deps.database.transaction(work, options).catch((error: unknown) => {
        failures.push(sqlState(error));
        throw error;
      }),
  };
  const post = createPostTransfers(database, service.clock, () => {});
  // PostgreSQL ends the transaction that finds the deadlock first; on a machine that stalls for a second, that is the
  // other one.
  for (let attempt = 1; attempt <= 5 && failures.length === 0; attempt++) {
    const { partner, member } = await setUp();
    const before = await credited(member);
    const crosswise = lockCrosswise(partner, member).catch((error: unknown) => assert.equal(sqlState(error), '40P01'));
    await waitUntil('the member is locked', async () => {
      const free = 'select id from accounts where id = $1 for no key update skip locked';
      return (await service.ownerQuery(free, [member.accountId])).length === 0;
    });
    assert.equal((await post(creditOf(partner, member))).result, 'posted');
    await crosswise;
    assert.equal((await credited(member)) - before, 3600);
  }
  assert.deepEqual(failures, ['40P01']);
});

/** Takes the member's account and, once a request waits for it, the partner's: the other order. */
function lockCrosswise({ partnerId }: TestPartner, { accountId }: TestMember): Promise<unknown> {
  return service.ownerQuery(`do $$ begin
    perform from accounts where id = ${accountId} for no key update;
    while not exists (
      select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
    ) loop perform pg_sleep(0.01); end loop;
    perform from accounts where partner_id = ${partnerId} for no key update;
  end $$`);
}

test('where transactions are repeatable reads, what another node has changed in between is read again', async () => {
  const { partner, member } = await setUp();
  const tester = await openIsolationTester(service, '-c default_transaction_isolation=repeatable\\ read');
  try {
    const played = await tester.play(
      [posting('one', ['book_transfers'], creditOf(partner, member)), posting('other', [], creditOf(partner, member))],
      ['one', 'other', 'one'],
    );
    assert.deepEqual([played.answers, played.failures], [{ one: 'posted', other: 'posted' }, ['40001']]);
    assert.equal(await credited(member), 2 * 3600);
  } finally {
    await tester.stop();
  }
});

test('a reference that appears between locks and writing is found by deciding again', async () => {
  const { partner, member } = await setUp();
  const request = creditOf(partner, member);
  const { communityId, partnerId } = partner;
  const tester = await openIsolationTester(service);
  try {
    // A writer that does not keep the locks' order, such as a node of another version.
    const other: Session = {
      name: 'other',
      gates: [],
      async run() {
        await service.ownerQuery(
          `insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds,
             partner_id, reference, booked_on, recorded_by, created_at)
           select $1, gen_random_uuid(), 'credit', id, $2, 3600, $3, $4, $5::timestamptz::date, 'test', $5::timestamptz
           from accounts where partner_id = $3`,
          [communityId, member.accountId, partnerId, request.reference, service.clock.now()],
        );
        return 'posted';
      },
    };
    const played = await tester.play([posting('one', ['book_transfers'], request), other], ['one', 'other', 'one']);
    assert.deepEqual([played.answers, played.failures], [{ one: 'replayed', other: 'posted' }, ['23505']]);
    const count = 'select count(*)::int as count from transfers where partner_id = $1 and reference = $2';
    assert.deepEqual(await service.ownerQuery(count, [partnerId, request.reference]), [{ count: 1 }]);
  } finally {
    await tester.stop();
    // The incomplete rows of that writer are removed, so that the ledger holds.
    await service.ownerQuery('alter table transfers disable trigger user');
    await service.ownerQuery('delete from transfers where partner_id = $1 and reference = $2', [
      partnerId,
      request.reference,
    ]);
    await service.ownerQuery('alter table transfers enable trigger user');
  }
});

test('a total that does not move with its transfer: the credit fails and books nothing, others of its batch are booked', async () => {
  const { partner, member } = await setUp();
  const others = await Promise.all(Array.from({ length: 5 }, () => service.createMember(partner)));
  const token = await service.token(partner);
  await service.ownerQuery(`create function lose() returns trigger language plpgsql as 'begin return null; end'`);
  await service.ownerQuery(
    `create trigger lost before update on accounts for each row when (new.id = ${member.accountId}) execute function lose()`,
  );
  const reference = newReference();
  const [lost, ...booked] = await Promise.all([
    credit(service, token, member.id, 1, reference),
    ...others.map(({ id }) => credit(service, token, id, 1)),
  ]);
  await service.ownerQuery('drop function lose cascade');
  assert.equal(lost?.body.error, 'server_error');
  assert.deepEqual(
    booked.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  );
  assert.equal(await credited(member), 0);
  const kept = `select id from transfers where reference = $1
    union all select id from events where member_id = $2 and type = 'wallet.credited'`;
  assert.deepEqual(await service.ownerQuery(kept, [reference, member.uuid]), []);
  assert.equal((await credit(service, token, member.id, 1, reference)).status, 201);
});

test('after all of it the ledger holds', async () => {
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
});
