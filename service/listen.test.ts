import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { waitUntil } from '../test-support/wait-until.ts';
import type { App } from './app.ts';
import { listen } from './listen.ts';

/** Answers at `/slow` once it is released, and at `/begun` in two parts, the second once it is released. */
function slowApp(): { app: App; release: () => void; arrived: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = false;
  const server = createServer(async ({ url }, response) => {
    if (url === '/none') return void response.writeHead(404).end();
    // Its head says that the connection stays open.
    if (url === '/begun') response.write('be');
    seen = true;
    await promise;
    response.end(url === '/begun' ? 'gun' : '{"done":true}');
  });
  return { app: { server, onClose: [] }, release: resolve, arrived: () => seen };
}

const portCloses = (origin: string) =>
  waitUntil('the port is closed', () =>
    fetch(`${origin}/none`).then(
      () => false,
      () => true,
    ),
  );

const onLoopback = { config: { host: '127.0.0.1', port: 0 } };

test('closing lets a running request finish and accepts no further one', async () => {
  const { app, release, arrived } = slowApp();
  // The connection ends with the answer, not by being cut.
  const listening = await listen(app, onLoopback, 3600_000);
  const answer = fetch(`${listening.origin}/slow`);
  await waitUntil('the request has arrived', arrived);
  let closed = false;
  const closing = listening.close().then(() => {
    closed = true;
  });
  await portCloses(listening.origin);
  assert.equal(closed, false);
  release();
  assert.deepEqual(await (await answer).json(), { done: true });
  await waitUntil('it has closed', () => closed);
  await closing;
});

test('an answer that had begun when the port closed ends its connection too', async () => {
  const { app, release, arrived } = slowApp();
  const listening = await listen(app, onLoopback, 3600_000);
  const answer = await fetch(`${listening.origin}/begun`);
  assert.equal(answer.headers.get('connection'), 'keep-alive');
  await waitUntil('the request has arrived', arrived);
  let closed = false;
  const closing = listening.close().then(() => {
    closed = true;
  });
  await portCloses(listening.origin);
  release();
  assert.equal(await answer.text(), 'begun');
  await waitUntil('it has closed', () => closed);
  await closing;
});

test('while it drains, a request that was under way ends its connection with its answer', async () => {
  const { app, release, arrived } = slowApp();
  const listening = await listen(app, onLoopback);
  const answer = fetch(`${listening.origin}/slow`);
  await waitUntil('the request has arrived', arrived);
  listening.drain();
  const next = fetch(`${listening.origin}/slow`);
  release();
  for (const each of [await answer, await next]) {
    assert.equal(each.headers.get('connection'), 'close');
    assert.deepEqual(await each.json(), { done: true });
  }
  await listening.close();
});

test('requests that do not finish in time are cut, idle connections do not hold the end up', async () => {
  const { app, arrived } = slowApp();
  const listening = await listen(app, onLoopback, 200);
  const idle = connect(Number(new URL(listening.origin).port), '127.0.0.1');
  idle.on('error', () => {});
  await once(idle, 'connect');
  const answer = fetch(`${listening.origin}/slow`).then(
    () => 'answered',
    () => 'cut',
  );
  await waitUntil('the request has arrived', arrived);
  let ended = false;
  idle.on('close', () => {
    ended = true;
  });
  let closed = false;
  const closing = listening.close().then(() => {
    closed = true;
  });
  await waitUntil('it has closed', () => closed);
  await closing;
  assert.equal(await answer, 'cut');
  await waitUntil('the idle connection has ended, too', () => ended);
});
