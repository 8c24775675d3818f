/** The worksheets of .xlsx (ECMA-376) as tables of texts; the decision record lists what is read of a cell, and how. */
import { posix } from 'node:path';
import { booleanText, dayText, lengthOfDays, NO_RESULT, percentText } from './cell-texts.ts';
import { cellFormats, type Parts, sharedTexts, targetsOf, textParts, walkPart, withoutEscapes } from './excel-parts.ts';
import type { CellFormat } from './number-formats.ts';
import { numberText } from './numbers.ts';
import {
  isEmptyRow,
  PackedFileFault,
  SHEET_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  type SheetRecord,
  sheetRecord,
  type Worksheet,
} from './record-types.ts';

/** Day 0 of either count of days. */
const EPOCHS = { normal: Date.UTC(1899, 11, 30), since1904: Date.UTC(1904, 0, 1) };
const DAY_MS = 86_400_000;
/** A 29 February 1900, which no calendar has: days before it count one less. */
const NO_SUCH_DAY = 60;
/** Rows that merged areas may cover together: they do not overlap. */
const COVERED_MAX = SHEET_ROWS_MAX * SHEET_COLUMNS_MAX;

/** The sheets that a person sees, in their order. @throws PackedFileFault */
export function worksheetsIn(parts: Parts): Worksheet[] {
  const book = targetsOf(parts, '').byType.get('officeDocument') ?? 'xl/workbook.xml';
  const { byId, byType } = targetsOf(parts, book);
  const sheets: { name: string; path: string | undefined }[] = [];
  let epoch = EPOCHS.normal;
  walkPart(parts, book, {
    open(element, { name = '', id = '', state = 'visible', date1904 = '' }) {
      if (element === 'workbookpr' && /^(?:1|true)$/.test(date1904)) epoch = EPOCHS.since1904;
      if (element === 'sheet' && state === 'visible') sheets.push({ name, path: byId.get(id) });
    },
  });
  // Programs that leave a relationship out use the usual name.
  const besideBook = (type: string) => byType.get(type) ?? posix.join(posix.dirname(book), `${type}.xml`);
  const texts = sharedTexts(parts, besideBook('sharedStrings'));
  const formats = cellFormats(parts, besideBook('styles'));
  return sheets.map(({ name, path }) => ({ name, ...sheetIn(parts, path, { texts, formats, epoch }) }));
}

interface CellContext {
  readonly texts: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly epoch: number;
}

type Attributes = Readonly<Record<string, string>>;

function sheetIn(parts: Parts, path: string | undefined, context: CellContext) {
  const rows: { line: number; fields: string[]; isHidden: boolean }[] = [];
  const merged: string[] = [];
  let [line, column, isValue] = [0, 0, false];
  let row: (typeof rows)[number] | undefined;
  let cell: Cell | undefined;
  const inline = textParts((found) => {
    if (cell) cell.written += found;
  });
  walkPart(parts, path, {
    open(name, attributes) {
      if (name === 'row') {
        [line, column] = [Number(attributes.r ?? line + 1), 0];
        row = { line, fields: [], isHidden: /^(?:1|true)$/.test(attributes.hidden ?? '') };
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        cell = { attributes, written: '', hasFormula: false, hasValue: false };
      } else if (name === 'mergecell') merged.push(attributes.ref ?? '');
      else if (cell && name === 'f') cell.hasFormula = true;
      else if (cell && (name === 'v' || name === 'is')) cell.hasValue = true;
      isValue = name === 'v';
      inline.open(name);
    },
    text(found) {
      if (isValue && cell) cell.written += found;
      inline.text(found);
    },
    close(name) {
      isValue = false;
      inline.close(name);
      if (name === 'c' && row && cell && column <= SHEET_COLUMNS_MAX) {
        while (row.fields.length < column - 1) row.fields.push('');
        row.fields[column - 1] = cellText(cell, context);
      }
      if (name === 'c') cell = undefined;
      if (name === 'row' && row && !isEmptyRow(row.fields) && rows.length < SHEET_ROWS_MAX) rows.push(row);
    },
  });
  clearCovered(rows, merged);
  const kept = rows.filter(({ fields }) => !isEmptyRow(fields));
  return {
    records: kept.map(({ line: number, fields }): SheetRecord => sheetRecord(number, fields)),
    hiddenRows: kept.filter(({ isHidden }) => isHidden).length,
  };
}

/** `AB12` is in column 28. */
function columnOf(place = ''): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0];
  return (letters && [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)) || undefined;
}

/** Of a merged area only the first cell is shown; what some programs keep in the others is not. */
function clearCovered(rows: readonly { line: number; fields: string[] }[], merged: readonly string[]): void {
  const byLine = new Map(rows.map(({ line, fields }) => [line, fields]));
  const lastLine = rows.reduce((last, { line }) => Math.max(last, line), 0);
  let covered = 0;
  for (const area of merged) {
    const [, left, top, right, bottom] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(area) ?? [];
    const [from, to, first] = [columnOf(left) ?? 1, Math.min(columnOf(right) ?? 0, SHEET_COLUMNS_MAX), Number(top)];
    for (let line = first; line <= Math.min(Number(bottom), lastLine); line++) {
      covered += 1 + Math.max(0, to - from);
      if (covered > COVERED_MAX) throw damaged('its merged cells overlap');
      const fields = byLine.get(line);
      for (let column = from; fields && column <= Math.min(to, fields.length); column++) {
        if (line !== first || column !== from) fields[column - 1] = '';
      }
    }
  }
}

interface Cell {
  readonly attributes: Attributes;
  written: string;
  hasFormula: boolean;
  hasValue: boolean;
}

function cellText(
  { attributes: { t = 'n', s = '0' }, written, hasFormula, hasValue }: Cell,
  context: CellContext,
): string {
  if (hasFormula && !hasValue) return NO_RESULT;
  if (t === 's') {
    if (written === '') return '';
    const text = context.texts[Number(written)];
    if (text === undefined) throw damaged('a text that a cell names is not there');
    return text;
  }
  if (written === '' || t === 'e') return written;
  if (t === 'b') return booleanText(/^(?:1|true)$/.test(written));
  if (t === 'inlineStr' || t === 'str') return withoutEscapes(written);
  const { epoch, formats } = context;
  const days = t === 'd' ? (Date.parse(`${written.replace(/Z$/, '')}Z`) - epoch) / DAY_MS : Number(written);
  const shown = formats[Number(s)] ?? { as: 'number' };
  return shownText(written, days, t === 'd' && shown.as !== 'length' ? { as: 'day' } : shown, epoch) ?? written;
}

function shownText(written: string, value: number, shown: CellFormat, epoch: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const isBefore = value < NO_SUCH_DAY && epoch === EPOCHS.normal;
  if (shown.as === 'day') return dayText(isBefore ? value + 1 : value, epoch);
  if (shown.as === 'length') return lengthOfDays(value);
  if (shown.as === 'percent') return percentText(written);
  const text = numberText(written);
  return shown.as === 'digits' && /^\d+$/.test(text) ? text.padStart(shown.count, '0') : text;
}

const damaged = (what: string) => new PackedFileFault('not_well_formed', `The workbook is damaged: ${what}.`);
