/** Workbooks (.xlsx, .ods, XML of 2003), and the web pages that banks name .xls. */
import type { CsvRecord } from '../import/read-records.ts';
import { unpack } from './archive.ts';
import { readSheet } from './sheet.ts';
import { bankText } from './text-of.ts';
import { type BankAnswers, type BankFile, BankFileFault } from './types.ts';
import { numberText, type Worksheet, worksheetsIn } from './workbook-sheets.ts';
import { walkXml } from './workbook-xml.ts';

const ROWS_MAX = 50_200;
const COLUMNS_MAX = 500;

/** Reads the sheets that hold movements. @throws BankFileFault */
export async function readWorkbook(file: Buffer, answers: BankAnswers): Promise<BankFile> {
  const files = await unpack(file);
  const parts = new Map(files.map(({ name, bytes }) => [name.replace(/^\//, ''), bytes.toString('utf8')]));
  const open = parts.get('content.xml');
  const sheets = open === undefined ? worksheetsIn(parts) : openDocumentSheets(open);
  if (sheets.length === 0) throw new BankFileFault('empty', 'The workbook has no sheet with rows.');
  const notes: string[] = [];
  const read: BankFile[] = [];
  const faults: BankFileFault[] = [];
  for (const { name, records } of sheets) {
    try {
      read.push(readSheet(records, answers, { format: 'workbook', notes }));
    } catch (error) {
      if (!(error instanceof BankFileFault) || error.code !== 'no_columns') throw error;
      faults.push(error);
      notes.push(`The sheet "${name.slice(0, 60)}" has no movements and was left out.`);
    }
  }
  if (read.length === 0 && faults[0]) throw faults[0];
  return {
    statements: read.flatMap(({ statements }) => statements),
    questions: read.flatMap(({ questions }) => questions).filter(isFirstOfKey),
    notes,
  };
}

const isFirstOfKey = ({ key }: { key: string }, at: number, all: readonly { key: string }[]) =>
  all.findIndex((one) => one.key === key) === at;

/** Reads the tables of a web page, or a workbook that is one XML file. @throws BankFileFault */
export function readWebPage(file: string | Buffer, answers: BankAnswers): BankFile {
  const records = rowsOfPage(bankText(file));
  try {
    return readSheet(records, answers, { format: 'workbook', notes: [] });
  } catch (error) {
    if (!(error instanceof BankFileFault) || error.code !== 'no_columns') throw error;
    const message =
      'The file is a web page without a table of movements; choose camt.053, MT940, OFX or CSV in e-banking.';
    throw new BankFileFault('web_page', message);
  }
}

const ROW = new Set(['tr', 'row']);
const CELL = new Set(['td', 'th', 'cell']);

function rowsOfPage(text: string): CsvRecord[] {
  const rows: string[][] = [];
  let [skipped, spans] = [0, 1];
  const walk = {
    open(name: string, { colspan, index }: Readonly<Record<string, string>>) {
      const row = rows.at(-1);
      if (name === 'script' || name === 'style') skipped++;
      else if (ROW.has(name) && rows.length < ROWS_MAX) rows.push([]);
      else if (CELL.has(name) && row) {
        const place = Math.min(Number(index ?? row.length + 1), COLUMNS_MAX);
        while (row.length < place) row.push('');
        row.length = Math.min(row.length, COLUMNS_MAX);
        spans = Number(colspan ?? 1);
      } else if (name === 'br' && row && row.length > 0) row[row.length - 1] += '\n';
    },
    text(found: string) {
      const row = rows.at(-1);
      if (skipped === 0 && row && row.length > 0) row[row.length - 1] += found.replaceAll(/\s+/g, ' ');
    },
    close(name: string) {
      const row = rows.at(-1);
      if (name === 'script' || name === 'style') skipped--;
      if (CELL.has(name) && row) for (let more = 1; more < Math.min(spans, 50); more++) row.push('');
    },
  };
  walkXml(text, walk, false);
  return recordsOf(rows);
}

function recordsOf(rows: readonly (readonly string[])[]): CsvRecord[] {
  return rows.flatMap((fields, at) =>
    fields.every((field) => field.trim() === '')
      ? []
      : [{ firstLine: at + 1, lastLine: at + 1, fields: fields.map((field) => field.trim()), badlyQuoted: undefined }],
  );
}

/** Sheets of an OpenDocument. */
function openDocumentSheets(text: string): Worksheet[] {
  const sheets: { name: string; rows: string[][] }[] = [];
  let [value, shown, repeated] = ['', '', 1];
  walkXml(text, {
    open(name, attributes) {
      const rows = sheets.at(-1)?.rows;
      if (name === 'table') sheets.push({ name: attributes.name ?? '', rows: [] });
      else if (name === 'table-row' && rows && rows.length < ROWS_MAX) rows.push([]);
      else if (name === 'table-cell') {
        shown = '';
        value = attributes['date-value'] ?? (attributes['value-type'] === 'string' ? '' : (attributes.value ?? ''));
        repeated = Number(attributes['number-columns-repeated'] ?? 1);
      } else if (name === 'p' && shown !== '') shown += '\n';
      else if (name === 's') shown += ' ';
    },
    text(found) {
      shown += found;
    },
    close(name) {
      const row = sheets.at(-1)?.rows.at(-1);
      if (name !== 'table-cell' || !row) return;
      const cell = /^-?\d+\.\d+$/.test(value) ? numberText(value) : value || shown.trim();
      for (let at = 0; at < repeated && row.length < COLUMNS_MAX; at++) row.push(cell);
    },
  });
  return sheets
    .map(({ name, rows }) => ({ name, records: recordsOf(rows) }))
    .filter(({ records }) => records.length > 0);
}
