import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test-support/harness.ts';
import { DatabaseUnavailable } from '../database/connection.ts';
import type { Lane } from '../database/query.ts';
import { listenForMetrics } from './listen.ts';
import { createMetrics, type Metrics } from './metrics.ts';

test('metrics tell calls by operation and status, what waits, and whether the database answers', async () => {
  let metrics: Metrics | undefined;
  let away = false;
  const service = await startTestService({
    changeDeps(deps) {
      const heavy: Lane = {
        kind: 'lane',
        run(statement, values) {
          if (away) throw new DatabaseUnavailable('away');
          return deps.database.heavy.run(statement, values);
        },
      };
      metrics = createMetrics({ ...deps, database: { ...deps.database, heavy } });
      return { ...deps, metrics };
    },
  });
  assert.ok(metrics);
  const listening = await listenForMetrics(metrics, '127.0.0.1', 0);
  const scrape = async () => (await fetch(`http://127.0.0.1:${listening.port}/metrics`)).text();
  try {
    await service.call('GET', '/users');
    await fetch(`${service.origin}/api/console/v1/session`);
    const text = await scrape();
    assert.match(text, /timebank_call_seconds_count\{operation="listUsers",status="401"\} 1/);
    assert.match(text, /timebank_console_call_seconds_count\{operation="getSession",status="200"\} 1/);
    assert.match(text, /timebank_database_up 1/);
    assert.match(text, /timebank_events_waiting\{stage="fan_out"\} 0/);
    assert.match(text, /process_cpu_seconds_total/);
    assert.match(text, /timebank_events_oldest_seconds 0/);
    const partner = await service.createPartner();
    await service.createMember(partner);
    service.clock.advance(90_000);
    assert.match(await scrape(), /timebank_events_oldest_seconds 90/);
    assert.equal((await fetch(`http://127.0.0.1:${listening.port}/`)).status, 404);
    away = true;
    assert.match(await scrape(), /timebank_database_up 0/);
  } finally {
    await listening.close();
    await service.stop();
  }
});

test('metrics are not on the public port', async () => {
  const service = await startTestService();
  try {
    assert.equal((await service.call('GET', '/metrics')).status, 404);
  } finally {
    await service.stop();
  }
});
