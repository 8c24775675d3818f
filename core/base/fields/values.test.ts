import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shown } from '@timebank/contract';
import { type Reader, readerOf } from './values.ts';

const hours = readerOf({ kind: 'hours' });
const positiveHours = readerOf({ kind: 'positive_hours' });
const day = readerOf({ kind: 'day' });
const email = readerOf({ kind: 'email' });
const language = readerOf({ kind: 'language' });
const line = (max: number) => readerOf({ kind: 'line', max });
const lines = (max: number) => readerOf({ kind: 'text', max, empty: '' });
const word = <const W extends readonly string[]>(words: W) => readerOf({ kind: 'words', words });

const value = <T>(read: Reader<T>, cell: string) => {
  const result = read(cell);
  return 'value' in result ? result.value : result.broken.code;
};

test('hours are exact to the second, as decimals with point or comma and as hours and minutes', () => {
  const good: [string, number][] = [
    ['2', 7200],
    ['2.5', 9000],
    ['2,5', 9000],
    ['-3,25', -11700],
    ['\u22123,25', -11700],
    ['+1', 3600],
    ['0.01', 36],
    ['0,07', 252],
    ['4.35', 15660],
    ['999.99', 3599964],
    ['.5', 1800],
    ['1:40', 6000],
    ['0:20', 1200],
    ['-0:30', -1800],
    ['1:40:01', 6001],
    ['0', 0],
    ['-0', 0],
    [' 1 ', 3600],
    ['1000000', 3_600_000_000],
  ];
  for (const [cell, seconds] of good) assert.deepEqual(hours(cell), { value: seconds }, cell);
});

test('hours that are not exact, not clear or not numbers are refused', () => {
  const bad: [string, string][] = [
    ['1.3333333', 'too_many_decimals'],
    ['1.500', 'too_many_decimals'],
    ['1,000', 'too_many_decimals'],
    ['1.', 'invalid_hours'],
    ['.', 'invalid_hours'],
    ['-', 'invalid_hours'],
    ['1:60', 'invalid_hours'],
    ['1:5', 'invalid_hours'],
    ['1.234,5', 'invalid_hours'],
    ['1e3', 'invalid_hours'],
    ['0x10', 'invalid_hours'],
    ['NaN', 'invalid_hours'],
    ['two', 'invalid_hours'],
    ['1 h', 'invalid_hours'],
    ['٣', 'invalid_hours'],
    ['1000000.01', 'too_large'],
    ['9999999999', 'invalid_hours'],
    ['', 'required'],
  ];
  for (const [cell, fault] of bad) assert.equal(value(hours, cell), fault, cell);
  for (const cell of ['0', '0:00', '-1', '-0,5']) assert.equal(value(positiveHours, cell), 'not_positive', cell);
});

test('only days of the calendar are dates', () => {
  for (const cell of ['2020-02-29', '1900-01-01', '2199-12-31', ' 2026-11-20 '])
    assert.equal(value(day, cell), cell.trim());
  for (const cell of [
    '2020-02-30',
    '2021-02-29',
    '2020-13-01',
    '2020-00-10',
    '0020-01-01',
    '31.12.2020',
    '2020-1-1',
    'x',
  ]) {
    assert.equal(value(day, cell), 'invalid_date', cell);
  }
});

test('e-mail addresses are checked by their form', () => {
  for (const cell of ['a@example.org', "o'brien+x@sub.example.co.uk", 'a@1.example', 'a@exämple.de']) {
    assert.equal(value(email, cell), cell);
  }
  for (const cell of [
    'not-an-address',
    'a@b',
    'a@@example.org',
    '@example.org',
    'a@.org',
    'a b@example.org',
    'a@example..org',
    'a@-x.org',
    '<a@example.org>',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b.'.repeat(150)}org`,
  ]) {
    assert.equal(value(email, cell), 'invalid_email', cell);
  }
});

test('text is trimmed, bounded in code points, and holds no control characters', () => {
  assert.equal(value(line(5), ' abc '), 'abc');
  assert.equal(value(line(2), '👋👋'), '👋👋');
  assert.equal(value(line(5), '=1+1'), '=1+1');
  assert.equal(value(line(2), 'abc'), 'too_long');
  assert.equal(value(line(9), ' '), 'required');
  assert.equal(value(line(9), 'a\nb'), 'line_break');
  for (const cell of ['a\0b', 'a\x1b[2J', 'a\x81', '\ud800', 'Zo\ufffd']) {
    assert.equal(value(line(9), cell), 'invalid_character', JSON.stringify(cell));
    assert.equal(value(lines(9), cell), 'invalid_character', JSON.stringify(cell));
  }
  assert.equal(value(lines(9), 'a\n\tb'), 'a\n\tb');
});

test('words are recognised in any case, and a refusal lists them', () => {
  assert.equal(value(word(['yes', 'no']), ' Yes '), 'yes');
  const refused = word(['yes', 'no'])('perhaps');
  assert.ok('broken' in refused && refused.broken.message.includes('"perhaps"; it must be yes or no'));
  assert.equal(value(language, 'pt-BR'), 'pt-BR');
  assert.equal(value(language, 'Deutsch (Österreich)'), 'invalid_language');
});

test('a message quotes a cell in a short form that is harmless on a terminal', () => {
  assert.equal(shown('a\x1b[2J\u202eb'), '"a\ufffd[2J\ufffdb"');
  assert.equal(shown('x'.repeat(50)), `"${'x'.repeat(40)}…"`);
});
