/** The number of look-ups of a burst, and the age of their answers. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Resolve, sharedLookUps } from './resolve.ts';

interface LookUp {
  readonly hostname: string;
  answer(...addresses: string[]): void;
  fail(): void;
}

describe('look-ups of one name', () => {
  let lookUps: LookUp[];
  let resolve: Resolve;
  beforeEach(() => {
    lookUps = [];
    resolve = sharedLookUps((hostname) => {
      const { promise, resolve: answer, reject } = Promise.withResolvers<string[]>();
      lookUps.push({
        hostname,
        answer: (...addresses) => answer(addresses),
        fail: () => reject(new Error('SERVFAIL')),
      });
      return promise;
    });
  });
  const turn = () => new Promise(setImmediate);
  const answerNext = async (...addresses: string[]) => {
    await turn();
    lookUps.shift()?.answer(...addresses);
  };

  test('that are asked for while one is on its way share the next one', async () => {
    const first = resolve('hooks.example');
    const later = Array.from({ length: 100 }, () => resolve('hooks.example'));
    await turn();
    assert.equal(lookUps.length, 1);
    await answerNext('192.0.2.1');
    assert.deepEqual(await first, ['192.0.2.1']);
    await answerNext('192.0.2.2');
    for (const addresses of await Promise.all(later)) assert.deepEqual(addresses, ['192.0.2.2']);
    assert.equal(lookUps.length, 0);
  });

  test('that are asked for in the moment one ends share the next one as well', async () => {
    const first = resolve('hooks.example');
    const asked = [resolve('hooks.example'), first.then(() => resolve('hooks.example'))];
    await answerNext('192.0.2.1');
    await turn();
    assert.equal(lookUps.length, 1);
    await answerNext('192.0.2.2');
    assert.deepEqual(await Promise.all(asked), [['192.0.2.2'], ['192.0.2.2']]);
  });

  test('are made again once the last one has ended', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      const asked = resolve('hooks.example');
      await answerNext(address);
      assert.deepEqual(await asked, [address]);
    }
  });

  test('are not shared by who asks when the next one has begun', async () => {
    const first = resolve('hooks.example');
    const second = resolve('hooks.example');
    await answerNext('192.0.2.1');
    await first;
    await turn();
    const third = resolve('hooks.example');
    await answerNext('192.0.2.2');
    assert.deepEqual(await second, ['192.0.2.2']);
    await answerNext('192.0.2.3');
    assert.deepEqual(await third, ['192.0.2.3']);
  });

  test('fail for those alone that share it', async () => {
    const first = assert.rejects(resolve('hooks.example'));
    const second = assert.rejects(resolve('hooks.example'));
    lookUps.shift()?.fail();
    await first;
    await turn();
    const third = resolve('hooks.example');
    lookUps.shift()?.fail();
    await second;
    await answerNext('192.0.2.1');
    assert.deepEqual(await third, ['192.0.2.1']);
  });

  test('do not wait for another name', async () => {
    void resolve('hooks.example');
    void resolve('hooks.example');
    const other = resolve('other.example');
    assert.deepEqual(
      lookUps.map(({ hostname }) => hostname),
      ['hooks.example', 'other.example'],
    );
    lookUps[1]?.answer('192.0.2.9');
    assert.deepEqual(await other, ['192.0.2.9']);
  });
});
