import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { writeCsv } from './write-csv.ts';

test('cells that a spreadsheet would run are made text; numbers stay numbers', () => {
  const names = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'Ann', 'a;"b",\nc'];
  const text = writeCsv(
    ['name', 'hours'],
    names.map((name) => [name, -3.25]),
  );
  assert.ok(text.startsWith('\ufeff'));
  const rows: string[][] = parse(text, { bom: true, from: 2 });
  assert.deepEqual(
    rows,
    names.map((name) => [/^[=+\-@\t\r]/.test(name) ? `'${name}` : name, '-3.25']),
  );
  assert.deepEqual(parse(writeCsv(['a'], [[null], [0]]), { bom: true, from: 2 }), [[''], ['0']]);
});
