/** Amounts as people type them, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_HOURS } from '@timebank/contract';
import { createFormat } from './format.ts';
import { HOURS_MAX, readHours, readNumber, readTime } from './hours.ts';

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

test('a time is read by the grammar of the service, and what may be two lengths is neither', () => {
  const read = (typed: string) => {
    const reading = readTime(typed);
    return reading.kind === 'read' ? reading.seconds : reading.kind === 'fault' ? reading.fault : reading.kind;
  };
  const typed = ['1:30', '90 Minuten', '1,5 h', '1½', '1.30', '90', '1.000', 'soon', '', '1000001 h', '-1'];
  const expected = [
    5400,
    5400,
    5400,
    5400,
    'twofold',
    'twofold',
    'too_many_decimals',
    'unreadable',
    'empty',
    'too_large',
    0,
  ];
  assert.deepEqual(typed.map(read), expected);
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
