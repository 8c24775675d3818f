/** The worksheets of .xlsx (ECMA-376): texts, numbers and days as cells of a table. */
import { numberText } from './numbers.ts';
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX, type SheetRecord, type Worksheet } from './types.ts';
import { walkXml } from './xml.ts';

const DAY_MS = 86_400_000;
/** Day 0 of either count of days. */
const EPOCHS = { normal: Date.UTC(1899, 11, 30), since1904: Date.UTC(1904, 0, 1) };
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** @param parts texts of the files in the workbook, by their path */
export function worksheetsIn(parts: ReadonlyMap<string, string>): Worksheet[] {
  const strings = sharedStrings(parts.get('xl/sharedStrings.xml') ?? '');
  const dateStyles = dateStylesIn(parts.get('xl/styles.xml') ?? '');
  const targets = new Map<string, string>();
  walk(parts.get('xl/_rels/workbook.xml.rels'), {
    open(name, { id = '', target = '' }) {
      if (name === 'relationship') targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  const sheets: { name: string; path: string }[] = [];
  let epoch = EPOCHS.normal;
  walk(parts.get('xl/workbook.xml'), {
    open(element, { name = '', id = '', date1904 }) {
      if (element === 'workbookpr' && /^(?:1|true)$/.test(date1904 ?? '')) epoch = EPOCHS.since1904;
      const path = targets.get(id);
      if (element === 'sheet' && path !== undefined) sheets.push({ name, path });
    },
  });
  return sheets
    .map(({ name, path }) => ({ name, records: recordsIn(parts.get(path) ?? '', { strings, dateStyles, epoch }) }))
    .filter(({ records }) => records.length > 0);
}

function walk(text: string | undefined, on: Parameters<typeof walkXml>[1]): void {
  if (text !== undefined && text !== '') walkXml(text, on);
}

function sharedStrings(text: string): string[] {
  const strings: string[] = [];
  let [isText, phonetic] = [false, 0];
  walk(text, {
    open(name) {
      if (name === 'si') strings.push('');
      if (name === 'rph') phonetic++;
      isText = name === 't' && phonetic === 0;
    },
    text(found) {
      if (isText) strings[strings.length - 1] += found;
    },
    close(name) {
      if (name === 'rph') phonetic--;
      isText = false;
    },
  });
  return strings;
}

/** Places of the cell formats that show days. */
function dateStylesIn(text: string): Set<number> {
  const formats = new Map<number, string>();
  const dates = new Set<number>();
  let isInCells = false;
  let place = 0;
  walk(text, {
    open(name, { numfmtid = '0', formatcode = '' }) {
      if (name === 'numfmt') formats.set(Number(numfmtid), formatcode);
      if (name === 'cellxfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const code = (formats.get(Number(numfmtid)) ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
      if (BUILT_IN_DATES.has(Number(numfmtid)) || /[yd]/i.test(code)) dates.add(place);
      place++;
    },
    close(name) {
      if (name === 'cellxfs') isInCells = false;
    },
  });
  return dates;
}

interface CellContext {
  readonly strings: readonly string[];
  readonly dateStyles: ReadonlySet<number>;
  readonly epoch: number;
}

function recordsIn(text: string, context: CellContext): SheetRecord[] {
  const records: SheetRecord[] = [];
  let row: string[] = [];
  let [line, column, written, isValue] = [0, 0, '', false];
  let cell: Readonly<Record<string, string>> = {};
  walk(text, {
    open(name, attributes) {
      if (name === 'row') [row, column, line] = [[], 0, Number(attributes.r ?? line + 1)];
      else if (name === 'c') {
        cell = attributes;
        column = columnOf(attributes.r) ?? column + 1;
        written = '';
      }
      isValue = name === 'v' || name === 't';
    },
    text(found) {
      if (isValue) written += found;
    },
    close(name) {
      isValue = false;
      if (name === 'c' && column <= SHEET_COLUMNS_MAX) {
        while (row.length < column - 1) row.push('');
        row[column - 1] = cellText(cell, written, context);
      }
      if (name !== 'row' || row.every((one) => one.trim() === '') || records.length >= SHEET_ROWS_MAX) return;
      records.push({ firstLine: line, lastLine: line, fields: row, badlyQuoted: undefined });
    },
  });
  return records;
}

/** `AB12` is in column 28. */
function columnOf(place = ''): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0];
  return (letters && [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)) || undefined;
}

function cellText(
  { t = 'n', s = '0' }: Readonly<Record<string, string>>,
  written: string,
  context: CellContext,
): string {
  if (t === 's') return context.strings[Number(written)] ?? '';
  if (t !== 'n' || written === '') return t === 'e' ? '' : written;
  if (context.dateStyles.has(Number(s)) && Number(written) >= 1) {
    return new Date(context.epoch + Math.floor(Number(written)) * DAY_MS).toISOString().slice(0, 10);
  }
  return numberText(written);
}
