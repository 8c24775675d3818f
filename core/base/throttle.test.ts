import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThrottle, throttleAddress } from './throttle.ts';
import { MINUTE_MS } from './time.ts';

function allowed(throttle: ReturnType<typeof createThrottle>, key: string, nowMs: number, attempts: number): number {
  return Array.from({ length: attempts }, () => throttle.count(key, nowMs)).filter((wait) => wait === 0).length;
}

test('a key has its limit per minute, and its own', () => {
  const throttle = createThrottle(30);
  assert.equal(allowed(throttle, 'a', 1000, 40), 30);
  assert.equal(allowed(throttle, 'b', 1000, 40), 30);
});

test("a minute's edge does not let twice the limit through", () => {
  const throttle = createThrottle(30);
  assert.equal(allowed(throttle, 'a', MINUTE_MS - 1, 30), 30);
  assert.equal(allowed(throttle, 'a', MINUTE_MS + 1, 30), 0);
});

test('after the seconds it names the next one is below the limit again, and a second earlier it is not', () => {
  for (const [at, attempts] of [
    [1000, 31],
    [59_000, 31],
    [30_000, 300],
  ] as const) {
    const waitAfter = () => {
      const throttle = createThrottle(30);
      allowed(throttle, 'a', at, attempts - 1);
      return { throttle, wait: throttle.count('a', at) };
    };
    const late = waitAfter();
    assert.ok(late.wait > 0 && late.wait <= 120, String(late.wait));
    assert.equal(late.throttle.count('a', at + late.wait * 1000), 0, `waited ${late.wait} s`);
    const early = waitAfter();
    assert.ok(early.throttle.count('a', at + (early.wait - 1) * 1000) > 0, `waited ${early.wait} s less one`);
  }
});

test('two minutes of silence forget a key', () => {
  const throttle = createThrottle(2);
  allowed(throttle, 'a', 0, 100);
  assert.equal(allowed(throttle, 'a', 3 * MINUTE_MS, 3), 2);
});

test('the number of keys kept is bounded, and the busy one is not the one forgotten', () => {
  const throttle = createThrottle(5);
  for (let other = 0; other < 50_000; other++) {
    throttle.count(`other ${other}`, 0);
    if (other % 1000 === 0) throttle.count('busy', 0);
  }
  assert.ok(throttle.count('busy', 0) > 0);
});

test('an IPv6 host counts by its /64, an IPv4 host by its address', () => {
  assert.equal(throttleAddress('2001:db8:1:2::1'), throttleAddress('2001:db8:1:2:ffff::9'));
  assert.notEqual(throttleAddress('2001:db8:1:2::1'), throttleAddress('2001:db8:1:3::1'));
  assert.equal(throttleAddress('192.0.2.7'), '192.0.2.7');
  assert.equal(throttleAddress('::ffff:192.0.2.7'), '192.0.2.7');
});
