/**
 * Copies and pollers that keep their token while PostgreSQL crashes under them: what is committed afterwards reaches them.
 * `npm run soak` crashes more often.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startTestService,
  type TestMember,
  type TestPartner,
  type TestService,
} from '../../../test-support/harness.ts';
import { actAsAny } from '../../../test-support/members-beside.ts';
import { createMirror, type Mirror } from '../../../test-support/mirror.ts';
import { type Crash, type OwnPostgres, startOwnPostgres } from '../../../test-support/own-postgres.ts';
import { createRandom } from '../../../test-support/simulator/random.ts';
import { whenAnswered } from '../../../test-support/when-answered.ts';
import { changeMember } from '../../people/members/update.ts';

const CRASHES = Number(process.env.SYNC_CRASHES ?? 2);
/** Each notes its reads of addresses in a transaction that does not wait for the disk. */
const READS = 40;
const CREDITS = 5;
/** Of members, on their own pages. */
const ACTS = 12;

let own: OwnPostgres;
let service: TestService;
let partner: TestPartner;
let members: TestMember[];
let token: string;
let withAddresses: string;
let copy: Mirror;
let listings: Mirror;
before(async () => {
  own = await startOwnPostgres();
  service = await startTestService({ database: own.database });
  // Nothing but a commit that waits for the disk writes for those that do not: a crash loses all of them.
  await own.administer(`alter system set wal_writer_delay = '10s'`, 'alter system set autovacuum = off');
  partner = await service.createPartner();
  members = [];
  for (let n = 0; n < 3; n++) members.push(await service.createMember({ ...partner, email: `anna${n}@example.org` }));
  token = await service.token(partner, ['users.read', 'listings.read', 'wallet.write', 'webhooks.manage']);
  withAddresses = await service.token(partner, ['users.read', 'users.pii']);
  copy = createMirror([service], '/users', token, 100);
  listings = createMirror([service], '/listings', token, 100);
});
after(async () => {
  await service?.stop();
  await own?.stop();
});

interface Poller {
  readonly seen: string[];
  poll(): Promise<void>;
}

/** Reads the events in their order, and keeps its place. */
function createPoller(): Poller {
  const seen: string[] = [];
  let place: Record<string, string> = {};
  return {
    seen,
    async poll() {
      for (let hasMore = true; hasMore; ) {
        const query = { order: 'asc', ...place };
        const { status, body } = await whenAnswered(() => service.call('GET', '/events', { token, query }));
        assert.equal(status, 200, JSON.stringify(body));
        seen.push(...body.data.map(({ data }: { data: { credit_id?: string } }) => data.credit_id ?? ''));
        hasMore = body.meta.has_more;
        place = hasMore ? { cursor: body.meta.next_cursor } : { sync_token: body.meta.sync_token };
      }
    },
  };
}

const HOW: readonly Crash[] = ['immediate', 'backend'];

const beside = () => ({ deps: service.deps, communityId: partner.communityId });
const pairOf = (n: number) => [members[n % 3], members[(n + 1) % 3]] as [TestMember, TestMember];

test(`${CRASHES} crashes of PostgreSQL, between a token and the next changes: no copy and no poller misses one`, async () => {
  const poller = createPoller();
  const creditIds: string[] = [];
  const [random, owned] = [createRandom(1), new Map<string, string[]>()];
  await copy.poll();
  await listings.poll();
  await poller.poll();
  for (let round = 0; round < CRASHES; round++) {
    const how = HOW[round % HOW.length] as Crash;
    const [anna] = members as [TestMember];
    for (let n = 0; n < READS; n++) {
      const { status } = await service.call('GET', `/users/${anna.id}`, { token: withAddresses });
      assert.equal(status, 200);
    }
    await copy.poll();
    await listings.poll();
    await poller.poll();
    await own.crash(how);
    await whenAnswered(() => service.call('GET', `/users/${anna.id}`, { token }));
    for (let n = 0; n < ACTS; n++) await actAsAny(beside(), random, pairOf(n), owned);
    const act = { communityId: partner.communityId, memberId: anna.uuid, actor: 'test' };
    await changeMember(service.deps, act, { name: `Renamed ${round}` });
    for (let n = 0; n < CREDITS; n++) {
      const json = { user_id: anna.id, hours: 1, reference: `CRASH-${round}-${n}` };
      const { status, body } = await whenAnswered(() => service.call('POST', '/wallet/credit', { token, json }));
      assert.equal(status, 201, JSON.stringify(body));
      creditIds.push(body.data.id);
    }
    await copy.poll();
    await listings.poll();
    for (const one of [copy, listings])
      assert.deepEqual([...one.items], [...(await one.list())], `the copy after crash ${round} (${how})`);
    await poller.poll();
    const missed = creditIds.filter((id) => !poller.seen.includes(id));
    assert.deepEqual(missed, [], `events after crash ${round} (${how})`);
  }
  const credits = poller.seen.filter((id) => id !== '');
  assert.equal(credits.length, new Set(credits).size, 'no event came twice');
});

test('the data of every answer to a reader is on disk before the answer', async () => {
  // What PostgreSQL itself writes beside, such as a checkpoint, may wait: the note of the read lies before this place.
  const [anna] = members as [TestMember];
  await whenAnswered(() => service.call('GET', `/users/${anna.id}`, { token: withAddresses }));
  const [written] = await service.ownerQuery<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
  const waiting = async () => {
    const sql = `select greatest('${written?.at}'::pg_lsn - pg_current_wal_flush_lsn(), 0) as bytes`;
    const [row] = await service.ownerQuery<{ bytes: string }>(sql);
    return Number(row?.bytes);
  };
  assert.ok((await waiting()) > 0, 'the note of the read is not on disk yet');
  await copy.poll();
  assert.equal(await waiting(), 0);
});
