import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { createPace, type Pace } from './dispatcher.ts';

interface TestSender {
  readonly name: string;
  left: number;
}

describe('the pace of deliveries', () => {
  let isBusy: boolean;
  let nowMs: number;
  let sent: string[];
  let pace: Pace<TestSender>;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    isBusy = true;
    nowMs = 0;
    sent = [];
    pace = createPace(
      () => isBusy,
      (sender) => {
        if (sender.left === 0) return false;
        sender.left--;
        sent.push(sender.name);
        return true;
      },
      () => nowMs,
    );
  });
  afterEach(() => mock.timers.reset());

  const sender = (name: string, left: number): TestSender => ({ name, left });
  function pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 10) {
      nowMs += 10;
      mock.timers.tick(10);
    }
  }

  test('while nobody waits, everything begins at once', () => {
    isBusy = false;
    pace.pump(sender('a', 1000));
    assert.equal(sent.length, 1000);
  });

  test('while requests wait, 500 begin in a second, whatever many subscriptions have, and the first few at once', () => {
    pace.pump(sender('a', 5000));
    pace.pump(sender('b', 5000));
    assert.equal(sent.length, 20);
    pass(1000);
    assert.equal(sent.length, 520);
    pass(2000);
    assert.equal(sent.length, 1520);
  });

  test('time without deliveries saves up no more than the first few', () => {
    nowMs += 60_000;
    pace.pump(sender('a', 5000));
    assert.equal(sent.length, 20);
  });

  test('subscriptions take turns: who has one delivery does not wait behind who has thousands', () => {
    pace.pump(sender('many', 5000));
    pace.pump(sender('one', 1));
    pass(10);
    assert.equal(sent.filter((name) => name === 'one').length, 1);
    pace.pump(sender('three', 3));
    pass(20);
    assert.equal(sent.filter((name) => name === 'three').length, 3);
  });

  test('asking again and again brings no more', () => {
    const asking = sender('a', 5000);
    for (let asked = 0; asked < 100; asked++) pace.pump(asking);
    assert.equal(sent.length, 20);
    for (let passed = 0; passed < 1000; passed += 10) {
      pass(10);
      pace.pump(asking);
    }
    assert.equal(sent.length, 520);
  });

  test('waiting attempts begin when no request waits any more, without a call', () => {
    pace.pump(sender('a', 1000));
    pace.pump(sender('b', 1000));
    isBusy = false;
    pass(10);
    assert.equal(sent.length, 2000);
  });

  test('nothing begins after the end', () => {
    pace.pump(sender('a', 1000));
    pace.stop();
    pass(1000);
    assert.equal(sent.length, 20);
  });
});
