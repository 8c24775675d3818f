/** Amounts as people type them, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_HOURS } from '@timebank/contract';
import { createFormat } from './format.ts';
import { clockOf, HOURS_MAX, readHours, readNumber } from './hours.ts';

const english = createFormat('en-GB').decimal;
const german = createFormat('de').decimal;

/** A number, or why there is none. */
const outcomeOf = (reading: ReturnType<typeof readNumber> | ReturnType<typeof readHours>) =>
  reading.kind === 'read'
    ? 'hours' in reading
      ? reading.hours
      : reading.value
    : reading.kind === 'fault'
      ? reading.fault
      : null;

const AMOUNTS: readonly [typed: string, inEnglish: number | string | null, inGerman: number | string | null][] = [
  ['', null, null],
  ['  ', null, null],
  ['0', 0, 0],
  ['25', 25, 25],
  [' 25 ', 25, 25],
  ['-25', -25, -25],
  ['\u221225', -25, -25],
  ['+25', 25, 25],
  ['-0', 0, 0],
  ['1000', 1000, 1000],
  ['1.000', 'ambiguous', 1000],
  ['-1.000', 'ambiguous', -1000],
  ['1,000', 1000, 'ambiguous'],
  ['-1,000', -1000, 'ambiguous'],
  ['12.500', 'ambiguous', 12_500],
  ['1.5', 1.5, 1.5],
  ['1,5', 1.5, 1.5],
  ['100,5', 100.5, 100.5],
  ['20.55', 20.55, 20.55],
  [',5', 0.5, 0.5],
  ['.5', 0.5, 0.5],
  ['1.000,5', 'unreadable', 1000.5],
  ['1,000.5', 1000.5, 'unreadable'],
  ['1.000.000', 'unreadable', 1_000_000],
  ['1,000,000', 1_000_000, 'unreadable'],
  ['1 000', 1000, 1000],
  ['1\u202f000', 1000, 1000],
  ['1\u2019000,5', 1000.5, 1000.5],
  ['1 000 000', 1_000_000, 1_000_000],
  ['10 00', 'unreadable', 'unreadable'],
  ['1,00,000', 'unreadable', 'unreadable'],
  ['0.125', 'too_many_decimals', 'too_many_decimals'],
  ['0,125', 'too_many_decimals', 'too_many_decimals'],
  ['1.2345', 'too_many_decimals', 'too_many_decimals'],
  ['1.', 'unreadable', 'unreadable'],
  ['.', 'unreadable', 'unreadable'],
  ['-', 'unreadable', 'unreadable'],
  ['abc', 'unreadable', 'unreadable'],
  ['1e3', 'unreadable', 'unreadable'],
  ['0x10', 'unreadable', 'unreadable'],
  ['Infinity', 'unreadable', 'unreadable'],
  ['1:30', 'unreadable', 'unreadable'],
  ['2 h', 'unreadable', 'unreadable'],
  ['1000001', 'too_large', 'too_large'],
  ['99999999999', 'too_large', 'too_large'],
];

test('an amount of hours is read by the marks of the language, and what could be two amounts is refused', () => {
  for (const [typed, inEnglish, inGerman] of AMOUNTS) {
    assert.equal(outcomeOf(readHours(typed, english)), inEnglish, `"${typed}" in English`);
    assert.equal(outcomeOf(readHours(typed, german)), inGerman, `"${typed}" in German`);
  }
});

const TIMES: typeof AMOUNTS = [
  ['1:30', 1.5, 1.5],
  ['0:05', 300 / 3600, 300 / 3600],
  ['1:30:36', 1.51, 1.51],
  ['1:60', 'unreadable', 'unreadable'],
  ['90 min', 1.5, 1.5],
  ['90min', 1.5, 1.5],
  ['90 Min.', 1.5, 1.5],
  ['90 Minuten', 1.5, 1.5],
  ['1 h', 1, 1],
  ['1 Std', 1, 1],
  ['2 Stunden', 2, 2],
  ['1 h 30 min', 1.5, 1.5],
  ['1 Stunde 30 Minuten', 1.5, 1.5],
  ['1h30', 1.5, 1.5],
  ['1,5 h', 1.5, 1.5],
  ['1.5 hours', 1.5, 1.5],
  ['1.000 h', 'ambiguous', 1000],
  ['1.000', 'ambiguous', 1000],
  ['1,5', 1.5, 1.5],
  ['soon', 'unreadable', 'unreadable'],
  ['h', 'unreadable', 'unreadable'],
  ['1:30 h 20 min', 'unreadable', 'unreadable'],
  ['', null, null],
];

test('a time is read as it is written on a slip, in both languages', () => {
  for (const [typed, inEnglish, inGerman] of TIMES) {
    assert.equal(outcomeOf(readHours(typed, english, true)), inEnglish, `"${typed}" in English`);
    assert.equal(outcomeOf(readHours(typed, german, true)), inGerman, `"${typed}" in German`);
  }
});

test('it is known whether a unit was typed', () => {
  const isBare = (typed: string) => {
    const reading = readHours(typed, english, true);
    return reading.kind === 'read' && reading.isBare;
  };
  assert.deepEqual(['90', '1.5', '90 min', '90 h', '90:00', '1h30'].map(isBare), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('what the service would refuse as too large is refused', () => assert.equal(HOURS_MAX, MAX_HOURS));

test('whatever a field shows is read back as the same amount, in every variant of the languages', () => {
  const locales = ['en', 'en-GB', 'en-US', 'en-IN', 'en-ZA', 'de', 'de-AT', 'de-CH', 'de-LI'];
  for (const locale of locales) {
    const format = createFormat(locale);
    for (const hours of [0, 1, 0.5, 20.5, 20.55, 999, 1000, -1000, 1234.5, 100_000, -1_000_000]) {
      assert.equal(outcomeOf(readHours(format.inField(hours), format.decimal)), hours, `${hours} in ${locale}`);
    }
  }
  assert.equal(createFormat('de').inField(20.5), '20,5');
  assert.equal(createFormat('de').inField(-1000), '-1000');
});

test('money may have four decimals, and three are no thousands after a nought', () => {
  assert.equal(outcomeOf(readNumber('0,125', german, 4)), 0.125);
  assert.equal(outcomeOf(readNumber('12,5', german, 4)), 12.5);
  assert.equal(outcomeOf(readNumber('1.000', german, 4)), 1000);
  assert.equal(outcomeOf(readNumber('1,125', german, 4)), 'ambiguous');
});

test('a clock shows seconds only where there are any', () => {
  assert.deepEqual([5400, 300, 4788, 360_000].map(clockOf), ['1:30', '0:05', '1:19:48', '100:00']);
});
