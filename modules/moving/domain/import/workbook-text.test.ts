/** A workbook in place of a CSV file: one sheet is meant, or the file is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipOf } from '../../../../test-support/bank-files.ts';
import { FileFault } from '../../../tables/record-types.ts';
import { IMPORT_COLUMNS } from './import.ts';
import { readRows } from './read-rows.ts';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
type Cell = string | number;

const cellOf = (cell: Cell) =>
  typeof cell === 'number'
    ? `<c><v>${cell}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${cell}</t></is></c>`;
const sheetOf = (rows: readonly (readonly Cell[])[]) =>
  rows
    .map((cells, at) => (cells.length === 0 ? '' : `<row r="${at + 1}">${cells.map(cellOf).join('')}</row>`))
    .join('');

function workbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${MAIN}><sheets>${names.map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`).join('')}</Relationships>`,
  };
  for (const [at, rows] of Object.values(sheets).entries()) {
    parts[`xl/worksheets/s${at}.xml`] = `<worksheet ${MAIN}><sheetData>${sheetOf(rows)}</sheetData></worksheet>`;
  }
  return zipOf(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part)])));
}

const MEMBERS: readonly (readonly Cell[])[] = [
  ['Members of Elm, autumn'],
  [],
  ['Number', 'Name', 'Status', 'Balance', 'Joined'],
  ['E-1', 'Chloé “Clo” O’Brien, &quot;Elm&quot;', 'active', 12.5, '2021-03-04'],
  [],
  ['E-2', 'Two\nlines', 'active', -1234.5, '2020-12-31'],
];
const READING = { kind: 'members' } as const;
const read = (bytes: Buffer) => readRows(bytes, IMPORT_COLUMNS.members, READING);

async function refused(bytes: Buffer): Promise<FileFault> {
  const fault = await read(bytes).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(fault instanceof FileFault, String(fault));
  return fault;
}

test('the rows of a sheet are read as those of a CSV file, with the numbers that the sheet gives them', async () => {
  const { rows, problems, understood } = await read(workbook({ Members: MEMBERS, Notes: [['only', 'words']] }));
  assert.equal(problems.count, 0);
  assert.equal(understood.encoding, 'workbook');
  assert.deepEqual(
    rows.map(({ line, values }) => [line, values.external_id, values.name, values.balance_hours, values.joined_on]),
    [
      [4, 'E-1', 'Chloé “Clo” O’Brien, "Elm"', 45_000, '2021-03-04'],
      [6, 'E-2', 'Two lines', -4_444_200, '2020-12-31'],
    ],
  );
});

test('two sheets with names of columns are refused by their names, and so is an archive', async () => {
  const several = await refused(workbook({ '2025': MEMBERS, '2026': MEMBERS }));
  assert.deepEqual([several.code, several.params], ['several_sheets', { sheets: '2025, 2026' }]);
  assert.equal((await refused(zipOf({ 'a.csv': Buffer.from('x') }))).code, 'not_text');
});

test('a damaged workbook, one without rows and one that is too long are refused', async () => {
  const whole = workbook({ Members: MEMBERS });
  assert.equal((await refused(whole.subarray(0, whole.length - 40))).code, 'damaged_workbook');
  assert.equal((await refused(workbook({ Members: [] }))).code, 'empty_file');
  const many = Array.from({ length: 50_201 }, (_, n) => [`E-${n}`, `Member ${n}`, 'active', 0]);
  assert.equal(
    (await refused(workbook({ Members: [['Number', 'Name', 'Status', 'Balance'], ...many] }))).code,
    'too_many_rows',
  );
});
