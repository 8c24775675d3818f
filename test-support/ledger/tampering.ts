/** A small ledger that the owner of its tables tampers with, and the report of `ledger verify` on it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import type { Clock } from '../../core/base/clock.ts';
import { valueTypes } from '../../core/database/connection.ts';
import type { Database, Queryable } from '../../core/database/query.ts';
import { closeDueDays } from '../../core/statements/close-days.ts';
import { reverseExchange } from '../../modules/members/domain/exchanges/correct.ts';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { sealAuditLog } from '../../modules/office/domain/seal.ts';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { startTestService, type TestMember, type TestPartner, type TestService } from '../harness.ts';
import { queryableOn } from '../large-community.ts';
import { credited, reverse } from '../wallet.ts';

const RULES = {
  zero: 'The balances of a community add up to zero.',
  totals: "An account's running totals equal the sum of its transfers.",
  exchangeDays: 'The totals of a day of service equal its exchanges.',
  creditDays: "The day's totals of a partner with a cap per day equal its credits.",
  tallies: 'The tallies of active members add up to the members.',
  activity: 'What is kept of an activity count is what was counted.',
  partners: "A partner's transfers go between its own settlement account and members.",
  mirror: 'A reversal mirrors what it reverses.',
  corrections: 'A correction replaces a reversed credit of its partner.',
  externalIds: 'An external id names its transfer, unless that was taken back.',
  days: 'A transfer is booked on the UTC day of its time.',
  ids: "A transfer's id carries its time to the millisecond.",
  statements: 'Each final day has a statement of what was booked on it.',
  hashes: 'The hash of a statement is that of its day, and of the day before.',
  seals: 'The seals of the audit log are those of its rows, one built on the other.',
  schema: 'The schema is what this version makes, and its triggers stand.',
  references: 'One partner, kind and reference, one transfer.',
  oneEvent: 'Every credit and reversal has exactly one event.',
  events: 'An event says what its transfer says.',
  ready: 'A final day has one event, which says what its statement says.',
  plain: 'An event of a member or a listing names just that.',
  distributed: 'Every event older than a minute was distributed.',
  deliveries: 'At most one delivery per event and subscription.',
  secrets: 'No secret or token is stored readable.',
  agreed: 'A confirmed proposal is one exchange, and each such exchange its proposal.',
  answered: 'No proposal waits a day beyond its days.',
} as const;

type Rule = keyof typeof RULES;

/** The rows at fault, by the rule they break. */
export type Faults = Partial<Record<Rule, readonly string[]>>;

/** A tampering, and the whole report of it. */
export type FaultRow = readonly [what: string, statements: readonly string[], faults: Faults];

/** A tampering, and the rules that see it. */
export type TamperingRow = readonly [what: string, statements: readonly string[], seenBy: Rule, ...alsoBy: Rule[]];

export interface TamperedLedger {
  readonly service: TestService;
  readonly owner: pg.Client;
  /** The values of `%name` in the statements of a tampering. */
  readonly names: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** The parties of the ledger: two communities with partners P, Q and R, and their members. */
interface Parties {
  readonly communityId: number;
  readonly otherId: number;
  readonly partners: readonly [p: TestPartner, q: TestPartner, r: TestPartner];
  readonly members: readonly [m: TestMember, n: TestMember, far: TestMember];
}

/** The exchanges of the ledger: one that is kept, and one with the reversal that corrects it. */
interface Exchanges {
  readonly given: string;
  readonly wrong: string;
  readonly corrected: string;
}

/**
 * Partners P and Q credit member M, on Nov. 20 under the same reference; P reverses a credit under it, too. P books on
 * the 21st as well, Q does not. N helps M twice; the second time is corrected. Another community has a credit of its own.
 */
export async function startTamperedLedger(): Promise<TamperedLedger> {
  const service = await startTestService();
  const parties = await addParties(service);
  const exchanges = await bookFirstDay(service, parties);
  await bookSecondDay(service, parties);
  const names = await namesOf(service, parties, exchanges);
  // Reads values as the service's own connections do.
  const owner = new pg.Client({ ...service.testDatabase.ownerConnection, types: valueTypes });
  await owner.connect();
  return {
    service,
    owner,
    names,
    async stop() {
      await owner.end();
      await service.stop();
    },
  };
}

async function addParties(service: TestService): Promise<Parties> {
  const [here, there] = [await service.createCommunity(), await service.createCommunity()];
  const communityId = here.id;
  const [p, q, r] = [
    await service.createPartner({ communityId }),
    await service.createPartner({ communityId }),
    await service.createPartner({ communityId: there.id }),
  ];
  const [m, n] = [await service.createMember({ communityId }), await service.createMember({ communityId })];
  const far = await service.createMember({ communityId: there.id });
  return { communityId, otherId: there.id, partners: [p, q, r], members: [m, n, far] };
}

async function bookFirstDay(service: TestService, { communityId, partners, members }: Parties): Promise<Exchanges> {
  const { database } = service.deps;
  const [p, q, r] = partners;
  const [m, n, far] = members;
  const [asP, asQ, asR] = [await service.token(p), await service.token(q), await service.token(r)];
  await credited(service, asP, m.id, 1.5, 'kept');
  await reverse(service, asP, (await credited(service, asP, m.id, 2, 'returned')).id, 'kept');
  await credited(service, asQ, m.id, 1, 'kept');
  await credited(service, asR, far.id, 1, 'kept');
  const help = { communityId, provider: n.id, receiver: m.id, time: '1 h', serviceDate: '2026-11-19', recordedBy: 'x' };
  const given = await postExchange(database, service.clock, help);
  const wrong = await postExchange(database, service.clock, help);
  const correction = { communityId, exchangeId: wrong.id, reason: 'wrong', recordedBy: 'x' };
  const corrected = await reverseExchange(database, service.clock, correction);
  await service.call('POST', '/webhooks/subscriptions', {
    token: asP,
    json: { event_types: ['*'], target_url: 'https://bank.example/hook' },
  });
  return { given: given.id, wrong: wrong.id, corrected: corrected.id };
}

/** Books on the second day, and closes both. */
async function bookSecondDay(service: TestService, { partners: [p], members: [m, n] }: Parties): Promise<void> {
  const { database } = service.deps;
  service.clock.set('2026-11-21T10:00:00.000Z');
  const later = await service.token(p);
  await credited(service, later, n.id, 1, 'later');
  await reverse(service, later, (await credited(service, later, m.id, 0.5, 'again')).id, 'again back');
  service.clock.set('2026-11-22T00:15:00.000Z');
  await closeDueDays(database, service.clock);
  await sealAuditLog(database, service.clock);
}

async function namesOf(
  service: TestService,
  { communityId, otherId, partners: [p, q], members: [m, n, far] }: Parties,
  exchanges: Exchanges,
): Promise<TamperedLedger['names']> {
  const idOf = async (sql: string) => {
    const [row] = await service.ownerQuery<{ id: string }>(sql, [communityId]);
    assert.ok(row, sql);
    return row.id;
  };
  const accountOf = (which: string) => idOf(`select id from accounts where community_id = $1 and ${which}`);
  const transferOf = ({ partnerId }: TestPartner, which: string) =>
    idOf(`select id from transfers where community_id = $1 and partner_id = ${partnerId} and ${which}`);
  const eventOf = (transferId: string) =>
    idOf(`select id from events where community_id = $1 and id = '${transferId}'`);
  const booked = {
    kept: await transferOf(p, `kind = 'credit' and reference = 'kept'`),
    returned: await transferOf(p, `kind = 'credit_reversal' and reference = 'kept'`),
    again: await transferOf(p, `reference = 'again'`),
    againBack: await transferOf(p, `reference = 'again back'`),
    keptByQ: await transferOf(q, `reference = 'kept'`),
  };
  return {
    here: communityId,
    there: otherId,
    P: p.partnerId,
    Q: q.partnerId,
    M: m.accountId,
    N: n.accountId,
    far: far.accountId,
    chest: await accountOf(`kind = 'chest'`),
    opening: await accountOf(`kind = 'opening'`),
    settlesP: await accountOf(`partner_id = ${p.partnerId}`),
    ...booked,
    keptEvent: await eventOf(booked.kept),
    returnedEvent: await eventOf(booked.returned),
    againEvent: await eventOf(booked.again),
    againBackEvent: await eventOf(booked.againBack),
    keptByQEvent: await eventOf(booked.keptByQ),
    ...exchanges,
    copied,
    subscription: await idOf('select id from subscriptions where community_id = $1'),
  };
}

/** A text with the names filled in. */
export const named = ({ names }: TamperedLedger, text: string) =>
  text.replace(/%(\w+)/g, (_, name) => {
    assert.ok(name in names, `nothing is called ${name}`);
    return String(names[name]);
  });

/** Breaks the ledger and verifies it in one transaction, of which nothing stays. */
export async function faultsAfter(
  ledger: TamperedLedger,
  statements: readonly string[],
  clock: Clock = ledger.service.clock,
): Promise<Faults> {
  const { owner } = ledger;
  const onOwner = queryableOn(owner);
  const database = { snapshot: (work: (on: Queryable) => Promise<unknown>) => work(onOwner) } as unknown as Database;
  await owner.query('begin');
  try {
    for (const statement of statements) await owner.query(named(ledger, statement));
    const report = await verifyLedger(database, clock);
    const broken = report.invariants.filter(({ holds }) => !holds);
    assert.equal(report.holds, broken.length === 0);
    return Object.fromEntries(
      broken.map(({ rule, offenders }) => [
        Object.entries(RULES).find(([, text]) => text === rule)?.[0] ?? rule,
        offenders.map(({ subject }) => subject).sort(),
      ]),
    );
  } finally {
    await owner.query('rollback');
  }
}

/** One test per row: the report holds these faults and no others. */
export function testFaults(ledger: () => TamperedLedger, rows: readonly FaultRow[]): void {
  for (const [what, statements, faults] of rows) {
    test(what, async () => {
      const expected = Object.entries(faults).map(([rule, subjects]) => [
        rule,
        subjects.map((each) => named(ledger(), each)).sort(),
      ]);
      assert.deepEqual(await faultsAfter(ledger(), statements), Object.fromEntries(expected));
    });
  }
}

/** One test per row: the report holds a fault by each of these rules. */
export function testSeen(ledger: () => TamperedLedger, rows: readonly TamperingRow[]): void {
  for (const [what, statements, ...rules] of rows) {
    test(what, async () => {
      const faults = await faultsAfter(ledger(), statements);
      for (const rule of rules) assert.ok(rule in faults, `${rule} does not see it; ${JSON.stringify(faults)}`);
    });
  }
}

/** The tables whose triggers refuse changes. */
const LOCKED = ['transfers', 'statements', 'statement_hashes', 'audit_log', 'audit_seals'];
/** The statements with these triggers off, and on again afterwards. */
export const unlocked = (...statements: string[]) => [
  ...LOCKED.map((table) => `alter table ${table} disable trigger user`),
  ...statements,
  ...LOCKED.map((table) => `alter table ${table} enable trigger user`),
];
export const account = (which: string, change: string) => `update accounts set ${change} where id = ${which}`;
export const transfer = (which: string, change: string) =>
  unlocked(`update transfers set ${change} where id = '${which}'`);
export const event = (which: string, change: string) => [`update events set ${change} where id = '${which}'`];
export const statement = (partner: string, day: string, change: string) =>
  unlocked(`update statements set ${change} where partner_id = ${partner} and day = '${day}'`);
export const statementOf = (partner: string, day: string) => `statement of partner ${partner} for ${day}`;
export const more = (column: string, by = 36) => `${column} = ${column} + ${by}`;
/** The id of a copied row. */
export const copied = '00000000-0000-7000-8000-000000000001';
export const delivery = (eventId: string, subscription = '%subscription') =>
  `insert into deliveries (community_id, id, event_id, subscription_id, status, created_at)
   values (%here, gen_random_uuid(), '${eventId}', '${subscription}', 'delivered', now())`;
export const audited = (details: string, community = '%here') =>
  `insert into audit_log (community_id, id, at, actor, action, details) overriding system value
   values (${community}, 999999, now(), 'x', 'y', '{"token": "${details}"}')`;
export const SECOND_SUBSCRIPTION = `insert into subscriptions (community_id, id, partner_id, event_types, target_url,
    secret_encrypted, created_at, updated_at)
  select community_id, '${copied}', partner_id, event_types, target_url, secret_encrypted, created_at, updated_at
  from subscriptions`;
export const SECOND_EVENT = `insert into events (community_id, id, type, partner_id, member_id, data, created_at)
  select community_id, '${copied}', type, partner_id, member_id, data, created_at
  from events where id = '%keptEvent'`;
