import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hoursWorth, isWorth, parseDecimal, parseRate, type Rate, writeRate } from './amount.ts';
import type { Decimal } from './types.ts';

const decimal = (text: string) => parseDecimal(text) as Decimal;
const rate = (text: string) => parseRate(text) as Rate;

test('money is worth its hours to the second', () => {
  for (const [amount, per, seconds] of [
    ['12.50', '1/25', 1800],
    ['50', '0.04', 7200],
    ['0.25', '1/25', 36],
    ['99999999999.00', '1/100', 3_599_999_999_964],
    ['1000000', '2', 7_200_000_000],
  ] as const) {
    assert.ok(isWorth(decimal(amount), rate(per), seconds), amount);
    assert.ok(!isWorth(decimal(amount), rate(per), seconds + 36), amount);
    assert.ok(!isWorth(decimal(amount), rate(per), seconds - 1), amount);
  }
  assert.equal(hoursWorth(decimal('12.50'), rate('1/25')), 0.5);
  assert.equal(hoursWorth(decimal('10'), rate('1/12')), 0.8333);
});

test('where two decimals cannot express the hours, the two values next to them are right and no other', () => {
  // 10 / 12 h = 0.8333... h
  for (const [hundredths, right] of [
    [82, false],
    [83, true],
    [84, true],
    [85, false],
  ] as const) {
    assert.equal(isWorth(decimal('10.00'), rate('1/12'), hundredths * 36), right, String(hundredths));
  }
});

test('comparison is exact however large or odd the fraction', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 12n),
      fc.bigInt(1n, 10n ** 6n),
      fc.integer({ min: 1, max: 1e6 }),
      (n, d, units) => {
        // units * d/d cents at n/d hours a cent of 1/36 h steps: always expressible.
        const amount = { digits: BigInt(units) * d, scale: 0 };
        const per = { numerator: n, denominator: d * 100n };
        const seconds = BigInt(units) * n * 36n;
        if (seconds > BigInt(Number.MAX_SAFE_INTEGER)) return;
        assert.ok(isWorth(amount, per, Number(seconds)));
        assert.ok(!isWorth(amount, per, Number(seconds) - 36));
      },
    ),
  );
});

test('rates are fractions or decimals above zero', () => {
  for (const [text, written] of [
    ['1/20', '1/20'],
    ['0.05', '1/20'],
    ['5/100', '1/20'],
    ['2', '2/1'],
    ['0.5/10', '1/20'],
  ] as const) {
    assert.equal(writeRate(rate(text)), written);
  }
  for (const text of ['', '0', '1/0', '-1', '1/2/3', 'x', '1e3', '1,5', '/'])
    assert.equal(parseRate(text), undefined, text);
});
