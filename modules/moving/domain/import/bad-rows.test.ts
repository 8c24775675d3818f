import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { FileReading } from '../../../tables/record-types.ts';
import { badRowsFile } from './bad-rows.ts';

test('the rows with problems are read as they stood in the file, and no cell of them runs', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('=1', ' @x', '＝1', 'a\n=1', '-3,25', '\t-x'));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.constantFrom(',', ';', '\t'), (cells, separator) => {
      const understood = { separator, columns: cells.map((name) => ({ name })) } as unknown as FileReading;
      const problem = { column: 'name', code: 'required', message: 'name is empty.' };
      const badRows = [{ line: 2, cells, problems: [problem] }] as unknown as Parameters<
        typeof badRowsFile
      >[0]['badRows'];
      const file = badRowsFile({ badRows, understood });
      const [header, row] = parse(file, { bom: true, delimiter: separator, record_delimiter: '\r\n' }) as string[][];
      for (const [read, first] of [
        [header, ['line', 'fault']],
        [row, ['2', 'name is empty.']],
      ] as const) {
        assert.deepEqual(read?.slice(0, 2), first);
        assert.deepEqual(
          read?.slice(2).map((cell, at) => (cell === `'${cells[at]}` ? cells[at] : cell)),
          cells,
        );
        const run = read?.filter(
          (cell) => /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell) && !/^[+-]?\d+([.,:]\d+)*$/.test(cell),
        );
        assert.deepEqual(run, []);
      }
    }),
  );
});
