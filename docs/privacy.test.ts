/** What docs/privacy.md says of how long something stays is what the code does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../server/src/platform/base/time.ts';

const ROOT = join(import.meta.dirname, '..');
const UNITS: Readonly<Record<string, number>> = { DAY_MS, HOUR_MS, MINUTE_MS };

test('every number of days in the table is the constant that the row names', () => {
  const rows = readFileSync(join(ROOT, 'docs/privacy.md'), 'utf8').matchAll(
    /^\| [^|]+ \| (\d+) \| `([^`]+)`, `(\w+)` \|$/gm,
  );
  let count = 0;
  for (const [, days, file = '', name = ''] of rows) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const [, product] = new RegExp(`const ${name} = ([\\w *]+);`).exec(source) ?? [];
    assert.ok(product, `${file} has no ${name}`);
    const value = product.split(' * ').reduce((made, factor) => made * (UNITS[factor] ?? Number(factor)), 1);
    assert.equal(value / DAY_MS, Number(days), name);
    count++;
  }
  assert.ok(count >= 8, 'the table was found');
});
