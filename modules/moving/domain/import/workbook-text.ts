/** The one sheet of a workbook whose columns are known, as the text of a CSV file with its rows on their lines. */
import { csvLines } from '@timebank/contract/csv';
import { isZip, namesInZip } from '../../../tables/archive.ts';
import { FileFault, PackedFileFault, SHEET_ROWS_MAX, type Worksheet } from '../../../tables/record-types.ts';
import { isWorkbook, sheetsOf } from '../../../tables/workbook.ts';

/** How far below the beginning the row of names may be. */
const HEADER_ROWS = 60;
const NAMES_SHOWN = 10;

/**
 * Undefined: the file is no workbook.
 * @param isKnown whether a name of a column is known
 * @throws FileFault where it cannot be read, or several sheets may be meant
 */
export async function workbookText(bytes: Buffer, isKnown: (name: string) => boolean): Promise<string | undefined> {
  if (!isZip(bytes)) return undefined;
  try {
    if (!isWorkbook(await namesInZip(bytes))) {
      throw new FileFault('not_text', 1, 'The file is an archive; unpack it, and choose the table in it.');
    }
    return textOf(sheetMeant(await sheetsOf(bytes), isKnown));
  } catch (error) {
    if (!(error instanceof PackedFileFault)) throw error;
    throw new FileFault('damaged_workbook', 1, error.message);
  }
}

function sheetMeant(sheets: readonly Worksheet[], isKnown: (name: string) => boolean): Worksheet {
  const known = sheets.filter(({ records }) =>
    records.slice(0, HEADER_ROWS).some(({ fields }) => fields.filter((field) => isKnown(field.trim())).length > 1),
  );
  const meant = known.length > 0 ? known : sheets;
  const [sheet, second] = meant;
  if (!sheet) throw new FileFault('empty_file', 1, 'The workbook has no sheet with rows.');
  if (second) {
    const names = meant.slice(0, NAMES_SHOWN).map(({ name }) => name.replaceAll(/\p{C}/gu, '\ufffd').slice(0, 60));
    const message = `The workbook has several sheets with rows: ${names.join(', ')}. Save the one that is meant as a file of its own.`;
    throw new FileFault('several_sheets', 1, message, { sheets: names.join(', ') });
  }
  if (sheet.records.length >= SHEET_ROWS_MAX) {
    const max = SHEET_ROWS_MAX - 1;
    throw new FileFault('too_many_rows', 1, `The sheet has more than ${max} rows. Split it.`, { max });
  }
  return sheet;
}

function textOf({ records }: Worksheet): string {
  const lines: string[] = [];
  for (const { firstLine, fields } of records) {
    while (lines.length < firstLine - 1) lines.push('');
    lines.push(csvLines([fields.map((field) => ({ written: field.replaceAll(/\s*[\r\n]\s*/g, ' ') }))]).trimEnd());
  }
  return `${lines.join('\n')}\n`;
}
