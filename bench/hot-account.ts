/**
 * A hot account, durably: 100,000 accounts of which nearly every transfer touches one, each commit on the disk of a
 * synchronous standby 1 ms away. After SoftwareMill's tb-perf: accounts by Zipf's law with exponent 2, five clients.
 * Its clients are machines, each with 20 connections; so many clients at once are measured as well.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyLedger } from '../server/src/domain/ledger/invariants.ts';
import { systemClock } from '../server/src/platform/base/clock.ts';
import { connectDatabase } from '../server/src/platform/database/connect.ts';
import { type Database, type NoParameters, query } from '../server/src/platform/database/query.ts';
import { fillMembers } from '../server/src/test-support/large-community.ts';
import { onServer } from '../server/src/test-support/postgres-server.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import type { Answer, Order } from './hot-account-node.ts';
import { missing, PEERS, type PeerId } from './hot-account-peers.ts';
import { type Primary, rows, type Standby, startPrimary, startSynchronousStandby } from './hot-account-servers.ts';
import { type Goal, type Load, median, quantile, type Remark } from './measure.ts';
import { wrkLatency } from './tools.ts';
import { startProcess, stopProcess } from './webhook-service.ts';

const ACCOUNTS = 100_000;
const EXPONENT = 2;
const CLIENTS = 5;
const MANY_CLIENTS = 64;
const ROUNDS = 3;
const WARM_UP_MS = 500;
const MEASURED_MS = 2000;
const WRK_SECONDS = 3;
/** Beyond the measured time: connecting, and the last commits. */
const ANSWER_MS = 20_000;
/** As long as nothing more is written, everything was. */
const SETTLE_MS = 100;
const SETTLE_ATTEMPTS_MAX = 100;
const GOAL_RATIO = 10;
const GOAL_P99_MS = 250;
const GOAL_RERUNS_PERCENT = 0.1;
const PORT = '18084';

/** The figures of one side in one round. */
interface Run {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly acknowledged: number;
  /** Requests that were left on their way at the end, at most. */
  readonly leftMax: number;
}

interface Side {
  readonly what: string;
  readonly ours: boolean;
  /** A plain form, with which the ledger is compared. */
  readonly plain?: boolean;
  readonly run: () => Promise<Run>;
  /** Rows written so far, where `run` writes them. */
  readonly written: () => Promise<number>;
}

interface Measured extends Run {
  readonly rerunsPercent: number;
}

const selectCommunity = query<NoParameters, { id: number }>(
  'bench_hot_community',
  'select id from communities order by id',
);
const selectAccounts = query<{ communityId: number }, { first: number; last: number; count: number }>(
  'bench_hot_accounts',
  `select min(a.id) as first, max(a.id) as last, count(*)::int as count
   from accounts a join members m on m.community_id = a.community_id and m.id = a.member_id
   where a.community_id = $communityId and m.external_id like 'L-%'`,
);
const countTransfers = query<NoParameters, { count: number }>(
  'bench_hot_count',
  'select count(*)::int as count from transfers',
);
const analyze = query<NoParameters, never>('bench_hot_analyze', 'analyze');

export async function benchHotAccount(): Promise<(Load | Remark)[]> {
  const primary = await startPrimary();
  if (!primary) return [{ what: 'hot account', remark: 'not measured, Debian’s package postgresql is not installed' }];
  // The last to start is the first to end, after a failure too.
  const closing: (() => Promise<void>)[] = [primary.stop];
  const closeLater = <T>(opened: T, close: (opened: T) => Promise<void>): T => {
    closing.unshift(() => close(opened));
    return opened;
  };
  try {
    const url = await primary.database('timebank');
    const demo = closeLater(await startDemo({ PORT, DATABASE_URL: url }), (service) => service.stop());
    const database = closeLater(await connectDatabase({ connectionString: url }), (opened) => opened.close());
    const ledger = await fill(database);
    const peers = (Object.keys(PEERS) as PeerId[]).filter((id) => !missing(id));
    for (const id of peers) await onServer(await peerUrl(primary, id), await PEERS[id].tables(ACCOUNTS));
    for (const id of peers) await onServer(await peerUrl(primary, id), 'analyze');
    const folder = closeLater(await mkdtemp(join(tmpdir(), 'timebank-bench-')), (path) =>
      rm(path, { recursive: true }),
    );
    const credits = await creditsOver(demo, folder);
    const standby = closeLater(await startSynchronousStandby(primary), (opened) => opened.stop());
    const nodes = [1, 2].map(() => closeLater(startProcess('hot-account-node.ts'), stopProcess));

    const order = { exponent: EXPONENT, warmUpMs: WARM_UP_MS, measuredMs: MEASURED_MS, accounts: ACCOUNTS, ...ledger };
    const written = async () => (await countTransfers(database.heavy))[0]?.count ?? Number.NaN;
    const onNodes = (...clients: readonly number[]) => ({
      ours: true,
      written,
      run: () => runOn(clients.map((count, at) => [nodes[at], { ...order, url, clients: count }])),
    });
    const overHttp = (connections: number) => ({ ours: true, written, run: () => credits(connections) });
    const peer = async (id: PeerId, clients: number) => {
      const at = await peerUrl(primary, id);
      return {
        what: `${PEERS[id].name}, ${clients} clients`,
        ours: false,
        plain: id !== 'pgledger',
        written: async () => (await rows<{ count: number }>(at, PEERS[id].count))[0].count,
        run: () => runOn([[nodes[0], { ...order, url: at, clients, peer: id }]]),
      };
    };
    const halves = (clients: number) => onNodes(Math.ceil(clients / 2), Math.floor(clients / 2));
    const sides: Side[] = [
      { what: `ours, ledger level, one node, ${CLIENTS} clients`, ...onNodes(CLIENTS) },
      { what: `ours, ledger level, one node, ${MANY_CLIENTS} clients`, ...onNodes(MANY_CLIENTS) },
      { what: `ours, ledger level, two nodes, ${CLIENTS} clients in all`, ...halves(CLIENTS) },
      { what: `ours, ledger level, two nodes, ${CLIENTS} clients each`, ...onNodes(CLIENTS, CLIENTS) },
      { what: `ours, ledger level, two nodes, ${MANY_CLIENTS} clients in all`, ...halves(MANY_CLIENTS) },
      { what: `ours, POST /wallet/credit, ${CLIENTS} connections`, ...overHttp(CLIENTS) },
      { what: `ours, POST /wallet/credit, ${MANY_CLIENTS} connections`, ...overHttp(MANY_CLIENTS) },
      ...(await Promise.all(peers.map((id) => peer(id, CLIENTS)))),
      await peer('plainFunction', MANY_CLIENTS),
    ];
    const rounds: Measured[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured: Measured[] = [];
      for (const side of sides) measured.push(await measure(side, primary, database));
      rounds.push(measured);
    }
    const there = await written();
    const copied = await standby.count('timebank', 'select count(*)::int as count from transfers');
    if (copied !== there) throw new Error(`the standby has ${copied} transfers, the primary ${there}`);
    return [surroundings(primary, standby, there), ...describe(sides, rounds), ...unmeasured()];
  } finally {
    for (const close of closing) await close().catch((error) => console.error(error));
  }
}

async function fill(database: Database): Promise<{ communityId: number; firstAccountId: number }> {
  const communityId = (await selectCommunity(database.heavy))[0]?.id ?? 0;
  await fillMembers(database.heavy, communityId, ACCOUNTS, systemClock.now());
  await analyze(database.heavy);
  const [found] = await selectAccounts(database.heavy, { communityId });
  if (!found || found.count !== ACCOUNTS || found.last - found.first + 1 !== ACCOUNTS) {
    throw new Error(`the accounts are not as they should be: ${JSON.stringify(found)}`);
  }
  return { communityId, firstAccountId: found.first };
}

async function peerUrl(primary: Primary, id: PeerId): Promise<string> {
  return await primary.database(`peer_${id.toLowerCase()}`);
}

async function runOn(orders: readonly (readonly [node: ChildProcess | undefined, order: Order])[]): Promise<Run> {
  const answers = await Promise.all(
    orders.map(async ([node, order]) => {
      if (!node) throw new Error('there is no such node');
      const timeout = AbortSignal.timeout(order.warmUpMs + order.measuredMs + ANSWER_MS);
      const message = once(node, 'message', { signal: timeout });
      node.send(order);
      const [answer] = (await message) as [Answer];
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    }),
  );
  const latenciesMs = answers.flatMap((answer) => answer.latenciesMs);
  return {
    perSecond: answers.reduce((sum, answer) => sum + answer.perSecond, 0),
    p50Ms: median(latenciesMs),
    p99Ms: quantile(latenciesMs, 0.99),
    acknowledged: answers.reduce((sum, answer) => sum + answer.acknowledged, 0),
    leftMax: 0,
  };
}

/** The hot row is the partner's settlement account. */
async function creditsOver(demo: DemoService, folder: string): Promise<(connections: number) => Promise<Run>> {
  const members = join(folder, 'members.txt');
  await writeFile(members, `${demo.memberIds.join('\n')}\n`);
  const token = await demo.token();
  const script = resolve(import.meta.dirname, 'credit.lua');
  let round = 0;
  return async (connections) => {
    const env = { TOKEN: token, MEMBERS: members, ROUND: `hot-${++round}` };
    const report = await wrkLatency(`${demo.api}/wallet/credit`, {
      connections,
      seconds: WRK_SECONDS,
      script,
      env,
    });
    return { ...report, acknowledged: report.requests, leftMax: connections };
  };
}

/** @throws when the ledger does not hold, or holds other than what was acknowledged */
async function measure(side: Side, primary: Primary, database: Database): Promise<Measured> {
  const [before, brokenBefore] = [await side.written(), primary.brokenOff()];
  const run = await side.run();
  const more = (await settled(side.written)) - before - run.acknowledged;
  if (more < 0 || more > run.leftMax) {
    throw new Error(`${side.what}: ${run.acknowledged} were acknowledged, and ${more} more than that written`);
  }
  const rerunsPercent = ((primary.brokenOff() - brokenBefore) * 100) / run.acknowledged;
  if (side.ours) {
    const { holds, invariants } = await verifyLedger(database, systemClock);
    const broken = invariants.filter((invariant) => !invariant.holds);
    if (!holds) throw new Error(`${side.what}: the ledger is broken: ${JSON.stringify(broken)}`);
  }
  return { ...run, rerunsPercent };
}

/** Transfers that were on their way when the clients left are written soon. */
async function settled(written: () => Promise<number>): Promise<number> {
  let last = await written();
  for (let attempt = 0; attempt < SETTLE_ATTEMPTS_MAX; attempt++) {
    await delay(SETTLE_MS);
    const now = await written();
    if (now === last) return now;
    last = now;
  }
  throw new Error('a transaction still writes');
}

function surroundings(primary: Primary, { roundTripsMs }: Standby, transfers: number): Remark {
  const remarks = [
    `${ACCOUNTS} accounts, chosen by Zipf's law with exponent ${EXPONENT}`,
    `${availableParallelism()} cores`,
    `PostgreSQL ${primary.version}, synchronous_commit = on, synchronous_standby_names = '*'`,
    `round trip to the standby ${median(roundTripsMs).toFixed(2)} ms (99th percentile ${quantile(roundTripsMs, 0.99).toFixed(2)} ms)`,
    `all ${transfers} transfers are on both, and after each round of ours the ledger held`,
  ];
  return { what: 'hot account', remark: remarks.join('; ') };
}

function unmeasured(): Remark[] {
  return (Object.keys(PEERS) as PeerId[]).flatMap((id) => {
    const remark = missing(id);
    return remark ? [{ what: PEERS[id].name, remark }] : [];
  });
}

/** The median of the rounds; of the slowest hundredth and of the reruns the worst round. */
function describe(sides: readonly Side[], rounds: readonly (readonly Measured[])[]): Load[] {
  const all = sides.map((side, at) => ({ side, runs: rounds.flatMap((round) => round[at] ?? []) }));
  const plain = all.filter(({ side }) => side.plain);
  const fastest = rounds.map((_, round) => Math.max(...plain.map(({ runs }) => runs[round]?.perSecond ?? 0)));
  return all.map(({ side, runs }) => {
    const worst = (of: (run: Measured) => number) => Math.max(...runs.map(of));
    const [p99Ms, rerunsPercent] = [worst((run) => run.p99Ms), worst((run) => run.rerunsPercent)];
    const ratio = median(runs.map((run, round) => run.perSecond / (fastest[round] ?? Number.NaN)));
    const goals: Goal[] = [
      {
        goal: `${GOAL_RATIO} times the fastest plain form`,
        found: ratio.toFixed(2),
        reached: ratio >= GOAL_RATIO,
      },
      { goal: `p99 below ${GOAL_P99_MS} ms`, found: `${p99Ms.toFixed(1)} ms`, reached: p99Ms < GOAL_P99_MS },
      {
        goal: `at most ${GOAL_RERUNS_PERCENT} % reruns`,
        found: `${rerunsPercent.toFixed(3)} %`,
        reached: rerunsPercent <= GOAL_RERUNS_PERCENT,
      },
    ];
    return {
      what: side.what,
      perSecond: median(runs.map((run) => run.perSecond)),
      p50Ms: median(runs.map((run) => run.p50Ms)),
      p99Ms,
      rerunsPercent,
      goals: side.ours ? goals : [],
    };
  });
}
