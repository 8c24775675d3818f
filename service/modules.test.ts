/** The service is put together from the core and a list of modules, and each can be taken out of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_BASE_PATH } from '../console/desk/contract/routes.ts';
import { createUploads } from '../console/desk/uploads.ts';
import { CONSOLE_OPERATIONS } from '../test-support/console-contract/operations.ts';
import { testDatabase } from '../test-support/database.ts';
import { startTestService } from '../test-support/harness.ts';
import { jobsOf } from './jobs.ts';
import { HOOKS, MODULES } from './modules.ts';

const uploads = createUploads();
const database = await testDatabase();

test('every operation of the console is served by one module, by a handler of its own', () => {
  const served = MODULES.flatMap(({ operations }) => operations?.(uploads) ?? []);
  assert.deepEqual(served.map(({ operation }) => operation.id).sort(), CONSOLE_OPERATIONS.map(({ id }) => id).sort());
  assert.ok(served.every(({ handler }) => typeof handler === 'function'));
  assert.equal(new Set(served.map(({ handler }) => handler)).size, served.length);
});

test('every module has a name of its own, and so has every job', () => {
  const jobs = jobsOf(MODULES, HOOKS).map(({ name }) => name);
  assert.equal(new Set(jobs).size, jobs.length);
  const ids = MODULES.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
});

const everyModule = MODULES.map(({ id }) => ({ without: id, modules: MODULES.filter((module) => module.id !== id) }));
for (const { without, modules } of [...everyModule, { without: 'all', modules: [] }]) {
  test(`without ${without} the service starts, says nothing of it, and a partner’s day works`, async () => {
    const service = await startTestService({ database, app: { modules } });
    try {
      const partner = await service.createPartner();
      const { id } = await service.createMember(partner);
      const token = await service.token(partner);
      const json = { user_id: id, hours: 1.5, reference: 'A-1' };
      assert.equal((await service.call('POST', '/wallet/credit', { token, json })).status, 201);
      const balance = await service.call('GET', `/wallet/balance/${id}`, { token });
      assert.deepEqual([balance.status, balance.body.data.balance_hours], [200, 1.5]);
      const gone = MODULES.filter((module) => !modules.includes(module));
      for (const { operation } of gone.flatMap(({ operations }) => operations?.(uploads) ?? [])) {
        const path = CONSOLE_BASE_PATH + operation.path.replaceAll(/\{\w+\}/g, '1');
        const answer = await fetch(service.origin + path, { method: operation.method });
        assert.ok([404, 405].includes(answer.status), `${operation.method} ${path}: ${answer.status}`);
        await answer.body?.cancel();
      }
    } finally {
      await service.stop();
    }
  });
}
