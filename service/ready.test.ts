import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { createMetrics } from '../core/base/metrics/metrics.ts';
import { startTestService, testService } from '../test-support/harness.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { sourcesOf } from './service.ts';

const lines: { msg: string; level: number; status?: number; reason?: string }[] = [];
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  }),
);
const service = await testService({ log, writeProbeIntervalMs: 50 });

/** Sets the database read-only for new sessions, and ends the open ones, as a fail-over does. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({
    ...service.testDatabase.ownerConnection,
    options: '-c default_transaction_read_only=off',
  });
  await client.connect();
  try {
    const { rows } = await client.query('select current_database() as name');
    await client.query(`alter database ${rows[0].name} set default_transaction_read_only = ${value}`);
    if (value === 'off') return;
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  } finally {
    await client.end();
  }
}

const answered503 = () => lines.filter(({ msg, status }) => msg === 'request' && status === 503).length;
const readiness = async () => (await service.call('GET', '/health/ready')).status;
const databaseUp = async () => {
  const { text } = await createMetrics(sourcesOf(service.deps)).read();
  return /^timebank_database_up (\d)/m.exec(text)?.[1];
};

test('a service whose database takes no writes is not ready, says why once, and is ready again by itself', async () => {
  const partner = await service.createPartner();
  const json = { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: partner.clientSecret };
  const askForToken = async () => (await service.call('POST', '/oauth/token', { json })).status;
  assert.equal(await readiness(), 200);
  assert.equal(await databaseUp(), '1');

  await setReadOnly('on');
  // Until it is connected again it only knows that nobody answers.
  await waitUntil('readiness is false for the right reason', async () => {
    const { status, body } = await service.call('GET', '/health/ready');
    return status === 503 && body.error_description === 'The database refuses writes.';
  });
  assert.equal(await databaseUp(), '0');
  // Refused and not failed: the partner repeats it.
  await waitUntil('the lane has its connection again', async () => (await askForToken()) === 503);
  const startedMs = performance.now();
  const toldBefore = answered503();
  for (let count = 0; count < 3; count++) assert.equal(await readiness(), 503);
  for (let count = 0; count < 60; count++) assert.equal(await askForToken(), 503);
  const seconds = (performance.now() - startedMs) / 1000;
  assert.ok(answered503() - toldBefore <= seconds + 1, 'not one line for each request');
  const said = lines.filter(({ msg }) => msg.startsWith('the database refuses writes: '));
  assert.equal(said.length, 1);
  assert.match(said[0]?.msg ?? '', /: cannot execute INSERT in a read-only transaction$/);
  assert.deepEqual(
    lines.filter(({ level }) => level >= 50),
    said,
  );

  await setReadOnly('off');
  await waitUntil('readiness is true', async () => (await readiness()) === 200);
  // By a lane of its own, which may still be connecting.
  await waitUntil('the metric says so, too', async () => (await databaseUp()) === '1');
  assert.equal(lines.filter(({ msg }) => msg === 'the database takes writes again').length, 1);
  await waitUntil('connections that were read-only have been replaced', async () => (await askForToken()) === 200);
});

test('readiness costs one write in a while, however often it is asked', async () => {
  const slow = await startTestService({ database: service.testDatabase, writeProbeIntervalMs: 3_600_000 });
  try {
    const written = async () => (await service.ownerQuery('select xmin::text as version from write_probe'))[0]?.version;
    await Promise.all(Array.from({ length: 5 }, () => slow.call('GET', '/health/ready')));
    const first = await written();
    assert.equal((await slow.call('GET', '/health/ready')).status, 200);
    assert.equal(await written(), first);
    slow.deps.writes.note(Object.assign(new Error('could not extend file'), { code: '53100' }));
    assert.equal((await slow.call('GET', '/health/ready')).status, 503);
  } finally {
    await slow.stop();
  }
});
