import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ConsoleClient, openConsole, signedIn } from '../../test-support/console.ts';
import { startTestService, type TestService } from '../../test-support/harness.ts';

const HOUR_MS = 3_600_000;
let service: TestService;
before(async () => {
  service = await startTestService({ env: { TRUST_PROXY: '127.0.0.1' } });
});
after(() => service.stop());

let nextAddress = 0;
/** A browser behind an address of its own. */
async function browserAt(address: string) {
  const client = await openConsole(service);
  const attempt = (email: string, password: string) =>
    client.call('signIn', { body: { email, password }, headers: { 'X-Forwarded-For': address } });
  return { client, attempt };
}
const newAddress = () => `198.51.100.${++nextAddress}`;

test('after five failures each further one makes the next wait longer, up to a quarter of an hour and no more', async () => {
  const { email } = await signedIn(service);
  const { attempt } = await browserAt(newAddress());
  for (let count = 0; count < 5; count++) assert.equal((await attempt(email, 'wrong password here')).status, 401);
  const waits: number[] = [];
  for (let count = 0; count < 14; count++) {
    const refused = await attempt(email, 'nine green kettles whistle');
    assert.equal(refused.status, 429, 'even the right password waits');
    const seconds = Number(refused.headers.get('retry-after'));
    waits.push(seconds);
    // Waiting does not make it longer.
    assert.ok(Number((await attempt(email, 'x')).headers.get('retry-after')) <= seconds);
    service.clock.advance(seconds * 1000);
    assert.equal((await attempt(email, 'wrong password here')).status, 401);
  }
  assert.deepEqual(waits, [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900]);
  service.clock.advance(900_000);
  assert.equal((await attempt(email, 'nine green kettles whistle')).status, 200);
  // A success forgets what was before it.
  for (let count = 0; count < 4; count++) assert.equal((await attempt(email, 'wrong password here')).status, 401);
  assert.equal((await attempt(email, 'nine green kettles whistle')).status, 200);
});

test('an unknown account waits like a known one', async () => {
  const { attempt } = await browserAt(newAddress());
  for (let count = 0; count < 5; count++) assert.equal((await attempt('nobody@example.org', 'x')).status, 401);
  assert.equal((await attempt('nobody@example.org', 'x')).status, 429);
});

test('parallel attempts are counted one by one', async () => {
  const { email } = await signedIn(service);
  const { attempt } = await browserAt(newAddress());
  const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(email, 'wrong password here')));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(401), count(429)], [5, 7]);
});

test('one address that tries many accounts has to wait for all of them, others do not', async () => {
  const { attempt } = await browserAt(newAddress());
  let refused = 0;
  for (let count = 0; count < 32; count++) {
    if ((await attempt(`person${count}@example.net`, 'x')).status === 429) refused++;
  }
  assert.equal(refused, 2);
  const { attempt: elsewhere } = await browserAt(newAddress());
  assert.equal((await elsewhere('person1@example.net', 'x')).status, 401);
});

test('strangers from everywhere cannot lock somebody out of the address they sign in from', async () => {
  const { email } = await signedIn(service);
  const home = await browserAt('203.0.113.9');
  assert.equal((await home.attempt(email, 'nine green kettles whistle')).status, 200);
  for (let count = 0; count < 13; count++) {
    const { attempt } = await browserAt(`2001:db8:${count.toString(16)}::1`);
    for (let failure = 0; failure < 4; failure++) await attempt(email, 'wrong password here');
  }
  const stranger = await browserAt(newAddress());
  const waiting = await stranger.attempt(email, 'nine green kettles whistle');
  assert.equal(waiting.status, 429);
  assert.ok(Number(waiting.headers.get('retry-after')) <= 30, 'nobody waits long for what others did');
  const client: ConsoleClient = home.client;
  await client.call('signOut');
  assert.equal((await home.attempt(email, 'nine green kettles whistle')).status, 200);
});

test('failures are forgotten after a day', async () => {
  const { email } = await signedIn(service);
  const { attempt } = await browserAt(newAddress());
  for (let count = 0; count < 5; count++) await attempt(email, 'wrong password here');
  service.clock.advance(24 * HOUR_MS);
  for (let count = 0; count < 5; count++) assert.equal((await attempt(email, 'wrong password here')).status, 401);
});
