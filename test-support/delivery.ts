/** A database with communities, partners, subscriptions and events of its own, for tests of delivery without HTTP. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { type Config, readConfig } from '../core/base/config.ts';
import { deriveKeys, type Keys } from '../core/base/keys.ts';
import { HOUR_MS } from '../core/base/time.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { FIRST_ID } from '../core/database/keyset.ts';
import type { Database } from '../core/database/query.ts';
import { appendEvents, type NewEvent } from '../core/events/delivery/append.ts';
import { catchUp } from '../core/events/delivery/catch-up.ts';
import { selectSubscriptionsBehind } from '../core/events/delivery/catch-up-queries.ts';
import type { KeptAttempt } from '../core/events/delivery/delivery-queries.ts';
import { startWorker, type Worker, type WorkerDeps, type WorkerOptions } from '../core/events/delivery/loop.ts';
import { encryptWebhookSecret, generateWebhookSecret } from '../core/events/delivery/secrets.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { Receiver } from './receiver.ts';
import { RIGHT_CLOCK } from './right-clock.ts';

/** An event whose kind and data need not fit. */
export type TestEvent = Partial<Record<keyof NewEvent, unknown>>;

export interface Subscriber {
  readonly communityId: number;
  readonly partnerId: number;
  readonly subscriptionId: string;
  readonly secret: string;
}

export interface StoredDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly subscription_id: string;
  readonly status: 'pending' | 'held' | 'delivered' | 'failed';
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
  readonly lease_until: Date | null;
  readonly attempts: readonly KeptAttempt[];
}

export interface SetUp {
  readonly testDatabase: TestDatabase;
  readonly database: Database;
  readonly secretKey: string;
  readonly keys: Keys;
  readonly clock: { now(): Date; set(time: Date): void; advance(ms: number): void };
  /** Lines the worker logged. */
  readonly logged: Record<string, unknown>[];
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  community(settings?: { visibility?: string }): Promise<number>;
  partner(communityId: number, scopes?: readonly string[], status?: string): Promise<number>;
  member(communityId: number, settings?: { status?: string; visibility?: string | null }): Promise<string>;
  subscribe(
    communityId: number,
    partnerId: number,
    targetUrl: string,
    settings?: { types?: readonly string[]; status?: 'active' | 'paused' | 'disabled' },
  ): Promise<Subscriber>;
  /** A community, a partner that may receive wallet events, and its subscription to all. */
  subscriber(targetUrl: string): Promise<Subscriber>;
  /** Appends events of any kind and data; `wallet.credited` to the subscriber's partner unless said otherwise. */
  append(of: Pick<Subscriber, 'communityId' | 'partnerId'>, event?: TestEvent, count?: number): Promise<void>;
  deliveries(subscriptionId: string): Promise<StoredDelivery[]>;
  /** `landMissed` */
  catchUp(limit?: number): Promise<number>;
  worker(receiver: Pick<Receiver, 'ca'> | undefined, options?: WorkerOptions & { allowCidrs?: string[] }): Worker;
  stopWorkers(): Promise<void>;
  stop(): Promise<void>;
}

/** Takes the next events that subscriptions have missed, by a worker that dies: their deliveries are due. Returns how many. */
export async function landMissed(database: Database, now: Date, limit = 1000): Promise<number> {
  let landed = 0;
  for (const { hasRoom, ...key } of await selectSubscriptionsBehind(database.outbox, {
    afterCommunityId: 0,
    afterSubscriptionId: FIRST_ID,
    limit: 1000,
  })) {
    if (hasRoom) landed += (await catchUp(database, now, 0, { ...key, limit }, Math.max(2, limit))).claims.length;
  }
  return landed;
}

/** @param startAt the time of the clock, which moves only by `set` and `advance`. Null: the machine's clock */
export async function setUpDelivery(startAt: Date | null = new Date('2026-11-20T12:00:00Z')): Promise<SetUp> {
  const testDatabase = await createTestDatabase();
  const database = await connectDatabase(testDatabase.appConnection);
  const owner = new pg.Pool({ ...testDatabase.ownerConnection, max: 2 });
  owner.on('error', () => {});
  const secretKey = randomBytes(32).toString('base64');
  const keys = deriveKeys(secretKey);
  const config: Config = { ...readConfig({}, 'test'), webhookAllowCidrs: [], webhookCaFile: undefined };
  const workers: Worker[] = [];
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line) => void logged.push(JSON.parse(line)) });
  const clock = createClock(startAt);
  const sql: SetUp['sql'] = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows;

  const setUp: SetUp = {
    ...{ testDatabase, database, secretKey, keys, clock, logged, sql },
    ...inserting(sql, clock, keys),
    async subscriber(targetUrl) {
      const communityId = await setUp.community();
      return setUp.subscribe(communityId, await setUp.partner(communityId), targetUrl);
    },
    async append({ communityId, partnerId }, event = {}, count = 1) {
      const base = {
        ...{ communityId, type: 'wallet.credited', partnerId, memberId: null, listingId: null, transferId: null },
        ...{ data: { reference: 'Überweisung 1 ✓' }, createdAt: clock.now() },
      };
      // Kinds and data of any form: the delivery hands on what was appended.
      const events = Array.from({ length: count }, () => ({ ...base, ...event }) as NewEvent);
      await database.transaction((transaction) => appendEvents(transaction, events));
    },
    deliveries: (subscriptionId) =>
      sql<StoredDelivery>('select * from deliveries where subscription_id = $1 order by id', [subscriptionId]),
    catchUp: (limit) => landMissed(database, clock.now(), limit),
    worker(receiver, { allowCidrs = ['127.0.0.0/8'], ...options } = {}) {
      const deps: WorkerDeps = { config, clock, clockState: RIGHT_CLOCK, database, log, keys };
      const worker = startWorker(deps, {
        pollMs: 50,
        // What the poll does not see is never done.
        anywayMs: 24 * HOUR_MS,
        random: () => 0.5,
        jobs: [],
        ...options,
        sender: { opening: { allowCidrs }, extraCa: receiver?.ca, ...options.sender },
      });
      workers.push(worker);
      return worker;
    },
    async stopWorkers() {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    },
    async stop() {
      await setUp.stopWorkers();
      await owner.end();
      await database.close();
      await testDatabase.drop();
    },
  };
  return setUp;
}

function createClock(startAt: Date | null): SetUp['clock'] {
  let now = startAt;
  const clock: SetUp['clock'] = {
    now: () => (now ? new Date(now) : new Date()),
    set(time) {
      now = time;
    },
    advance(ms) {
      now = new Date(clock.now().getTime() + ms);
    },
  };
  return clock;
}

/** Inserts the rows that deliveries need, without the domain's functions. */
function inserting(
  sql: SetUp['sql'],
  clock: SetUp['clock'],
  keys: Keys,
): Pick<SetUp, 'community' | 'partner' | 'member' | 'subscribe'> {
  const insertedId = async (text: string, values: unknown[]) => (await sql<{ id: number }>(text, values))[0]?.id ?? 0;
  return {
    community: ({ visibility = 'listed_with_email' } = {}) =>
      insertedId(
        'insert into communities (slug, name, default_visibility, created_at) values ($1, $1, $2, $3) returning id',
        [`c${randomBytes(6).toString('hex')}`, visibility, clock.now()],
      ),
    partner: (communityId, scopes = ['wallet.read', 'webhooks.manage'], status = 'active') =>
      insertedId(
        `insert into partners (community_id, name, status, client_id, scopes, created_at, updated_at)
         values ($1, 'Bank', $2, $3, $4, $5, $5) returning id`,
        [communityId, status, randomBytes(8).toString('hex'), scopes, clock.now()],
      ),
    async member(communityId, { status = 'active', visibility = null } = {}) {
      const id = uuidv7();
      await sql(
        `insert into members (community_id, id, name, status, visibility, payment_reference, created_at, updated_at)
         values ($1, $2, 'Ada', $3, $4, $5, $6, $6)`,
        [communityId, id, status, visibility, `RF00${BigInt(`0x${randomBytes(8).toString('hex')}`)}`, clock.now()],
      );
      return id;
    },
    async subscribe(communityId, partnerId, targetUrl, { types = ['*'], status = 'active' } = {}) {
      const subscriptionId = uuidv7();
      const secret = generateWebhookSecret();
      await sql(
        `insert into subscriptions (community_id, id, partner_id, event_types, target_url, status, disabled_reason,
           secret_encrypted, created_at, updated_at, created_xid)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, pg_current_xact_id())`,
        [
          ...[communityId, subscriptionId, partnerId, types, targetUrl, status],
          ...[status === 'disabled' ? 'a test' : null],
          ...[encryptWebhookSecret(keys.webhookSecrets, subscriptionId, secret), clock.now()],
        ],
      );
      return { communityId, partnerId, subscriptionId, secret };
    },
  };
}
