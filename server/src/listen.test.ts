import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { type FastifyInstance, fastify } from 'fastify';
import { CLOSE_TIMEOUT_MS, listen } from './listen.ts';
import { waitUntil } from './test-support/wait-until.ts';

function slowApp(): { app: FastifyInstance; release: () => void; arrived: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = false;
  const app = fastify();
  app.get('/slow', async () => {
    seen = true;
    await promise;
    return { done: true };
  });
  return { app, release: resolve, arrived: () => seen };
}

const onLoopback = { config: { host: '127.0.0.1', port: 0 } };

test('closing lets a running request finish and accepts no further one', async () => {
  const { app, release, arrived } = slowApp();
  const listening = await listen(app, onLoopback);
  const answer = fetch(`${listening.origin}/slow`);
  await waitUntil('the request has arrived', arrived);
  const closed = listening.close();
  await waitUntil('the port is closed', () =>
    fetch(`${listening.origin}/slow`).then(
      () => false,
      () => true,
    ),
  );
  const startedAt = performance.now();
  release();
  assert.deepEqual(await (await answer).json(), { done: true });
  await closed;
  assert.ok(performance.now() - startedAt < CLOSE_TIMEOUT_MS, 'the connection ends with the answer');
});

test('what does not finish in time is cut, idle connections do not hold the end up', async () => {
  const { app, arrived } = slowApp();
  const listening = await listen(app, onLoopback, 200);
  const idle = connect(Number(new URL(listening.origin).port), '127.0.0.1');
  idle.on('error', () => {});
  const answer = fetch(`${listening.origin}/slow`).then(
    () => 'answered',
    () => 'cut',
  );
  await waitUntil('the request has arrived', arrived);
  const startedAt = performance.now();
  await listening.close();
  assert.ok(performance.now() - startedAt < 5000);
  assert.equal(await answer, 'cut');
  idle.destroy();
});
