/** The service as its tests use it: own database, real HTTP, a clock that is set, and every answer checked. */
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { encodeId, SCOPES, type Scope } from '@timebank/contract';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import type { OfficeDeps } from '../console/desk/office-deps.ts';
import { createPasswords } from '../console/desk/password.ts';
import type { Clock, ClockState } from '../core/base/clock.ts';
import { type Config, readConfig } from '../core/base/config.ts';
import { deriveKeys } from '../core/base/keys.ts';
import { createLoad } from '../core/base/load.ts';
import type { NodeClock } from '../core/base/nodes/node-clock.ts';
import { createFoldedAudit } from '../core/change/audit/folded.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { createWriteHealth } from '../core/database/write-health.ts';
import { createPostTransfers } from '../core/ledger/post-batch.ts';
import { addPartner, type NewPartner } from '../core/partners/provision.ts';
import { createMembersIn, type NewMember } from '../modules/members/domain/members/create.ts';
import { addCommunity } from '../modules/office/domain/communities/create.ts';
import { type AppOptions, buildApp } from '../service/app.ts';
import { listen } from '../service/listen.ts';
import { hooksOf } from '../service/modules.ts';
import { type CallOptions, createCaller, type TestResponse } from './call.ts';
import { testChange } from './changes.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_MODULES } from './modules.ts';
import { nodeClockOf, type TestMachine } from './node-clock.ts';
import { RIGHT_CLOCK } from './right-clock.ts';

export type { CallOptions, TestResponse } from './call.ts';

/** Hundreds of sign-ins take a tenth of a second each otherwise. The real ones are tested with commands, and alone. */
const LIGHT_HASH_KIB = 64;

/** The time of a test's clock until it is moved. */
export const TEST_START = new Date('2026-11-20T09:30:00.000Z');

export interface TestClock extends Clock {
  set(at: Date | string): void;
  /** Moves the clock by milliseconds. */
  advance(milliseconds: number): void;
}

export function createTestClock(start = TEST_START): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    set(at) {
      now = new Date(at).getTime();
    },
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

export interface TestCommunity {
  readonly id: number;
  readonly slug: string;
}

export interface TestPartner {
  readonly communityId: number;
  readonly partnerId: number;
  readonly credentialId: number;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface TestMember {
  /** `usr_…` */
  readonly id: string;
  readonly uuid: string;
  readonly accountId: number;
  readonly paymentReference: string;
}

export interface TestServiceOptions {
  /** Settings as in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly app?: AppOptions;
  readonly clock?: Clock;
  readonly clockState?: ClockState;
  /** The clock of its machine, where that is not the database's, which is `clock`. */
  readonly machine?: TestMachine;
  readonly log?: Logger;
  readonly writeProbeIntervalMs?: number;
  /** Called instead of a worker; the harness starts none. */
  readonly wakeWorker?: () => void;
  /** Replaces parts of what the application is given, for tests that break one. */
  readonly changeDeps?: (deps: OfficeDeps) => OfficeDeps;
  /** Share the database of another service: a second node. */
  readonly database?: TestDatabase;
}

export interface TestService {
  readonly origin: string;
  readonly deps: OfficeDeps;
  readonly config: Config;
  readonly clock: TestClock;
  /** Its node's clock, where it has a machine. */
  readonly nodeClock: NodeClock | undefined;
  readonly testDatabase: TestDatabase;
  createCommunity(options?: Partial<Parameters<typeof addCommunity>[2]>): Promise<TestCommunity>;
  /** All scopes and no request limit unless said otherwise; in a community of its own unless one is named. */
  createPartner(options?: Partial<NewPartner> & { readonly communityId?: number }): Promise<TestPartner>;
  createMember(options: Partial<NewMember> & { readonly communityId: number }): Promise<TestMember>;
  /** Asks the token endpoint. */
  token(partner: TestPartner, scopes?: readonly Scope[]): Promise<string>;
  /** Sends a request relative to the base path (or outside, with a full path) and validates the answer. */
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** Runs SQL as the owner of the tables, for set-up and inspection. */
  ownerQuery<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** The service of a test file: it stops after the file's last test. */
export async function testService(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await startTestService(options);
  after(() => service.stop());
  return service;
}

/** Starts the application on a free port. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', ...options.env }, 'test');
  const testDatabase = options.database ?? (await createTestDatabase());
  const clock = createTestClock();
  const log = options.log ?? pino({ level: 'silent' });
  const writes = createWriteHealth(clock, log, options.writeProbeIntervalMs);
  const database = await connectDatabase(testDatabase.appConnection, config.prepareStatements, writes.note);
  const owner = new pg.Pool({ ...testDatabase.ownerConnection, max: 2 });
  owner.on('error', () => {});
  const wakeWorker = options.wakeWorker ?? (() => {});
  const databaseClock = options.clock ?? clock;
  const nodeClock = options.machine && (await nodeClockOf(database, databaseClock, options.machine, log));
  const usedClock = nodeClock ?? databaseClock;
  const ownDeps: OfficeDeps = {
    config,
    clock: usedClock,
    clockState: options.clockState ?? nodeClock ?? RIGHT_CLOCK,
    database,
    writes,
    log,
    keys: deriveKeys(config.secretKey ?? Buffer.alloc(32, 7).toString('base64')),
    postTransfers: createPostTransfers(database, usedClock, wakeWorker),
    passwords: createPasswords(LIGHT_HASH_KIB),
    failedSignIns: createFoldedAudit(database, usedClock),
    load: createLoad(),
    wakeWorker,
    hooks: hooksOf(options.app?.modules ?? TEST_MODULES),
  };
  const deps = options.changeDeps?.(ownDeps) ?? ownDeps;
  const listening = await listen(buildApp(deps, { modules: TEST_MODULES, ...options.app }), deps);
  const call = createCaller(listening.origin);

  const service: TestService = {
    origin: listening.origin,
    deps,
    config,
    clock,
    nodeClock,
    testDatabase,
    call,
    async createCommunity(changes) {
      const slug = `c-${randomBytes(6).toString('hex')}`;
      // As a community is that has decided so: what partners may read at most.
      const open = { defaultVisibility: 'listed_with_email' } as const;
      const row = await addCommunity(deps, { actor: 'test' }, { slug, name: 'Test', ...open, ...changes });
      return { id: row.id, slug: row.slug };
    },
    async createPartner(changes) {
      const { communityId = (await service.createCommunity()).id, ...settings } = changes ?? {};
      const partner = { name: 'Bank', scopes: SCOPES, rateLimitPerMinute: 0, ...settings };
      return { communityId, ...(await addPartner(deps, { communityId, actor: 'test' }, partner)) };
    },
    async createMember({ communityId, ...changes }) {
      // Set-up does not break with what a test breaks.
      const [created] = await testChange(ownDeps, communityId, (within) =>
        createMembersIn(within, communityId, [{ name: 'Anna Berger', ...changes }]),
      );
      const { id: uuid, accountId, paymentReference } = created as NonNullable<typeof created>;
      return { id: encodeId('usr', uuid), uuid, accountId, paymentReference };
    },
    async token({ clientId, clientSecret }, scopes) {
      const { status, body } = await call('POST', '/oauth/token', {
        json: {
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          ...(scopes ? { scope: scopes.join(' ') } : {}),
        },
      });
      if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
      return body.access_token;
    },
    async ownerQuery<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) {
      return (await owner.query<Row>(sql, [...values])).rows;
    },
    async stop() {
      await listening.close();
      await database.close();
      await owner.end();
      if (!options.database) await testDatabase.drop();
    },
  };
  return service;
}
