import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noPlace } from '../../../../console/desk/password-places.ts';
import { countAttempt } from '../../../../console/desk/throttle.ts';
import { HOUR_MS } from '../../../../core/base/time.ts';
import {
  type ConsoleClient,
  enrolled,
  openConsole,
  signedIn,
  TEST_PASSWORD,
} from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService({ env: { TRUST_PROXY: '127.0.0.1' } });

let nextAddress = 0;
/** A browser behind an address of its own. */
async function browserAt(address: string) {
  const client = await openConsole(service);
  const attempt = (email: string, password: string) =>
    client.call('signIn', { body: { email, password }, headers: { 'X-Forwarded-For': address } });
  return { client, attempt };
}
function newAddress(): string {
  nextAddress++;
  return `198.18.${nextAddress >> 8}.${nextAddress & 255}`;
}

test('after five failures each further one makes the next wait longer, up to a quarter of an hour and no more', async () => {
  const { email } = await signedIn(service);
  const { attempt } = await browserAt(newAddress());
  for (let count = 0; count < 5; count++) assert.equal((await attempt(email, 'wrong password here')).status, 401);
  const waits: number[] = [];
  for (let count = 0; count < 14; count++) {
    const refused = await attempt(email, TEST_PASSWORD);
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
  assert.equal((await attempt(email, TEST_PASSWORD)).status, 200);
  // A success forgets what was before it.
  for (let count = 0; count < 4; count++) assert.equal((await attempt(email, 'wrong password here')).status, 401);
  assert.equal((await attempt(email, TEST_PASSWORD)).status, 200);
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

/** Strangers fail from so many addresses that the account has to wait, as everybody sees who tries from a new one. */
async function attack(email: string) {
  for (let count = 0; count < 50; count++) {
    const attempt = { account: email, address: newAddress(), device: undefined, withCode: false, isShared: false };
    await countAttempt(service.deps.database, service.clock.now(), attempt, false);
  }
  await assertWaits(email);
}

async function assertWaits(email: string, password = TEST_PASSWORD) {
  const { attempt } = await browserAt(newAddress());
  const waiting = await attempt(email, password);
  assert.equal(waiting.status, 429);
  assert.ok(Number(waiting.headers.get('retry-after')) <= 30, 'nobody waits long for what others did');
}

test('strangers from everywhere cannot lock a person out of the address they sign in from, nor out of its /64', async () => {
  const { email } = await signedIn(service);
  const home = await browserAt('2001:db8:feed:1::1');
  assert.equal((await home.attempt(email, TEST_PASSWORD)).status, 200);
  for (let count = 0; count < 13; count++) {
    const { attempt } = await browserAt(`2001:db8:${count.toString(16)}::1`);
    for (let failure = 0; failure < 4; failure++) await attempt(email, 'wrong password here');
  }
  await assertWaits(email);
  for (const address of ['2001:db8:feed:1::1', '2001:db8:feed:1:aaaa:bbbb:cccc:dddd']) {
    const { attempt } = await browserAt(address);
    assert.equal((await attempt(email, TEST_PASSWORD)).status, 200, address);
  }
  const { attempt } = await browserAt('2001:db8:feed:2::1');
  assert.equal((await attempt(email, TEST_PASSWORD)).status, 429);
});

test('a device that signed in before waits for what strangers do neither to the account nor from its address', async () => {
  const { client, email } = await signedIn(service);
  await client.call('signOut');
  await attack(email);
  const shared = newAddress();
  const { attempt } = await browserAt(shared);
  for (let count = 0; count < 30; count++) await attempt(`stranger${count}@example.net`, 'x');
  for (let count = 0; count < 4; count++) await attempt(email, 'wrong password here');
  const signIn = (browser: ConsoleClient, password: string) =>
    browser.call('signIn', { body: { email, password }, headers: { 'X-Forwarded-For': shared } });
  assert.equal((await signIn(await openConsole(service), TEST_PASSWORD)).status, 429);
  assert.equal((await signIn(client, TEST_PASSWORD)).status, 200);
});

test('failures of a known device make that device wait and nobody else', async () => {
  const { client, email } = await signedIn(service);
  const second = await openConsole(service);
  await second.signIn(email);
  const address = newAddress();
  const signIn = (browser: ConsoleClient, password = TEST_PASSWORD) =>
    browser.call('signIn', { body: { email, password }, headers: { 'X-Forwarded-For': address } });
  for (let count = 0; count < 5; count++) assert.equal((await signIn(client, 'wrong password here')).status, 401);
  assert.equal((await signIn(client)).status, 429, 'even the right password waits');
  const stranger = await openConsole(service);
  // Not one of the five was counted for the account at this address, nor for the address.
  for (let count = 0; count < 4; count++) assert.equal((await signIn(stranger, 'wrong password here')).status, 401);
  assert.equal((await signIn(stranger)).status, 200);
  assert.equal((await signIn(second)).status, 200, 'nor for another device of the person');
});

test('parallel attempts of a known device are counted one by one', async () => {
  const { client, email } = await signedIn(service);
  const answers = await Promise.all(Array.from({ length: 9 }, () => client.signIn(email, 'wrong password here')));
  assert.equal(answers.filter(({ status }) => status === 401).length, 5);
});

test('a device cookie is worth nothing when altered, for another account, when old, or once the password changed', async () => {
  const { client, email } = await signedIn(service);
  const other = await signedIn(service);
  const statusWith = async (device: string | undefined, password: string) => {
    const browser = await openConsole(service);
    browser.device = device;
    const headers = { 'X-Forwarded-For': newAddress() };
    return (await browser.call('signIn', { body: { email, password }, headers })).status;
  };
  const cookie = client.device ?? '';
  const at = cookie.lastIndexOf('.') + 1;
  const altered = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
  const prolonged = cookie.replace(/^\d+/, (made) => String(Number(made) + 1));
  const renamed = cookie.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'));
  await attack(email);
  for (const device of [altered, prolonged, renamed, other.client.device, '', 'x.y.z', undefined]) {
    assert.equal(await statusWith(device, TEST_PASSWORD), 429, device);
  }
  assert.equal(await statusWith(cookie, TEST_PASSWORD), 200);

  const next = 'a walrus reads the harbour news';
  const change = { current_password: TEST_PASSWORD, new_password: next };
  assert.equal((await client.call('changePassword', { body: change })).status, 200);
  assert.equal(await statusWith(cookie, next), 429);
  assert.equal(await statusWith(client.device, next), 200, 'the browser that changed it is known');

  service.clock.advance(180 * 24 * HOUR_MS);
  await attack(email);
  assert.equal(await statusWith(client.device, next), 429);
});

test('the right password with the right code passes the wait of the account; nothing else does, nor tells what was right', async () => {
  const { email, code } = await enrolled(service);
  const plain = await signedIn(service);
  await attack(email);
  await attack(plain.email);
  const from = async (who: string, password: string, typed?: string) => {
    const { client } = await browserAt(newAddress());
    const body = { email: who, password, ...(typed === undefined ? {} : { code: typed }) };
    return await client.call('signIn', { body, headers: { 'X-Forwarded-For': newAddress() } });
  };
  const refused = [
    await from(email, TEST_PASSWORD),
    await from(email, 'wrong password here', code()),
    await from(email, TEST_PASSWORD, '000000'),
    await from(plain.email, TEST_PASSWORD, '000000'),
    await from(plain.email, 'wrong password here', '000000'),
  ];
  for (const [index, answer] of refused.entries()) {
    assert.deepEqual([answer.status, answer.body.errors], [429, undefined], String(index));
  }
  assert.equal(new Set(refused.map(({ body }) => body.error_description)).size, 1);
  assert.equal((await from(email, TEST_PASSWORD, code())).status, 200);
});

test('codes cannot be guessed past the wait of the account, from however many addresses', async () => {
  const { email, code } = await enrolled(service);
  await attack(email);
  const from = async (typed: string) => {
    const { client } = await browserAt(newAddress());
    const body = { email, password: TEST_PASSWORD, code: typed };
    return await client.call('signIn', { body, headers: { 'X-Forwarded-For': newAddress() } });
  };
  for (let count = 0; count < 5; count++) assert.equal((await from(String(count).padStart(6, '0'))).status, 429);
  assert.equal((await from(code())).status, 429, 'the right one after five wrong ones');
});

test('wrong codes with the right password count from wherever they come, wait ever longer, and end at a hundred', async () => {
  const { email, code, client: own } = await enrolled(service);
  const { client } = await browserAt(newAddress());
  const from = async (typed: string) => {
    client.device = undefined;
    const body = { email, password: TEST_PASSWORD, code: typed };
    return await client.call('signIn', { body, headers: { 'X-Forwarded-For': newAddress() } });
  };
  let judged = 0;
  const waits: number[] = [];
  for (let tries = 0; tries < 250; tries++) {
    const answer = await from(String(100_000 + tries));
    if (answer.status === 401) judged++;
    else if (answer.status === 429) {
      waits.push(Number(answer.headers.get('retry-after')));
      service.clock.advance(Number(answer.headers.get('retry-after')) * 1000);
    } else {
      assert.deepEqual([answer.status, answer.body.errors[0].code], [409, 'codes_exhausted']);
      break;
    }
  }
  assert.equal(judged, 100);
  assert.deepEqual(waits.slice(0, 10), [2, 4, 8, 16, 32, 64, 128, 256, 512, 900]);
  service.clock.advance(48 * HOUR_MS);
  assert.equal((await from(code())).status, 409, 'no rest makes a guess of it');
  assert.equal(own.cookie !== undefined, true);
});

test('recovery codes count like the others, and the next sign-in tells how many failed', async () => {
  const { email, code, codes } = await enrolled(service);
  const signIn = async (typed: string) => {
    const { client } = await browserAt(newAddress());
    const body = { email, password: TEST_PASSWORD, code: typed };
    return await client.call('signIn', { body, headers: { 'X-Forwarded-For': newAddress() } });
  };
  assert.equal((await signIn('aaaa-bbbb-cccc')).status, 401);
  assert.equal((await signIn('000000')).status, 401);
  assert.equal((await signIn(codes[0] as string)).body.data.session.failed_codes, 2);
  assert.equal((await signIn(code())).body.data.session.failed_codes, 0);
});

test('one /48 has to wait after hundreds of failures from as many networks in it, others do not', async () => {
  const { database } = service.deps;
  const now = service.clock.now();
  const from = (address: string) => {
    const attempt = { account: `${address}@example.net`, address, device: undefined, withCode: false, isShared: false };
    return countAttempt(database, now, attempt, false);
  };
  for (let count = 0; count < 300; count++) await from(`2001:db8:abc:${count.toString(16)}::1`);
  await assert.rejects(from('2001:db8:abc:ffff::1'), { code: 'rate_limited' });
  await from('2001:db8:abd:ffff::1');
});

test('an attempt that was not judged is not counted, and a full queue refuses strangers before anything is counted', async () => {
  const { email } = await signedIn(service);
  const passwords = service.deps.passwords as { matches: unknown; hasRoom: unknown };
  const { matches, hasRoom } = passwords;
  const address = newAddress();
  const { attempt } = await browserAt(address);
  try {
    passwords.matches = () => Promise.reject(noPlace());
    for (let count = 0; count < 7; count++) assert.equal((await attempt(email, TEST_PASSWORD)).status, 429);
    passwords.matches = () => assert.fail('hashed');
    passwords.hasRoom = ({ isKnown }: { isKnown: boolean }) => isKnown;
    for (let count = 0; count < 7; count++) assert.equal((await attempt(email, TEST_PASSWORD)).status, 429);
  } finally {
    Object.assign(passwords, { matches, hasRoom });
  }
  for (let count = 0; count < 4; count++) assert.equal((await attempt(email, 'wrong password here')).status, 401);
  assert.equal((await attempt(email, TEST_PASSWORD)).status, 200);
});

test('being asked for a code counts as no failure, and forgets none', async () => {
  const { email, code } = await enrolled(service);
  const { client } = await browserAt(newAddress());
  const address = newAddress();
  const signIn = async (typed?: string) => {
    client.device = undefined;
    const body = { email, password: TEST_PASSWORD, ...(typed === undefined ? {} : { code: typed }) };
    return (await client.call('signIn', { body, headers: { 'X-Forwarded-For': address } })).body.error;
  };
  for (let count = 0; count < 7; count++) assert.equal(await signIn(), 'code_required');
  for (let count = 0; count < 4; count++) assert.equal(await signIn('000000'), 'sign_in_failed');
  assert.equal(await signIn(), 'code_required');
  assert.equal(await signIn('000000'), 'sign_in_failed');
  assert.equal(await signIn(code()), 'rate_limited');
});

test('signing in does not clear the failures of others from the same address', async () => {
  const { client, email } = await signedIn(service);
  const address = newAddress();
  const attempt = async (browser: ConsoleClient, who: string, password: string) => {
    const headers = { 'X-Forwarded-For': address };
    return (await browser.call('signIn', { body: { email: who, password }, headers })).status;
  };
  const guess = async (count: number) => await attempt(await openConsole(service), `victim${count}@example.net`, 'x');
  for (let count = 0; count < 29; count++) {
    assert.equal(await guess(count), 401);
    // As a stranger and as a known device.
    if (count === 10) assert.equal(await attempt(await openConsole(service), email, TEST_PASSWORD), 200);
    if (count === 20) assert.equal(await attempt(client, email, TEST_PASSWORD), 200);
  }
  assert.equal(await attempt(await openConsole(service), email, TEST_PASSWORD), 200);
  assert.equal(await guess(29), 401);
  assert.equal(await guess(30), 429, 'the thirtieth failure made the address wait');
});

test('a wait that others began at the address outlasts a success that was under way', async () => {
  const { database } = service.deps;
  const now = service.clock.now();
  const address = newAddress();
  const from = (account: string) => ({ account, address, device: undefined, withCode: false, isShared: false });
  for (let count = 0; count < 28; count++)
    await countAttempt(database, now, from(`guessed${count}@example.net`), false);
  const own = await countAttempt(database, now, from('own@example.net'), false);
  await countAttempt(database, now, from('guessed@example.net'), false);
  await own.succeeded();
  await assert.rejects(countAttempt(database, now, from('another@example.net'), false), { code: 'rate_limited' });
});

test('failures are forgotten after a day', async () => {
  const { email } = await signedIn(service);
  const { attempt } = await browserAt(newAddress());
  for (let count = 0; count < 5; count++) await attempt(email, 'wrong password here');
  service.clock.advance(24 * HOUR_MS);
  for (let count = 0; count < 5; count++) assert.equal((await attempt(email, 'wrong password here')).status, 401);
});
