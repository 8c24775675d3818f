/** Workbooks (.xlsx, .ods, XML of 2003), and the web pages that banks name .xls. */
import type { CsvRecord } from '../tables/read-records.ts';
import { isEmptyRow, SHEET_COLUMNS_MAX, SHEET_ROWS_MAX, sheetRecord } from '../tables/record-types.ts';
import { sheetsOf } from '../tables/workbook.ts';
import { walkXml } from '../tables/xml.ts';
import { readSheet } from './sheet.ts';
import { bankText } from './text-of.ts';
import { type BankAnswers, type BankFile, BankFileFault } from './types.ts';

/** Reads the sheets that hold movements. @throws BankFileFault */
export async function readWorkbook(file: Buffer, answers: BankAnswers): Promise<BankFile> {
  const sheets = await sheetsOf(file);
  if (sheets.length === 0) throw new BankFileFault('empty', 'The workbook has no sheet with rows.');
  const notes: string[] = [];
  const read: BankFile[] = [];
  const faults: BankFileFault[] = [];
  for (const { name, records, hiddenRows } of sheets) {
    try {
      read.push(readSheet(records, answers, { format: 'workbook', notes }));
      if (hiddenRows > 0)
        notes.push(`The sheet "${name.slice(0, 60)}" has ${hiddenRows} hidden rows; they were read, too.`);
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
/** Elements whose text is not shown in the cell. */
const SKIPPED = new Set(['script', 'style', 'comment']);

const COVERED_MAX = 50;

function rowsOfPage(text: string): CsvRecord[] {
  const rows: string[][] = [];
  /** By column: how many rows a cell above still covers. */
  const covered: number[] = [];
  let [skipped, spans] = [0, 1];
  const pass = (row: string[]) => {
    for (; (covered[row.length] ?? 0) > 0; row.push('')) covered[row.length] = (covered[row.length] ?? 0) - 1;
  };
  const walk = {
    open(name: string, { colspan, rowspan, index, mergeacross }: Readonly<Record<string, string>>) {
      const row = rows.at(-1);
      if (SKIPPED.has(name)) skipped++;
      else if (ROW.has(name) && rows.length < SHEET_ROWS_MAX) rows.push([]);
      else if (CELL.has(name) && row) {
        pass(row);
        const place = Math.min(Number(index ?? row.length + 1), SHEET_COLUMNS_MAX);
        while (row.length < place) row.push('');
        row.length = Math.min(row.length, SHEET_COLUMNS_MAX);
        spans = Math.min(Number(colspan ?? Number(mergeacross ?? 0) + 1), COVERED_MAX);
        const below = Math.min(Number(rowspan ?? 1), SHEET_ROWS_MAX) - 1;
        for (let at = 0; below > 0 && at < spans; at++) covered[row.length - 1 + at] = below;
      } else if (name === 'br' && row && row.length > 0) row[row.length - 1] += '\n';
    },
    text(found: string) {
      const row = rows.at(-1);
      if (skipped === 0 && row && row.length > 0) row[row.length - 1] += found.replaceAll(/\s+/g, ' ');
    },
    close(name: string) {
      const row = rows.at(-1);
      if (SKIPPED.has(name)) skipped--;
      if (CELL.has(name) && row) for (let more = 1; more < spans; more++) row.push('');
      if (ROW.has(name) && row) pass(row);
    },
  };
  walkXml(text, walk, false);
  return rows.flatMap((fields, at) => {
    const trimmed = fields.map((field) => field.trim());
    return isEmptyRow(trimmed) ? [] : [sheetRecord(at + 1, trimmed)];
  });
}
