/**
 * A node of the ledger without HTTP, or a program with connections of its own for a peer; a process of its own. Each of
 * its clients waits for the durable commit of one transfer before it asks for the next.
 */
import { createPostTransfers } from '../server/src/domain/ledger/post-batch.ts';
import { systemClock } from '../server/src/platform/base/clock.ts';
import { connectDatabase } from '../server/src/platform/database/connect.ts';
import { sqlState } from '../server/src/platform/database/connection.ts';
import { connectPeer, PEERS, type PeerId } from './hot-account-peers.ts';

export interface Order {
  readonly url: string;
  readonly clients: number;
  /** Without one it is the ledger. */
  readonly peer?: PeerId;
  readonly communityId: number;
  readonly firstAccountId: number;
  readonly accounts: number;
  readonly exponent: number;
  readonly warmUpMs: number;
  readonly measuredMs: number;
}

/** Latencies of what was asked and answered in the measured time; `acknowledged` counts the time before it, too. */
export type Answer =
  | { readonly acknowledged: number; readonly perSecond: number; readonly latenciesMs: readonly number[] }
  | { readonly error: string };

interface Side {
  /** By the accounts' ranks from 0. */
  transfer(client: number, source: number, target: number, amountSeconds: number): Promise<void>;
  close(): Promise<void>;
}

const QUARTER_SECONDS = 900;
const QUARTERS_MAX = 16;
/** Deadlock and serialization failure. */
const RERUN = new Set(['40P01', '40001']);
const ATTEMPTS_MAX = 6;

process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
  const answer = await run(order).catch((error: Error): Answer => ({ error: error.stack ?? error.message }));
  process.send?.(answer);
});

async function run(order: Order): Promise<Answer> {
  const side = order.peer ? await openPeer(order, order.peer) : await openLedger(order);
  try {
    const rank = zipf(order.accounts, order.exponent);
    const latenciesMs: number[] = [];
    let acknowledged = 0;
    const fromMs = performance.now() + order.warmUpMs;
    const untilMs = fromMs + order.measuredMs;
    const client = async (number: number) => {
      for (let askedMs = performance.now(); askedMs < untilMs; ) {
        const source = rank();
        let target = rank();
        while (target === source) target = rank();
        const quarters = 1 + Math.floor(Math.random() * QUARTERS_MAX);
        await side.transfer(number, source, target, quarters * QUARTER_SECONDS);
        acknowledged++;
        const doneMs = performance.now();
        if (doneMs >= fromMs && doneMs < untilMs) latenciesMs.push(doneMs - askedMs);
        askedMs = doneMs;
      }
    };
    await Promise.all(Array.from({ length: order.clients }, (_, number) => client(number)));
    return { acknowledged, perSecond: (latenciesMs.length * 1000) / order.measuredMs, latenciesMs };
  } finally {
    await side.close();
  }
}

async function openLedger({ url, communityId, firstAccountId }: Order): Promise<Side> {
  const database = await connectDatabase({ connectionString: url });
  const postTransfers = createPostTransfers(database, systemClock, () => {});
  const serviceDate = systemClock.now().toISOString().slice(0, 10);
  return {
    async transfer(_client, source, target, amountSeconds) {
      const outcome = await postTransfers({
        kind: 'exchange',
        communityId,
        recordedBy: 'bench',
        receiverAccountId: firstAccountId + source,
        providerAccountId: firstAccountId + target,
        amountSeconds,
        serviceDate,
        listingId: null,
        externalId: null,
        note: null,
        limited: false,
      });
      if (outcome.result !== 'posted') throw new Error(JSON.stringify(outcome));
    },
    close: () => database.close(),
  };
}

async function openPeer({ url, clients }: Order, id: PeerId): Promise<Side> {
  const peer = PEERS[id];
  const connections = await Promise.all(Array.from({ length: clients }, () => connectPeer(url)));
  const found = await connections[0]?.query<{ id: string }>(peer.accountIds);
  const accountIds = (found?.rows ?? []).map((row) => row.id);
  return {
    async transfer(client, source, target, amountSeconds) {
      const connection = connections[client];
      const [sourceId, targetId] = [accountIds[source], accountIds[target]];
      if (!connection || !sourceId || !targetId) throw new Error('a client or an account is missing');
      for (let attempt = 1; ; attempt++) {
        try {
          return await peer.transfer(connection, sourceId, targetId, amountSeconds);
        } catch (error) {
          if (!RERUN.has(sqlState(error) ?? '') || attempt >= ATTEMPTS_MAX) throw error;
          await connection.query('rollback');
        }
      }
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.end()));
    },
  };
}

/** @returns draws ranks from 0, the k-th with a probability in proportion to 1 / k^exponent */
function zipf(count: number, exponent: number): () => number {
  const upTo = new Float64Array(count);
  let sum = 0;
  for (let at = 0; at < count; at++) {
    sum += 1 / (at + 1) ** exponent;
    upTo[at] = sum;
  }
  return () => {
    const wanted = Math.random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? sum) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
