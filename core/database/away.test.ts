/**
 * The database does not answer: a proxy in front of it falls silent, is slow, or cuts around single statements, and a
 * server of this file's own is frozen. Every answer comes within five seconds, nothing that was acknowledged is lost,
 * and all goes on without a restart.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import type { TestResponse } from '../../test-support/call.ts';
import { type CuttingProxy, type ProxyFault, startCuttingProxy } from '../../test-support/cutting-proxy.ts';
import { startTestService, type TestMember, type TestPartner, type TestService } from '../../test-support/harness.ts';
import { startOwnPostgres } from '../../test-support/own-postgres.ts';
import { patientMs } from '../../test-support/speed.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { creditWith, newReference, tally } from '../../test-support/wallet.ts';
import type { CreditPosting } from '../ledger/types.ts';
import { selectInstallationSwitch } from '../partners/access-queries.ts';
import { connectDatabase } from './connect.ts';
import { DatabaseUnavailable } from './connection.ts';

/** Five seconds, and what the machine adds. */
const PROMISED_MS = 5000 + patientMs(1000);

/** A node that reaches the database through a proxy, with a partner and a member of its own. */
interface Node {
  readonly service: TestService;
  readonly proxy: CuttingProxy;
  readonly partner: TestPartner;
  readonly member: TestMember;
  readonly token: string;
  readonly journal: JournalLine[];
}

/** Each credit that was asked for, and its id once an answer said that it is posted. */
interface JournalLine {
  readonly token: string;
  readonly userId: string;
  readonly reference: string;
  creditId: string | undefined;
}

let direct: TestService;
const journal: JournalLine[] = [];

before(async () => {
  direct = await startTestService();
});
after(() => direct?.stop());

let lastStart: Promise<unknown> = Promise.resolve();

/** A busy machine starts one node at a time before a connection takes longer than it may. */
function oneByOne<T>(start: () => Promise<T>): Promise<T> {
  const started = lastStart.then(start);
  lastStart = started.catch(() => {});
  return started;
}

async function withNode(work: (node: Node) => Promise<void>): Promise<void> {
  const proxy = await startCuttingProxy(direct.testDatabase);
  try {
    const service = await oneByOne(() => startTestService({ database: proxy.database }));
    try {
      const partner = await direct.createPartner();
      const member = await direct.createMember(partner);
      const node = { service, proxy, partner, member, token: await direct.token(partner), journal };
      // Every statement is prepared, every connection is open.
      await oneByOne(() => recovers(node));
      await work(node);
    } finally {
      proxy.heal();
      await service.stop();
    }
  } finally {
    await proxy.stop();
  }
}

/** Credits through the node and keeps the journal. */
async function journalled(node: Omit<Node, 'proxy'>, reference = newReference()): Promise<TestResponse> {
  const { token, member, service } = node;
  let line = node.journal.find((each) => each.reference === reference);
  if (!line) {
    line = { token, userId: member.id, reference, creditId: undefined };
    node.journal.push(line);
  }
  const answer = await sent(service, line);
  if (answer.status === 200 || answer.status === 201) {
    const { id } = answer.body.data;
    assert.ok(line.creditId === undefined || line.creditId === id, `${reference} is ${line.creditId} and ${id}`);
    line.creditId = id;
  }
  return answer;
}

const sent = (service: TestService, { token, userId, reference }: JournalLine) =>
  creditWith(service, token, { user_id: userId, hours: 0.5, reference });

/** Token, member, balance, two lists and a credit, all at once; each within the promised time. */
function askEverything(node: Omit<Node, 'proxy'>): Promise<TestResponse[]> {
  const { service, token, partner, member } = node;
  const grant = { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: partner.clientSecret };
  return Promise.all(
    [
      () => service.call('POST', '/oauth/token', { json: grant }),
      () => service.call('GET', `/users/${member.id}`, { token }),
      () => service.call('GET', `/wallet/balance/${member.id}`, { token }),
      () => service.call('GET', '/users', { token }),
      () => service.call('GET', '/wallet/credits', { token }),
      () => journalled(node),
    ].map(inTime),
  );
}

/** An answer that is right: success, or 503 (whose Retry-After the harness checks), before the promised time is over. */
async function inTime(ask: () => Promise<TestResponse>): Promise<TestResponse> {
  const startedMs = performance.now();
  const answer = await ask();
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs < PROMISED_MS, `${answer.status} after ${tookMs} ms`);
  if (answer.status >= 400) assert.equal(answer.body.error, 'temporarily_unavailable', answer.text);
  return answer;
}

/** Waits until everything is answered again, by the same process. */
async function recovers(node: Omit<Node, 'proxy'>): Promise<void> {
  await waitUntil('everything is answered again', async () =>
    (await askEverything(node)).every(({ status }) => status < 300),
  );
}

const all503 = { 503: 6 };

describe('the database does not answer', { concurrency: 5 }, () => {
  test('silent: everything is refused in time, also what is asked again; then the same process answers again', () =>
    withNode(async (node) => {
      node.proxy.silence();
      assert.deepEqual(tally(await askEverything(node)), all503);
      assert.deepEqual(tally(await askEverything(node)), all503);
      node.proxy.heal();
      await recovers(node);
    }));

  test('connections that fell silent are given up although new ones would stand', () =>
    withNode(async (node) => {
      node.proxy.silenceStanding();
      assert.deepEqual(tally(await askEverything(node)), all503);
      await recovers(node);
    }));

  test('slow, each statement within its limit: the whole answer still comes in time', () =>
    withNode(async (node) => {
      node.proxy.slowDown(3000);
      assert.deepEqual(tally(await askEverything(node)), all503);
      node.proxy.heal();
      await recovers(node);
    }));

  test('a frozen server: everything is refused in time, and all goes on when it thaws', async () => {
    const own = await startOwnPostgres();
    try {
      const service = await oneByOne(() => startTestService({ database: own.database }));
      try {
        const partner = await service.createPartner();
        const member = await service.createMember(partner);
        const node = { service, partner, member, token: await service.token(partner), journal: [] };
        await recovers(node);
        await own.freeze();
        assert.deepEqual(tally(await askEverything(node)), all503);
        assert.equal((await inTime(() => service.call('GET', '/health/ready'))).status, 503);
        own.thaw();
        await recovers(node);
        await settle(service, node.journal);
        assert.equal((await verifyLedger(service.deps.database, service.clock)).holds, true);
      } finally {
        own.thaw();
        await service.stop();
      }
    } finally {
      await own.stop();
    }
  });

  test('stopping does not wait for a silent database', async () => {
    const proxy = await startCuttingProxy(direct.testDatabase);
    try {
      const database = await connectDatabase(proxy.database.appConnection);
      proxy.silence();
      const asked = assert.rejects(selectInstallationSwitch(database.reads), DatabaseUnavailable);
      await database.close();
      await asked;
    } finally {
      await proxy.stop();
    }
  });
});

describe('a connection is cut or falls silent around one statement', { concurrency: 5 }, () => {
  test('cut before COMMIT arrives: 503 and nothing is booked; the repeat books it', () =>
    withNode(async (node) => {
      await faulted(node, 'commit\0', 'cut-before', [201]);
    }));

  test('cut after COMMIT, before its answer: 503 although it is booked; the repeat finds it', () =>
    withNode(async (node) => {
      await faulted(node, 'commit\0', 'cut-after', [200]);
    }));

  test('cut or half-closed in the middle of a booking: 503, nothing half; the repeat books it', () =>
    withNode(async (node) => {
      for (const statement of IN_ORDER) {
        for (const fault of ['cut-before', 'cut-within', 'cut-after', 'half-close'] as const) {
          // The COMMIT follows what is written: once that is answered, both may have arrived.
          const hasArrived = statement === 'book_transfers' && (fault === 'cut-within' || fault === 'cut-after');
          await faulted(node, statement, fault, hasArrived ? [200, 201] : [201]);
        }
      }
    }));

  test('silence after COMMIT: 503 in time, booked once', () =>
    withNode(async (node) => {
      await faulted(node, 'commit\0', 'silence-after', [200]);
    }));

  test('a read whose connection is cut, also within its answer, or half-closed: 503, and the next one is answered', () =>
    withNode(async (node) => {
      const { service, proxy, token, member } = node;
      for (const fault of ['cut-before', 'cut-within', 'cut-after', 'half-close'] as const) {
        proxy.arm('select_tokens', fault);
        const ask = () => service.call('GET', `/users/${member.id}`, { token });
        assert.equal((await inTime(ask)).status, 503, fault);
        await waitUntil('it is answered', async () => (await inTime(ask)).status === 200);
      }
      proxy.halfClose();
      await recovers(node);
    }));
});

describe('work that waits for a node that was cut off', { concurrency: 5 }, () => {
  test('a node that is cut off in mid-booking does not keep its locks from the other nodes', () =>
    withNode(async (node) => {
      node.proxy.arm('book_transfers', 'silence-before');
      assert.equal((await inTime(() => journalled(node))).status, 503);
      const other = { ...node, service: direct };
      await waitUntil('the other node books', async () => (await inTime(() => journalled(other))).status === 201);
    }));

  test('credits that wait behind a batch that timed out are refused with it, and not after a time-out of their own', () =>
    withNode(async (node) => {
      const { postTransfers } = node.service.deps;
      node.proxy.arm('lock_free_accounts', 'silence-before');
      const settled: string[] = [];
      const post = (name: string) =>
        assert.rejects(postTransfers(requestOf(node)), DatabaseUnavailable).then(() => settled.push(name));
      const first = post('first');
      await waitUntil('the first batch hangs', () => node.proxy.faults === 1);
      const hungMs = performance.now();
      await waitUntil('it has hung for long', () => performance.now() - hungMs > 2500);
      const waiting = [post('second'), post('third')];
      await first;
      const firstMs = performance.now();
      await Promise.all(waiting);
      assert.ok(performance.now() - firstMs < patientMs(1000), 'they waited through a second time-out');
      // All in one turn.
      assert.deepEqual(settled.sort(), ['first', 'second', 'third']);
    }));

  test('a server that falls silent while a failed batch is rolled back holds up nobody for ever', () =>
    withNode(async (node) => {
      const { postTransfers } = node.service.deps;
      node.proxy.arm('rollback\0', 'silence-before');
      // The first is a batch of its own; the others wait meanwhile and form one.
      const first = postTransfers(requestOf(node));
      await turn();
      // A reference that PostgreSQL refuses makes the batch fail where it is read; then each request is tried by itself.
      const answers = Promise.allSettled(
        ['\0', ...Array.from({ length: 6 }, newReference)].map((reference) =>
          postTransfers(requestOf(node, reference)),
        ),
      );
      await waitUntil('the rollback hangs', () => node.proxy.faults === 1);
      node.proxy.silence();
      const startedMs = performance.now();
      await first;
      for (const answer of await answers) {
        assert.ok(answer.status === 'rejected' && answer.reason instanceof DatabaseUnavailable, answer.status);
      }
      // One deadline for the rollback and one for the first that was tried again, not one for each.
      assert.ok(performance.now() - startedMs < 10_000 + patientMs(2000));
      node.proxy.heal();
      await waitUntil('it books again', async () => (await inTime(() => journalled(node))).status === 201);
    }));

  test('beyond its bound it refuses at once', () =>
    withNode(async (node) => {
      const { postTransfers } = node.service.deps;
      node.proxy.arm('lock_free_accounts', 'silence-before');
      let settled = 0;
      const count = () => {
        settled++;
      };
      const first = postTransfers(requestOf(node)).catch(count);
      await waitUntil('the first batch hangs', () => node.proxy.faults === 1);
      const waiting = Array.from({ length: 5000 }, () => postTransfers(requestOf(node)).catch(count));
      await assert.rejects(postTransfers(requestOf(node)), /too many requests wait/);
      assert.equal(settled, 0);
      await Promise.all([first, ...waiting]);
      assert.equal(settled, 5001);
    }));
});

/** The statements of a credit. */
const IN_ORDER = ['begin;', 'lock_free_accounts', 'select_credit_targets', 'book_transfers'];

/** Three credits of one batch meet a fault: all get 503, and repeats get the expected status and agree. */
async function faulted(node: Node, text: string, fault: ProxyFault, expected: number[]): Promise<void> {
  const references = [newReference(), newReference(), newReference()];
  const before = node.proxy.faults;
  node.proxy.arm(text, fault, text === 'commit\0' ? 'COMMIT\0' : '');
  const answers = await Promise.all(references.map((each) => inTime(() => journalled(node, each))));
  assert.equal(node.proxy.faults, before + 1, `${text} was not sent`);
  // Those that came while the first was on its way are refused with it, or form the next batch.
  const refused = references.filter((_, at) => answers[at]?.status === 503);
  assert.ok(refused.length > 0, `${text} ${fault}: nobody noticed`);
  const repeats = await Promise.all(references.map((each) => repeated(node, each)));
  const first = references.findIndex((each) => refused.includes(each));
  assert.ok(expected.includes(repeats[first]?.status ?? 0), `${text} ${fault}: ${repeats[first]?.status}`);
  assert.deepEqual(tally(await Promise.all(references.map((each) => repeated(node, each)))), { 200: 3 });
}

/** Asks as partners do: again after 503, such as while the batch before is still being given up. */
async function repeated(node: Node, reference: string): Promise<TestResponse> {
  let answer: TestResponse | undefined;
  await waitUntil(`${reference} is answered`, async () => {
    answer = await inTime(() => journalled(node, reference));
    return answer.status !== 503;
  });
  return answer as TestResponse;
}

/** A credit as the ledger is asked for it, past HTTP and its deadline. */
function requestOf({ partner, member }: Node, reference = newReference()): CreditPosting {
  return {
    ...{ kind: 'credit', communityId: partner.communityId, partnerId: partner.partnerId },
    ...{ memberId: member.uuid, amountSeconds: 1800, reference, note: null },
    recordedBy: `partner:${partner.partnerId}`,
  };
}

test('in the end every acknowledged credit is there, each reference books once, nothing is half, and the ledger holds', async () => {
  assert.ok(journal.some(({ creditId }) => creditId === undefined) && journal.some(({ creditId }) => creditId));
  await settle(direct, journal);
  const rows = await direct.ownerQuery<{ reference: string; transfers: number; events: number }>(
    `select t.reference, count(distinct t.id)::int as transfers, count(e.id)::int as events
     from transfers t left join events e on e.community_id = t.community_id and e.id = t.id
     where t.reference = any ($1) group by t.reference`,
    [journal.map(({ reference }) => reference)],
  );
  assert.equal(rows.length, journal.length);
  assert.deepEqual(
    rows.filter(({ transfers, events }) => transfers !== 1 || events !== 1),
    [],
  );
  const { invariants } = await verifyLedger(direct.deps.database, direct.clock);
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
});

/** Repeats each credit of the journal: what was acknowledged is found under its id, the rest is booked or found. */
async function settle(service: TestService, lines: readonly JournalLine[]): Promise<void> {
  for (const line of lines) {
    const { reference, creditId } = line;
    const { status, body } = await sent(service, line);
    assert.ok(status === 200 || (status === 201 && creditId === undefined), `${reference}: ${status}`);
    assert.equal(body.data.id, creditId ?? body.data.id);
  }
}
