import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipOf } from '../../test-support/bank-files.ts';
import { numberText } from '../tables/numbers.ts';
import { readBankFile } from './read-file.ts';
import { BankFileFault } from './types.ts';

const RF = 'RF7253900754703411';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook with one cell of each kind; `sheet` are its rows. */
function workbook(sheet: string, more: Readonly<Record<string, string>> = {}): Buffer {
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr/><sheets><sheet name="Movimientos" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst ${MAIN}><si><t>Fecha</t></si><si><r><t>Con</t></r><r><t>cepto</t></r><rPh><t>x</t></rPh></si><si><t>Importe</t></si></sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="#,##0.00&quot;day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  };
  return zipOf(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part)])));
}

const ROWS = `<row r="1">${text('A1', 'IBAN: ES93 9876 0123 5400 0045 1223')}</row>
<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c>${text('E3', 'Saldo')}${text('F3', 'Divisa')}</row>
<row r="4"><c r="A4" s="1"><v>46352</v></c>${text('B4', `ANN ${RF}`)}<c r="C4" s="3"><v>20</v></c><c r="E4"><v>1254.5599999999999</v></c>${text('F4', 'EUR')}</row>
<row r="5"><c r="A5" s="2"><v>46339.75</v></c>${text('B5', 'COMISION')}<c r="C5"><v>-3.63</v></c><c r="E5"><v>1234.56</v></c>${text('F5', 'EUR')}</row>`;

test('a workbook is read as its sheet shows it: days, numbers, shared and rich texts', async () => {
  const { statements, questions } = await readBankFile('x.xlsx', workbook(ROWS), {});
  const [statement] = statements;
  assert.deepEqual(
    [statement?.format, statement?.account, statement?.currency],
    ['workbook', 'ES9398760123540000451223', 'EUR'],
  );
  assert.deepEqual(questions, []);
  assert.deepEqual(
    statement?.lines.map(({ place, bookedOn, amount, payer, kind }) => [place, bookedOn, amount, payer, kind]),
    [
      ['line 4', '2026-11-26', '20.00', 'ANN', 'payment'],
      ['line 5', '2026-11-13', '-3.63', null, 'fee'],
    ],
  );
  assert.deepEqual(
    statement?.proofs.map(({ kind, holds, expected }) => [kind, holds, expected]),
    [['running_balance', true, '1254.56']],
  );
});

test('days count from 1904 where the workbook says so', async () => {
  const from1904 = {
    'xl/workbook.xml': `<workbook ${MAIN}><workbookPr date1904="1"/><sheets><sheet name="a" id="rId1"/></sheets></workbook>`,
  };
  const { statements } = await readBankFile(
    null,
    workbook(ROWS.replace('46352', '44890').replace('46339.75', '44877'), from1904),
    {},
  );
  assert.deepEqual(
    statements[0]?.lines.map(({ bookedOn }) => bookedOn),
    ['2026-11-26', '2026-11-13'],
  );
});

test('numbers are those that a spreadsheet shows', () => {
  const numbers: [string, string][] = [
    ['20', '20'],
    ['-20', '-20'],
    ['1250.5', '1250.50'],
    ['1234.5599999999999', '1234.56'],
    ['0.30000000000000004', '0.30'],
    ['1.234', '1.2340'],
    ['1.25E3', '1250.00'],
    ['-3.6299999999999999', '-3.63'],
  ];
  for (const [written, shown] of numbers) assert.equal(numberText(written), shown, written);
});

test('a sheet without movements is left out and named; a workbook without any is refused', async () => {
  const sheets = `<workbook ${MAIN}><sheets><sheet name="Info" id="rId2"/><sheet name="Data" id="rId1"/></sheets></workbook>`;
  const { statements, notes } = await readBankFile(
    null,
    workbook(ROWS, {
      'xl/workbook.xml': sheets,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
      'xl/worksheets/sheet2.xml': `<worksheet ${MAIN}><sheetData><row r="1">${text('A1', 'Hello')}</row></sheetData></worksheet>`,
    }),
    {},
  );
  assert.deepEqual([statements.length, notes], [1, ['The sheet "Info" has no movements and was left out.']]);
  const faults: [Buffer, string][] = [
    [workbook(`<row r="1">${text('A1', 'Hello')}</row>`), 'no_columns'],
    [workbook(''), 'empty'],
    [workbook('<row r="1"><c>'), 'not_well_formed'],
  ];
  for (const [file, code] of faults) {
    await assert.rejects(
      readBankFile(null, file, {}),
      (error) => error instanceof BankFileFault && error.code === code,
      code,
    );
  }
});

test('an OpenDocument is read, with repeated cells', async () => {
  const cell = (attributes: string, shown: string) =>
    `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
  const string = (shown: string) => cell('office:value-type="string"', shown);
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><table:table table:name="S">${row(
    ...['Datum', 'Verwendungszweck', 'Betrag', 'Währung'].map(string),
  )}${row(
    cell('office:value-type="date" office:date-value="2026-11-26"', '26.11.26'),
    string(RF),
    cell('office:value-type="float" office:value="1250.5"', '1.250,50'),
    string('EUR'),
    '<table:table-cell table:number-columns-repeated="16000"/>',
  )}</table:table></office:document-content>`;
  const { statements } = await readBankFile('x.ods', zipOf({ 'content.xml': Buffer.from(content) }), {});
  assert.deepEqual(
    statements[0]?.lines.map(({ bookedOn, amount, texts }) => [bookedOn, amount, texts]),
    [['2026-11-26', '1250.50', [RF]]],
  );
});

test('a web page that is named .xls is read by its table, and refused without one', async () => {
  const page = `<html><head><style>td{}</style><script>var a = '<td>x</td>';</script></head><body><h1>Bank</h1><table><tr><td colspan=4>Cuenta ES93 9876 0123 5400 0045 1223<tr><th>Fecha<th>Concepto<th>Importe<th>Divisa</tr><tr><td>26/11/2026<td>A&ntilde;o<br>${RF}<td align=right>1.250,00&nbsp;&euro;<td>EUR</table></body></html>`;
  const { statements } = await readBankFile('x.xls', Buffer.from(page), {});
  assert.equal(statements[0]?.account, 'ES9398760123540000451223');
  assert.deepEqual(
    statements[0]?.lines.map(({ bookedOn, amount, texts }) => [bookedOn, amount, texts]),
    [['2026-11-26', '1250.00', ['Año', RF]]],
  );
  const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table><Row><Cell><Data>Date</Data></Cell><Cell><Data>Description</Data></Cell><Cell ss:Index="4"><Data>Amount</Data></Cell><Cell><Data>Currency</Data></Cell></Row><Row><Cell><Data>2026-11-26T00:00:00.000</Data></Cell><Cell><Data>${RF}</Data></Cell><Cell ss:Index="4"><Data>20.5</Data></Cell><Cell><Data>GBP</Data></Cell></Row></Table></Worksheet></Workbook>`;
  const old = await readBankFile(null, Buffer.from(xml), {});
  assert.deepEqual(
    old.statements[0]?.lines.map(({ bookedOn, amount, currency }) => [bookedOn, amount, currency]),
    [['2026-11-26', '20.50', 'GBP']],
  );
  await assert.rejects(
    readBankFile(null, Buffer.from('<!DOCTYPE html><html><body>Sign in</body></html>'), {}),
    (error) => error instanceof BankFileFault && error.code === 'web_page',
  );
});

test('a workbook that is cut is refused', async () => {
  const bytes = workbook(ROWS);
  for (let end = 4; end < bytes.length; end += 100) {
    await assert.rejects(readBankFile(null, bytes.subarray(0, end), {}), BankFileFault, `${end}`);
  }
});

test('cells of a page that cover others, and comments of a cell, move nothing', async () => {
  const head = '<tr><th>Date<th>Description<th>Note<th>Amount<th>Currency</tr>';
  const page = `<table>${head}<tr><td>26/11/2026<td>${RF}<td rowspan=2>both<td>20.50<td>GBP</tr><tr><td>27/11/2026<td>tea<td>-3.00<td>GBP</tr></table>`;
  const [statement] = (await readBankFile('x.xls', Buffer.from(`<html>${page}</html>`), {})).statements;
  assert.deepEqual(
    statement?.lines.map(({ bookedOn, amount, currency }) => [bookedOn, amount, currency]),
    [
      ['2026-11-26', '20.50', 'GBP'],
      ['2026-11-27', '-3.00', 'GBP'],
    ],
  );
  const cells = (...all: string[]) =>
    `<Row>${all.map((one) => (one.startsWith('<') ? one : `<Cell><Data>${one}</Data></Cell>`)).join('')}</Row>`;
  const wide = `<Cell ss:MergeAcross="1"><Data>${RF}</Data><Comment><ss:Data>has moved</ss:Data></Comment></Cell>`;
  const xml = `<?xml version="1.0"?><Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table>${cells('Date', 'Description', 'Note', 'Amount', 'Currency')}${cells('2026-11-26', wide, '20.5', 'GBP')}</Table></Worksheet></Workbook>`;
  const [merged] = (await readBankFile(null, Buffer.from(xml), {})).statements;
  assert.deepEqual(
    merged?.lines.map(({ amount, texts }) => [amount, texts]),
    [['20.50', [RF]]],
  );
});
