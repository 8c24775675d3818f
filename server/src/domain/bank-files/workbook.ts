/** Workbooks (.xlsx, .ods, XML of 2003), and the web pages that banks name .xls. */
import type { CsvRecord } from '../import/read-records.ts';
import { rowRecords } from '../workbooks/open-document.ts';
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from '../workbooks/types.ts';
import { sheetsOf } from '../workbooks/workbook.ts';
import { walkXml } from '../workbooks/xml.ts';
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
      else if (ROW.has(name) && rows.length < SHEET_ROWS_MAX) rows.push([]);
      else if (CELL.has(name) && row) {
        const place = Math.min(Number(index ?? row.length + 1), SHEET_COLUMNS_MAX);
        while (row.length < place) row.push('');
        row.length = Math.min(row.length, SHEET_COLUMNS_MAX);
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
  return rowRecords(rows);
}
