import assert from 'node:assert/strict';
import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { countStates } from '../../../modules/operate/domain/communities/activity.ts';
import { noteVerification } from '../../../modules/operate/domain/ledger/check.ts';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { openConsole } from '../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { DatabaseUnavailable } from '../../database/connection.ts';
import type { Lane } from '../../database/query.ts';
import { closeDueDays } from '../../statements/close-days.ts';
import type { MetricsSources } from './figures.ts';
import { listenForMetrics } from './listen.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/operator-guide.md');
const HERE = import.meta.dirname;
/** Figures that a service without partners, and without a verification, does not have. */
const NOT_YET = [
  'timebank_last_final_day_timestamp_seconds',
  'timebank_ledger_verified_timestamp_seconds',
  'timebank_ledger_holds',
];

let service: TestService;
let metrics: Metrics;
let sources: MetricsSources;
/** The behaviour of the metrics' lanes instead of answering. */
let trouble: (() => Promise<never>) | undefined;
let asked = 0;
let restored: boolean | undefined;
let aheadMs = 0;

before(async () => {
  service = await startTestService({
    changeDeps(deps) {
      const troubled = (lane: Lane): Lane => ({
        kind: 'lane',
        run(statement, values) {
          asked++;
          return trouble ? trouble() : lane.run(statement, values);
        },
      });
      const { database } = deps;
      sources = {
        ...deps,
        database: { ...database, reads: troubled(database.reads), heavy: troubled(database.heavy) },
        version: '1.2.3',
        folders: { data: HERE, backup: join(HERE, 'no such folder') },
        lastBackupAt: async () => new Date('2026-11-20T02:00:00Z'),
        communityStates: () => countStates(database, service.clock),
        lastTrialRestored: async () => restored,
        machineClock: { now: () => new Date(service.clock.now().getTime() + aheadMs) },
        timeoutMs: 300,
      };
      metrics = createMetrics(sources);
      return { ...deps, metrics };
    },
  });
});
after(() => service.stop());
beforeEach(() => {
  trouble = undefined;
});

/** A busy machine may be slower than the bound is here. */
async function scrape(): Promise<string> {
  let text = '';
  await waitUntil('a scrape reads all figures', async () => {
    const failures = figure(text, 'timebank_scrape_failures_total') ?? 0;
    text = (await metrics.read()).text;
    return figure(text, 'timebank_scrape_failures_total') === failures;
  });
  return text;
}

function figure(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
const namesIn = (text: string) => [...text.matchAll(/^# TYPE (timebank_\w+) /gm)].map(([, name = '']) => name).sort();

test('metrics tell calls by operation and status, what waits, and whether the database answers', async () => {
  const listening = await listenForMetrics(metrics, '127.0.0.1', 0);
  const fetchMetrics = async () => (await fetch(`http://127.0.0.1:${listening.port}/metrics`)).text();
  try {
    await service.call('GET', '/users');
    await fetch(`${service.origin}/api/console/v1/session`);
    await scrape();
    const text = await fetchMetrics();
    assert.equal(figure(text, 'timebank_call_seconds_count{operation="listUsers",status="401"}'), 1);
    assert.equal(figure(text, 'timebank_console_call_seconds_count{operation="getSession",status="200"}'), 1);
    assert.equal(figure(text, 'timebank_database_up'), 1);
    assert.equal(figure(text, 'timebank_events_waiting{stage="fan_out"}'), 0);
    assert.equal(figure(text, 'timebank_events_oldest_seconds'), 0);
    assert.equal(figure(text, 'timebank_last_backup_timestamp_seconds'), Date.parse('2026-11-20T02:00:00Z') / 1000);
    assert.ok((figure(text, 'process_cpu_seconds_total') ?? 0) > 0);
    assert.equal((await fetch(`http://127.0.0.1:${listening.port}/`)).status, 404);
    for (const name of NOT_YET) assert.equal(figure(text, name), undefined, `${name} is not known yet`);
    const partner = await service.createPartner();
    await service.createMember(partner);
    service.clock.advance(90_000);
    assert.equal(figure(await scrape(), 'timebank_events_oldest_seconds'), 90);
  } finally {
    await listening.close();
  }
});

test('a wrong clock is shown in both directions, and the last result of a trial', async () => {
  for (const [ahead, found, shown] of [
    [0, undefined, undefined],
    [61_500, true, 1],
    [-400, false, 0],
    [0, undefined, undefined],
  ] as const) {
    [aheadMs, restored] = [ahead, found];
    const text = await scrape();
    assert.equal(figure(text, 'timebank_clock_ahead_seconds'), ahead / 1000);
    assert.equal(figure(text, 'timebank_backup_restores'), shown);
  }
});

test('the versions of the service, of Node and of PostgreSQL are labels of one series', async () => {
  const [row] = await service.ownerQuery<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  const text = await scrape();
  const series = text.split('\n').filter((line) => line.startsWith('timebank_build_info'));
  const labels = `version="1.2.3",node="${process.versions.node}",postgres="${row?.version}"`;
  assert.deepEqual(series, [`timebank_build_info{${labels}} 1`]);
});

test('a delivery counts from when it is due, not while it waits for its next attempt or is being attempted', async () => {
  const { communityId, partnerId } = await service.createPartner();
  const now = service.clock.now();
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  await service.ownerQuery(
    `with s as (
       insert into subscriptions (community_id, id, partner_id, event_types, target_url, secret_encrypted, created_at,
         updated_at) values ($1, gen_random_uuid(), $2, '{*}', 'https://bank.example/', '\\x00', $3, $3) returning id
     ), e as (
       insert into events (community_id, id, type, partner_id, data, created_at)
       select $1, gen_random_uuid(), 'webhook.test', $2, '{"subscription_id":"whs_01h00000000000000000000000"}', $3
       from generate_series(1, 2) returning id
     ), pair as (
       select id, row_number() over () as n from e
     )
     insert into deliveries (community_id, id, event_id, subscription_id, status, created_at, next_attempt_at, lease_until)
     select $1, gen_random_uuid(), pair.id, s.id, 'pending', $3, case n when 1 then $4 else $5 end,
       case n when 1 then $6 end
     from pair, s`.replaceAll(/\$(\d)/g, (_, n) => (n === '1' || n === '2' ? `$${n}::int` : `$${n}::timestamptz`)),
    [communityId, partnerId, at(-3600), at(-600), at(30), at(45)],
  );
  const oldest = async () => figure(await scrape(), 'timebank_deliveries_oldest_seconds');
  assert.equal(await oldest(), 0, 'one is being attempted, the other not due');
  service.clock.set(at(40));
  assert.equal(await oldest(), 10, 'the second is due for ten seconds');
  service.clock.set(at(50));
  assert.equal(await oldest(), 650, 'the node that attempted the first has given up');
  await service.ownerQuery('delete from deliveries');
  assert.equal(await oldest(), 0);
});

test('days are final up to the end of the last one that is final for every partner', async () => {
  const finalUntil = async () => figure(await scrape(), 'timebank_last_final_day_timestamp_seconds');
  const seconds = (time: string) => Date.parse(time) / 1000;
  await service.createPartner();
  assert.equal(await finalUntil(), seconds('2026-11-20T00:00:00Z'), 'none of them was there before the 20th');
  service.clock.set('2026-11-23T00:20:00Z');
  await service.createPartner();
  assert.equal(await finalUntil(), seconds('2026-11-20T00:00:00Z'), 'nobody has closed a day yet');
  while ((await closeDueDays(service.deps.database, service.clock)) > 0);
  assert.equal(await finalUntil(), seconds('2026-11-23T00:00:00Z'));
});

test('the last verification of the ledger is shown, by whichever node', async () => {
  const { database } = service.deps;
  const verifiedAt = service.clock.now();
  const report = await verifyLedger(database, service.clock);
  await noteVerification(database, verifiedAt, report);
  const text = await scrape();
  assert.equal(figure(text, 'timebank_ledger_verified_timestamp_seconds'), verifiedAt.getTime() / 1000);
  assert.ok(report.holds, JSON.stringify(report.invariants.filter(({ holds }) => !holds)));
  assert.equal(figure(text, 'timebank_ledger_holds'), 1);
  service.clock.advance(1000);
  await noteVerification(database, service.clock.now(), { ...report, holds: false });
  await noteVerification(database, verifiedAt, report);
  assert.equal(figure(await scrape(), 'timebank_ledger_holds'), 0, 'an older one that ended later says nothing');
});

test('communities are counted by their state, without a name', async () => {
  const states = async () => {
    const text = await scrape();
    assert.equal(text.match(/^timebank_communities\{/gm)?.length, 3);
    return ['stuck', 'idle', 'active'].map((state) => figure(text, `timebank_communities{state="${state}"}`) ?? 0);
  };
  const [stuck = 0, idle, active = 0] = await states();
  const { id } = await service.createCommunity();
  assert.deepEqual(await states(), [stuck, idle, active + 1]);
  await service.ownerQuery(`update communities set partner_api_disabled_reason = 'Works' where id = $1`, [id]);
  assert.deepEqual(await states(), [stuck + 1, idle, active]);
});

test('disks of folders that are there, and the size of the database', async () => {
  const text = await scrape();
  const { blocks, bsize } = await statfs(HERE);
  assert.equal(figure(text, 'timebank_disk_size_bytes{folder="data"}'), blocks * bsize);
  const free = figure(text, 'timebank_disk_free_bytes{folder="data"}') ?? 0;
  assert.ok(free > 0 && free < blocks * bsize);
  assert.doesNotMatch(text, /folder="backup"/);
  assert.ok((figure(text, 'timebank_database_size_bytes') ?? 0) > 1_000_000);
});

test('failed sign-ins and failed clients are counted, what succeeds is not', async () => {
  const partner = await service.createPartner();
  await service.token(partner);
  const json = { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: 'wrong' };
  for (let count = 0; count < 2; count++) await service.call('POST', '/oauth/token', { json });
  const browser = await openConsole(service);
  await browser.call('getSession');
  for (let count = 0; count < 3; count++) await browser.signIn('nobody@example.org', 'nine green kettles whistle');
  const text = await scrape();
  assert.equal(figure(text, 'timebank_client_authentications_failed_total'), 2);
  assert.equal(figure(text, 'timebank_sign_ins_failed_total'), 3);
});

test('a scrape ends in time while the database is away or hangs, and asks it no second time meanwhile', async () => {
  const failures = figure(await scrape(), 'timebank_scrape_failures_total') ?? 0;
  const hang = Promise.withResolvers<never>();
  trouble = () => hang.promise;
  const before = asked;
  for (let count = 1; count <= 3; count++) {
    const { text } = await metrics.read();
    assert.equal(figure(text, 'timebank_database_up'), 0);
    assert.equal(figure(text, 'timebank_scrape_failures_total'), failures + count);
    assert.ok(figure(text, 'timebank_disk_size_bytes{folder="data"}'), 'the others are shown');
  }
  assert.equal(asked - before, 2, 'one statement of each lane');
  hang.reject(new DatabaseUnavailable('given up'));
  trouble = async () => {
    throw new DatabaseUnavailable('away');
  };
  assert.equal(figure((await metrics.read()).text, 'timebank_database_up'), 0);
  trouble = undefined;
  assert.equal(figure(await scrape(), 'timebank_database_up'), 1);
});

test('the operator guide names every metric, and none that is not there', async () => {
  const documented = [...(await readFile(GUIDE, 'utf8')).matchAll(/^\| `(timebank_\w+)(?:\{.*?\})?`/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(documented.sort(), namesIn((await metrics.read()).text));
});

test('metrics are not on the public port', async () => {
  assert.equal((await service.call('GET', '/metrics')).status, 404);
});
