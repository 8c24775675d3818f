import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaces } from './password-places.ts';

const stranger = (from: string) => ({ isKnown: false, from });
const known = { isKnown: true, from: 'home' };

/** One place, taken, and those who wait for it in the order in which they get it. */
async function withOnePlace(waitingMax: number) {
  const places = createPlaces(1, waitingMax);
  await places.enter(stranger('first'));
  const order: string[] = [];
  const refused: string[] = [];
  const come = (name: string, comer: { isKnown: boolean; from: string }) =>
    places.enter(comer).then(
      () => void order.push(name),
      (error: { code: string }) => void refused.push(`${name} ${error.code}`),
    );
  const next = async () => {
    places.leave();
    await new Promise(setImmediate);
  };
  return { places, order, refused, come, next };
}

test('known people come before strangers, also before earlier ones', async () => {
  const { order, come, next } = await withOnePlace(10);
  void come('stranger', stranger('a'));
  void come('owner', known);
  await next();
  await next();
  assert.deepEqual(order, ['owner', 'stranger']);
});

test('strangers take turns by where they come from', async () => {
  const { order, come, next } = await withOnePlace(10);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void come(name, stranger(name[0] as string));
  for (let turn = 0; turn < 6; turn++) await next();
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('of too many strangers the newest of the busiest place gives way, and places of the known stay free', async () => {
  const { places, order, refused, come, next } = await withOnePlace(3);
  for (const name of ['a1', 'a2', 'a3', 'a4'])
    await Promise.race([come(name, stranger('a')), new Promise(setImmediate)]);
  assert.deepEqual(refused, ['a4 rate_limited']);
  assert.equal(places.hasRoom(stranger('a')), false);
  assert.equal(places.hasRoom(stranger('b')), true);
  void come('b1', stranger('b'));
  await new Promise(setImmediate);
  assert.deepEqual(refused, ['a4 rate_limited', 'a3 rate_limited']);
  assert.equal(places.hasRoom(known), true);
  void come('owner', known);
  for (let turn = 0; turn < 4; turn++) await next();
  assert.deepEqual(order, ['owner', 'a1', 'b1', 'a2']);
  assert.equal(places.hasRoom(stranger('a')), true, 'who has gone leaves room');
});
