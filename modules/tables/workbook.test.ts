/** Workbooks of real programs, attribute by attribute, and sheets that are right by their standards and rare. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { zipOf } from '../../test-support/bank-files.ts';
import { secondsOfDuration } from './cell-texts.ts';
import { shownByCode, shownByNumber } from './number-formats.ts';
import { numberText } from './numbers.ts';
import { PackedFileFault } from './record-types.ts';
import { sheetsOf } from './workbook.ts';

const FILES = join(import.meta.dirname, '../../fixtures/workbooks');

/** What a row of cells.fods is read as, by its first cell, whichever program has written it into whichever format. */
const CELLS: Readonly<Record<string, readonly string[]>> = {
  'length [h]:mm': ['24:00', '-6:00', '36:00', '1:30', '0:20', 'end'],
  'length HH:MM': ['26:30', '1:30', '0:15', '0:00', 'end'],
  'length HH:MM:SS': ['1:30', '49:59:59', 'end'],
  'length h:mm AM/PM': ['1:30', '0:15', '13:00', 'end'],
  number: ['20', '1250.50', '-3.63', '1.2340', '0.30', '1234567.8910', 'end'],
  percent: ['25%', 'end'],
  currency: ['1234.50', 'end'],
  boolean: ['true', 'false', 'end'],
  scientific: ['100000', '1.23456789012346E+16', 'end'],
  'leading zeros by format': ['0007', 'end'],
  'unit by format': ['1234.50', 'end'],
  comment: ['Anna', '20', 'end'],
  rich: ['Anna Berger', 'a@example.org', 'end'],
  // LibreOffice drops a tab.
  spaces: ['Anna   B', 'AB', 'line one\nline two', 'end'],
  'merged across': ['wide', '', 'after', 'end'],
  'merged down': ['tall', 'beside', 'end'],
  'merged down 2': ['', 'beside too', 'end'],
  formula: ['2', 'ab', '1:30', 'end'],
  error: ['#DIV/0!', '#N/A', 'end'],
  equal: ['x', 'x', 'x', '', 'y', 'end'],
  'behind empty rows': ['end'],
  'hidden row': ['h', 'end'],
  'filtered row': ['f', 'end'],
  'text like a number': ['0007', '1E5', '1:30', "'x", '=1+1', 'end'],
};

async function sheetOf(file: string) {
  const [sheet, ...others] = await sheetsOf(await readFile(join(FILES, file)));
  // gnumeric writes a hidden sheet of .xlsx as a visible one.
  const seen = file === 'gnumeric.xlsx' ? ['Lists'] : [];
  assert.deepEqual(
    others.map(({ name }) => name),
    seen,
    'a hidden sheet is none that a person means',
  );
  assert.ok(sheet);
  const rows = sheet.records.map(({ firstLine, fields: [name = '', ...cells] }) => ({ name, firstLine, cells }));
  return {
    ...sheet,
    rows,
    cellsOf: (name: string) => rows.filter((row) => row.name === name).map(({ cells }) => cells),
  };
}

for (const file of ['libreoffice.ods', 'libreoffice.xlsx', 'gnumeric.ods', 'gnumeric.xlsx']) {
  test(`${file} is read as the sheet means it`, async () => {
    const { name, rows, cellsOf, hiddenRows } = await sheetOf(file);
    assert.equal(name, 'Cells');
    for (const [row, cells] of Object.entries(CELLS)) assert.deepEqual(cellsOf(row), [cells], row);
    const [day] = cellsOf('day');
    // Gnumeric counts a 29 February 1900, as Excel does, and LibreOffice does not.
    assert.deepEqual(day?.slice(0, 3), ['2026-11-19', '2026-11-19', '1900-02-28']);
    assert.deepEqual(
      cellsOf('equal rows'),
      [5, 5, 5].map((value) => [`${value}`, 'end']),
    );
    assert.deepEqual(
      rows.filter((row) => /^(?:behind|equal rows|text like)/.test(row.name)).map(({ firstLine }) => firstLine),
      [25, 26, 27, 28, 31],
      'rows keep the numbers that a person sees beside them',
    );
    assert.equal(hiddenRows, 2, 'they are read, and counted');
  });
}

test('exceljs.xlsx is read as the sheet means it', async () => {
  const { cellsOf, hiddenRows } = await sheetOf('exceljs.xlsx');
  for (const [name, cells] of Object.entries({
    'length [h]:mm': CELLS['length [h]:mm'],
    'length hh:mm:ss': ['26:30', '1:30', 'end'],
    'length of built-in formats': ['1:30', '1:30', '36:00', '1:30', 'end'],
    day: ['2026-11-19', '2026-11-19', 'end'],
    percent: ['25%', 'end'],
    boolean: ['true', 'false', 'end'],
    'leading zeros by format': ['0007', 'end'],
    comment: ['Anna', 'end'],
    rich: ['Anna Berger', 'a@example.org', 'end'],
    spaces: ['Anna   B', 'A\tB', 'line one\nline two', 'a\rb', 'end'],
    'merged across': ['wide', '', 'after', 'end'],
    // The last formula has no result: no program has opened the file.
    formula: ['2', '1:30', '#N/A', 'end'],
    error: ['#REF!', 'end'],
  })) {
    assert.deepEqual(cellsOf(name), [cells], name);
  }
  assert.equal(hiddenRows, 1);
  assert.deepEqual((await sheetOf('exceljs-1904.xlsx')).cellsOf('day and length'), [['2026-11-19', '1:30']]);
});

test('sheetjs.xlsx and sheetjs.ods are read as the sheet means it', async () => {
  const { cellsOf } = await sheetOf('sheetjs.xlsx');
  for (const [name, cells] of Object.entries({
    length: ['26:30', '-6:00', '1:30'],
    day: ['2026-11-19', '2026-11-19'],
    percent: ['25%'],
    error: ['#DIV/0!'],
    comment: ['Anna'],
    // It keeps a value in the cell that is covered.
    merged: ['wide', '', 'after'],
    'leading zeros': ['0007', '0007'],
    lines: ['one\ntwo'],
  })) {
    assert.deepEqual(cellsOf(name), [cells], name);
  }
  const { cellsOf: ofOds } = await sheetOf('sheetjs.ods');
  assert.deepEqual([ofOds('merged'), ofOds('lines')], [[['wide', '', 'after']], [['one\ntwo']]]);
});

const bytesOf = (parts: Readonly<Record<string, string>>) =>
  zipOf(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part)])));
const ods = (rows: string, before = '') =>
  bytesOf({
    'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:draw="d" xmlns:style="s">${before}<table:table table:name="S">${rows}</table:table></office:document-content>`,
  });
const odsCell = (text: string, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const fieldsOf = async (bytes: Buffer) =>
  (await sheetsOf(bytes)).map(({ records }) => records.map(({ firstLine, fields }) => [firstLine, ...fields]));

test('rows and cells of an .ods that are written once count as often as they say, within bounds', async () => {
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const repeated = (times: string) => row(odsCell('a') + odsCell('b'), `table:number-rows-repeated="${times}"`);
  assert.deepEqual(
    await fieldsOf(
      ods(row(odsCell('head')) + repeated('3') + row('', 'table:number-rows-repeated="4"') + repeated('1')),
    ),
    [
      [
        [1, 'head'],
        [2, 'a', 'b'],
        [3, 'a', 'b'],
        [4, 'a', 'b'],
        [9, 'a', 'b'],
      ],
    ],
  );
  const [sheet] = await sheetsOf(ods(repeated('1048576')));
  assert.equal(sheet?.records.length, 50_200);
  const wide = await fieldsOf(ods(row(odsCell('x', 'table:number-columns-repeated="1000000000"'))));
  assert.equal(wide[0]?.[0]?.length, 501);
  const odd = odsCell('x', 'table:number-columns-repeated="-1"') + odsCell('y', 'table:number-columns-repeated="z"');
  assert.deepEqual(await fieldsOf(ods(row(odd))), [[[1, 'x', 'y']]]);
});

test('comments, drawings and pronunciation are no part of the text of an .ods cell', async () => {
  const cell = `<table:table-cell office:value-type="string">
    <office:annotation><dc:creator>Office</dc:creator><text:p>note</text:p></office:annotation>
    <draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame>
    <text:p><text:ruby><text:ruby-base>An</text:ruby-base><text:ruby-text>spoken</text:ruby-text></text:ruby>na
      Berger<text:s text:c="3"/>B<text:tab/>C<text:line-break/>D</text:p>
    <table:table><table:table-row><table:table-cell><text:p>within</text:p></table:table-cell></table:table-row></table:table>
  </table:table-cell>`;
  const covered = `<table:covered-table-cell office:value-type="float" office:value="20"><text:p>20</text:p></table:covered-table-cell>`;
  const rows = `<table:table-header-rows><table:table-row>${cell}${covered}${odsCell('after')}</table:table-row></table:table-header-rows>`;
  assert.deepEqual(await fieldsOf(ods(rows)), [[[1, 'Anna Berger   B\tC\nD', '', 'after']]]);
  const unseen =
    '<style:style style:name="u" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const hidden = `<table:table-row>${odsCell('a')}</table:table-row></table:table><table:table table:style-name="u"><table:table-row>${odsCell('b')}</table:table-row>`;
  assert.deepEqual(await fieldsOf(ods(hidden, unseen)), [[[1, 'a']]]);
});

/** A workbook whose parts have other names than usual. */
const xlsx = (rows: string, { texts = '', more = '', after = '' } = {}) =>
  bytesOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="/Book/Main.xml"/></Relationships>',
    'book/main.xml':
      '<workbook><sheets><sheet name="S" r:id="r1"/><sheet name="H" state="veryHidden" r:id="r2"/></sheets></workbook>',
    'book/_rels/main.xml.rels': `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="../sheets/one.xml"/><Relationship Id="r2" Type="http://x/worksheet" Target="../sheets/one.xml"/><Relationship Id="r3" Type="http://x/sharedStrings" Target="../texts.xml"/>${more}</Relationships>`,
    'texts.xml': `<sst>${texts}</sst>`,
    'sheets/one.xml': `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`,
  });

test('the parts of an .xlsx are found by their relationships, and texts are what is shown of them', async () => {
  const texts =
    '<si><r><t>An</t></r><r><t>na</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh><phoneticPr/></si><si><t>a_x000D__x0007_b_x005F_c</t></si>';
  const cells = `<row r="2"><c r="B2" t="s"><v>0</v></c><c r="A2" t="s"><v>1</v></c><c t="inlineStr"><is><t>in</t><rPh><t>x</t></rPh></is></c><c t="d"><v>2026-11-19T23:30:00</v></c><c t="e"><v>#REF!</v></c></row>`;
  assert.deepEqual(await fieldsOf(xlsx(cells, { texts })), [[[2, 'a\rb_c', 'in', '2026-11-19', '#REF!']]]);
  const refused = async (bytes: Buffer, code: string) =>
    await assert.rejects(sheetsOf(bytes), (error) => error instanceof PackedFileFault && error.code === code);
  await refused(xlsx(cells), 'not_well_formed');
  const merges = Array.from({ length: 1500 }, () => '<mergeCell ref="A1:XFD1048576"/>').join('');
  const far = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>';
  await refused(xlsx(far, { after: `<mergeCells>${merges}</mergeCells>` }), 'not_well_formed');
  await refused(
    bytesOf({ 'content.xml': '?', 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
    'archive_encrypted',
  );
});

test('a number format says what a number of days is', () => {
  const codes: [code: string, as: string][] = [
    ['h:mm', 'length'],
    ['[h]:mm', 'length'],
    ['[hh]:mm:ss', 'length'],
    ['[mm]:ss', 'length'],
    ['[ss]', 'length'],
    ['mm:ss.0', 'length'],
    ['h:mm AM/PM', 'length'],
    ['[$-407]h:mm;@', 'length'],
    ['[Red][h]:mm" Std"', 'length'],
    ['dd.mm.yyyy hh:mm', 'day'],
    ['[$-407]d. mmmm yyyy', 'day'],
    ['mmm', 'day'],
    ['0.00" days"', 'number'],
    ['0.00 h', 'number'],
    ['#,##0.00\\ "h"', 'number'],
    ['General', 'number'],
    ['Standard', 'number'],
    ['[<1]0.00;[>=1]0', 'number'],
    ['0.0%', 'percent'],
    ['0000', 'digits'],
  ];
  for (const [code, as] of codes) assert.equal(shownByCode(code).as, as, code);
  const ids: [number, string][] = [
    [0, 'number'],
    [2, 'number'],
    [9, 'percent'],
    [14, 'day'],
    [18, 'length'],
    [21, 'length'],
    [22, 'day'],
    [45, 'length'],
    [47, 'length'],
    [49, 'number'],
  ];
  for (const [id, as] of ids) assert.equal(shownByNumber(id).as, as, `${id}`);
});

test('numbers and lengths of time are read in every form that the formats allow', () => {
  for (const [written, read] of [
    ['PT26H30M00S', 95_400],
    ['-PT06H00M00S', -21_600],
    ['PT024H00M00S', 86_400],
    ['P1DT2H', 93_600],
    ['PT0.5S', 0.5],
    ['P1M', undefined],
    ['26:30', undefined],
  ] as const) {
    assert.equal(secondsOfDuration(written), read, written);
  }
  for (const [written, read] of [
    ['1.23399999999999999999', '1.2340'],
    ['12345678901234600', '1.23456789012346E+16'],
    ['1234567890123456', '1234567890123456'],
    ['1e5', '100000.00'],
  ] as const) {
    assert.equal(numberText(written), read, written);
  }
});
