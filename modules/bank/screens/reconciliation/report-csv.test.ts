/** The table of a comparison's lines: what partners and banks wrote stays in its cell, and runs nowhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createFormat, localeOf } from '../../../../console/src/i18n/format.ts';
import { inLanguage } from '../../../../console/src/i18n/languages.ts';
import type { Texts } from '../../../../console/src/i18n/text.ts';
import first from '../../../../service/console/texts/first.ts';
import later from '../../../../service/console/texts/later.ts';
import type { ReconciliationLine } from '../../contract/reconciliation.ts';
import { csvOf } from './report-csv.ts';

for (const code of ['de', 'en'] as const) {
  test(`the lines of a report are read as they were written, and no cell runs: ${code}`, async () => {
    const text: Texts = inLanguage({ ...first, ...later }, code);
    const format = createFormat(localeOf(code, [code]));
    const any = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a\n=1+1', '\r=1', ' ＝1', '\t@x', 'a;b,"c"'),
    );
    fc.assert(
      fc.property(fc.tuple(any, any, any), (written) => {
        const [note, reference, payer_text] = written;
        const line = {
          reconciliation_id: 1,
          number: 2,
          kind: 'amount_differs',
          note,
          reference,
          payer_text,
          amount: '-2.50',
        };
        const file = csvOf([line as unknown as ReconciliationLine], text, format);
        const delimiter = code === 'de' ? ';' : ',';
        const [, row = []] = parse(file, { bom: true, delimiter, record_delimiter: '\r\n' }) as string[][];
        for (const one of written) assert.ok(row.includes(one) || row.includes(`'${one}`), file);
        const runs = row.filter((cell) => /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell));
        assert.deepEqual(runs, [code === 'de' ? '-2,50' : '-2.50']);
      }),
    );
  });
}
