import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Decimal, parseDecimal } from '../../base/decimal.ts';
import {
  type AgreedRate,
  parseRate,
  pricedHours,
  type Rate,
  rateOn,
  ratesFrom,
  ratesThatHold,
  secondsFor,
  writeRate,
} from './rate.ts';

const decimal = (text: string) => parseDecimal(text) as Decimal;
const rate = (text: string) => parseRate(text) as Rate;
const agreed = (text: string, validFrom: string | null = null, own = false, currency = 'EUR'): AgreedRate => ({
  ...rate(text),
  currency,
  validFrom,
  own,
});
const shown = (rates: readonly AgreedRate[]) =>
  rates.map((each) => `${each.currency} ${writeRate(each)} ${each.validFrom} ${each.own ? 'own' : 'community'}`);

test('money is worth hours with two decimals, rounded down', () => {
  for (const [amount, per, seconds] of [
    ['12.50', '1/25', 1800],
    ['50', '0.04', 7200],
    ['0.25', '1/25', 36],
    // 10 / 12 h = 0.8333... h
    ['10.00', '1/12', 83 * 36],
    // Three cents too few for a hundredth: 29.97 / 20 h = 1.4985 h
    ['29.97', '1/20', 149 * 36],
    ['30.00', '1/20', 150 * 36],
    ['0.19', '1/20', 0],
    ['0.20', '1/20', 36],
    // As floats: 8.2 * 100 / 20 = 40.99...
    ['8.20', '1/20', 41 * 36],
    ['4.35', '1/1', 435 * 36],
    ['7', '3/7', 3 * 3600],
    ['99999999999.00', '1/100', 3_599_999_999_964],
    ['1000000', '2', 7_200_000_000],
  ] as const) {
    assert.equal(secondsFor(decimal(amount), rate(per)), seconds, `${amount} at ${per}`);
  }
});

test('the hours are the largest hundredth that the money pays, however large or odd the fraction', () => {
  const positive = (max: bigint) => fc.bigInt(1n, max);
  fc.assert(
    fc.property(
      ...[positive(10n ** 9n), positive(10n ** 6n), positive(10n ** 6n), fc.integer({ min: 0, max: 10 })],
      (digits, numerator, denominator, scale) => {
        const exact = secondsFor({ digits, scale }, { numerator, denominator });
        fc.pre(Number.isSafeInteger(exact));
        const seconds = BigInt(exact);
        const paid = digits * 3600n * numerator;
        const unit = 10n ** BigInt(scale) * denominator;
        assert.equal(seconds % 36n, 0n);
        assert.ok(seconds * unit <= paid && paid < (seconds + 36n) * unit);
      },
    ),
  );
});

test('rates are fractions or decimals above zero, of at most twelve digits', () => {
  for (const [text, written] of [
    ['1/20', '1/20'],
    ['0.05', '1/20'],
    ['5/100', '1/20'],
    ['2', '2/1'],
    ['0.5/10', '1/20'],
    ['999999999999', '999999999999/1'],
  ] as const) {
    assert.equal(writeRate(rate(text)), written);
  }
  const none = ['', '0', '1/0', '-1', '1/2/3', 'x', '1e3', '1,5', '/', '1000000000000', '1/1000000000001'];
  for (const text of none) assert.equal(parseRate(text), undefined, text);
});

test('a rate is shown as whole hours for an amount that ends', () => {
  for (const [text, hours, perAmount] of [
    ['1/20', 1, '20.00'],
    ['0.05', 1, '20.00'],
    ['1/12.5', 1, '12.50'],
    ['1/0.001', 1, '0.001'],
    ['3/7', 3, '7.00'],
    ['1/3', 1, '3.00'],
    ['2', 1, '0.50'],
    ['3/2', 3, '2.00'],
    ['0.07', 7, '100.00'],
    ['8/3', 1, '0.375'],
    ['999999999999', 999_999_999_999, '1.00'],
  ] as const) {
    assert.deepEqual(pricedHours(rate(text)), { hours, perAmount }, text);
  }
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n - 1n), fc.bigInt(1n, 10n ** 12n - 1n), (above, below) => {
      const shown = pricedHours(rate(`${above}/${below}`));
      const [whole = '', fraction = ''] = shown.perAmount.split('.');
      const scale = 10n ** BigInt(fraction.length);
      assert.equal(BigInt(shown.hours) * scale * below, BigInt(whole + fraction) * above);
    }),
  );
});

test('the rate of a day is the last one that had begun', () => {
  const rates = [agreed('1/22', '2027-01-01'), agreed('1/20'), agreed('1/2', null, false, 'GBP')];
  const on = (day: string, currency = 'EUR') => {
    const found = rateOn(rates, currency, day);
    return found && writeRate(found);
  };
  assert.deepEqual(
    [on('2026-12-31'), on('2027-01-01'), on('2099-01-01'), on('2026-12-31', 'GBP'), on('2026-12-31', 'CHF')],
    ['1/20', '1/22', '1/22', '1/2', undefined],
  );
  assert.equal(rateOn([agreed('1/22', '2027-01-01')], 'EUR', '2026-12-31'), undefined);
  assert.deepEqual(shown(ratesFrom([agreed('1/18', '2020-01-01'), ...rates], '2026-11-20')), [
    ...['EUR 1/18 2020-01-01 community', 'EUR 1/22 2027-01-01 community', 'GBP 1/2 null community'],
  ]);
});

test('a partner\u2019s own rates hold from the first of them on, the community\u2019s before', () => {
  const community = [agreed('1/20'), agreed('1/21', '2026-06-01'), agreed('1/22', '2027-06-01')];
  const franc = agreed('1/19', null, false, 'CHF');
  assert.deepEqual(shown(ratesThatHold([...community, franc, agreed('1/30', '2027-01-01', true)])), [
    ...['CHF 1/19 null community', 'EUR 1/20 null community', 'EUR 1/21 2026-06-01 community'],
    'EUR 1/30 2027-01-01 own',
  ]);
  assert.deepEqual(shown(ratesThatHold([agreed('1/30', null, true), ...community])), ['EUR 1/30 null own']);
});
