import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inHours, unclearUnitOf } from './understand.ts';

test('minutes and seconds become hours without a rounding of their own', () => {
  const cases: readonly (readonly ['minutes' | 'seconds', string, string])[] = [
    ['minutes', '90', '1:30:00'],
    ['minutes', '0,5', '0:00:30'],
    // As a float, 1.005 times 60 is 60.299…, and 8.575 times 60 is 514.499…
    ['minutes', '8.575', '0:08:35'],
    ['minutes', '-8.575', '-0:08:35'],
    ['seconds', '\u22127154', '-1:59:14'],
    ['seconds', '0.5', '0:00:01'],
    ['seconds', '9007199254740991', '2501999792983:36:31'],
    ['seconds', '1:30', '1:30'],
    ['minutes', 'soon', 'soon'],
    ['minutes', '', ''],
  ];
  for (const [unit, written, read] of cases) assert.equal(inHours(unit)(written), read, `${written} ${unit}`);
});

test('whole numbers of which half are large look like another unit, one number with decimals says hours', () => {
  assert.deepEqual(unclearUnitOf(['27060', '-7154.0', '0', ''], 'point'), { sum: '19906', largest: '27060' });
  assert.equal(unclearUnitOf(['27060', '-7154.25'], 'point'), undefined);
  assert.equal(unclearUnitOf(['27060', '3', '4'], 'point'), undefined);
  assert.equal(unclearUnitOf(['27060'], 'point'), undefined);
});
