import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHttpDate } from './http-date.ts';

const NOW = new Date('2026-11-20T09:30:00.000Z');
const read = (text: string) => {
  const ms = readHttpDate(text, NOW);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

test('the three forms of a date are read', () => {
  for (const [text, expected] of [
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Fri, 20 Nov 2026 10:10:00 GMT', '2026-11-20T10:10:00.000Z'],
    ['Friday, 20-Nov-26 10:10:00 GMT', '2026-11-20T10:10:00.000Z'],
    ['Fri Nov 20 10:10:00 2026', '2026-11-20T10:10:00.000Z'],
    // Up to 50 years ahead, else of the century before.
    ['Friday, 20-Nov-76 10:10:00 GMT', '2076-11-20T10:10:00.000Z'],
    ['Sunday, 20-Nov-77 10:10:00 GMT', '1977-11-20T10:10:00.000Z'],
    // A leap second; another day of the week is the sender's slip.
    ['Fri, 31 Dec 2026 23:59:60 GMT', '2027-01-01T00:00:00.000Z'],
    ['Tue, 29 Feb 2028 00:00:00 GMT', '2028-02-29T00:00:00.000Z'],
  ] as const) {
    assert.equal(read(text), expected, text);
  }
});

test('what has another form, and a day of no calendar, is no date', () => {
  for (const text of [
    '',
    '2026-11-20T10:10:00Z',
    'Fri, 20 Nov 2026 10:10:00 CET',
    'Fri, 20 Nov 2026 10:10:00',
    'Fri, 20 Nov 26 10:10:00 GMT',
    'Fri, 6 Nov 2026 10:10:00 GMT',
    'fri, 20 nov 2026 10:10:00 gmt',
    'Fri, 20 Nov 2026 24:00:00 GMT',
    'Fri, 20 Nov 2026 10:60:00 GMT',
    'Fri, 30 Feb 2026 10:10:00 GMT',
    'Fri, 00 Nov 2026 10:10:00 GMT',
    'Friday, 20-Nov-2026 10:10:00 GMT',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov  6 08:49:37 1994 GMT',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
  ]) {
    assert.equal(read(text), undefined, text);
  }
});
