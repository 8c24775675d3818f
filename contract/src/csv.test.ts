/** Whatever is in a text: what is read from a CSV file is what was written, and no cell of it runs. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type CsvCell, csvFile, csvLines, withoutTextMark } from './csv.ts';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const SKIPPED = [
  ' ',
  '\t',
  '\r',
  '\n',
  '\v',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u2028',
  '\u2029',
  '\x85',
  '\x1b',
];
const PIECES = [...SIGNS, ...SKIPPED, '\r\n', '"', '""', "'", ',', ';', '|', '\\', '', 'a', '1', 'Zoë', '👋'];
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 12 }),
  fc.string({ unit: 'grapheme' }),
  fc.tuple(fc.constantFrom('', ...SKIPPED), fc.constantFrom(...SIGNS), fc.string()).map((parts) => parts.join('')),
);
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(anyText, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );
const separators = fc.constantFrom(',', ';', '\t', '|');

/** Cells that spreadsheets run: a formula's sign in either width, behind anything that they skip. */
const runs = (cell: string) => /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u.test(cell);

/** RFC 4180: a line ends in CRLF, and a break within a cell is quoted. */
const read = (text: string, delimiter: string): string[][] =>
  parse(text, { bom: true, delimiter, record_delimiter: '\r\n', relax_column_count: false });

test('what is read is what was written, but for the mark before a text that would run', () => {
  fc.assert(
    fc.property(table, separators, (rows, separator) => {
      const cells = read(csvFile(rows, separator), separator);
      assert.deepEqual(
        cells,
        rows.map((row) => row.map((text) => (runs(text) ? `'${text}` : text))),
      );
      assert.deepEqual(cells.flat().filter(runs), []);
      for (const text of rows.flat().filter(runs)) assert.equal(withoutTextMark(`'${text}`), text);
    }),
    { numRuns: 2000 },
  );
});

test('a reader that ends a line at any break, or guesses the separator, sees the same cells', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = csvLines(rows, ';');
      const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '');
      assert.equal(unquoted.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/).length, rows.length + 1);
      assert.doesNotMatch(unquoted, /[,\t]/);
    }),
    { numRuns: 2000 },
  );
});

test('numbers stay numbers, as this program or as a person writes them; what only looks like one is a text', () => {
  const row: CsvCell[] = [-3.25, 0, null, { written: '-3,25' }, { written: '+1:30' }, { written: '=1' }, '-3.25'];
  assert.deepEqual(read(csvFile([row], ';'), ';'), [['-3.25', '0', '', '-3,25', '+1:30', "'=1", "'-3.25"]]);
  assert.ok(csvFile([row]).startsWith('\ufeff'));
});

test('no other file writes CSV by itself', () => {
  const root = join(import.meta.dirname, '..', '..');
  const own = ['contract', 'core', 'modules', 'service', 'console', 'client', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (path) =>
          /\.(?:ts|tsx|mjs)$/.test(path) && !/(?:^|\/)(?:node_modules|dist|test-support)\/|\.test\.ts$/.test(path),
      )
      .map((path) => join(folder, path))
      .filter((path) => /csv-stringify|'""'/.test(readFileSync(join(root, path), 'utf8'))),
  );
  assert.deepEqual(own, ['contract/src/csv.ts']);
});

test('no number of three decimals is thousands to a spreadsheet of another language, and no text becomes another', () => {
  const row: CsvCell[] = [2.125, -0.125, 1.25, 0.3333, 1234, { written: '1.234' }, '2.125'];
  assert.equal(csvLines([row]), '2.1250,-0.1250,1.25,0.3333,1234,1.234,2.125\r\n');
});
