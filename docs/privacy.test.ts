/** The periods in docs/privacy.md are those of the code. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../core/base/config.ts';
import { SETTINGS } from '../core/base/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/base/time.ts';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs/privacy.md'), 'utf8');
const UNITS: Readonly<Record<string, number>> = { DAY_MS, HOUR_MS, MINUTE_MS };

test('every number of days in the table is the constant that the row names', () => {
  const rows = text.matchAll(/^\| [^|]+ \| (\d+) \| `([^`]+)`, `(\w+)` \|$/gm);
  let count = 0;
  for (const [, days, file = '', name = ''] of rows) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const [, product] = new RegExp(`const ${name} = ([\\w *]+);`).exec(source) ?? [];
    assert.ok(product, `${file} has no ${name}`);
    const value = product.split(' * ').reduce((made, factor) => made * (UNITS[factor] ?? Number(factor)), 1);
    assert.equal(value / DAY_MS, Number(days), name);
    count++;
  }
  assert.ok(count >= 4, 'the table was found');
});

test('every setting of how long something stays is in the table, with its default', () => {
  const rows = [...text.matchAll(/^\| [^|]+ \| (\d+) \| `(KEEP_\w+)` \|$/gm)];
  assert.deepEqual(
    rows.map(([, days, name]) => [name, days]).sort(),
    SETTINGS.filter(({ name }) => /^KEEP_\w+_DAYS$/.test(name))
      .map(({ name, defaultText }) => [name, defaultText])
      .sort(),
  );
  const named = Object.fromEntries(rows.map(([, days, name = '']) => [name, days]));
  assert.deepEqual(readConfig(named, 'production').keptDays, readConfig({}, 'production').keptDays);
});
