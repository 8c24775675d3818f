import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../test-support/harness.ts';
import { waitUntil } from '../../test-support/wait-until.ts';

let service: TestService;
let token: string;
let calls: Promise<unknown>[] = [];
let isHung = false;
let noted = 0;
let answer: () => void;
before(async () => {
  const hang = Promise.withResolvers<void>();
  answer = hang.resolve;
  service = await startTestService({
    changeDeps: (deps) => ({
      ...deps,
      load: {
        ...deps.load,
        note(requests) {
          noted = requests;
          deps.load.note(requests);
        },
      },
      database: {
        ...deps.database,
        reads: {
          kind: 'lane',
          async run(...asked) {
            if (isHung) await hang.promise;
            return await deps.database.reads.run(...asked);
          },
        },
      },
    }),
  });
  token = await service.token(await service.createPartner());
});
after(async () => {
  answer();
  await Promise.all(calls);
  await service.stop();
});

const askFor = (count: number) => {
  calls.push(...Array.from({ length: count }, () => service.call('GET', '/me', { token })));
};

test('the load is high from sixteen requests that wait for their answers, and no longer once they have them', async () => {
  const { load } = service.deps;
  isHung = true;
  askFor(15);
  await waitUntil('fifteen wait', () => noted === 15);
  assert.equal(load.isHigh(), false, 'fifteen');
  askFor(1);
  await waitUntil('the load is high', () => load.isHigh());
  isHung = false;
  answer();
  await Promise.all(calls);
  calls = [];
  await waitUntil('the load is not high', () => !load.isHigh());
  await service.call('GET', '/me', { token });
  assert.equal(noted, 1);
  assert.equal(load.isHigh(), false, 'one after the other');
});
