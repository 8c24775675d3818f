/** The worksheets of .ods (ODF 1.3 part 3) as tables of texts; the decision record lists what is read of a cell, and how. */
import { booleanText, lengthText, percentText, secondsOfDuration } from './cell-texts.ts';
import { numberText } from './numbers.ts';
import {
  isEmptyRow,
  SHEET_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  type SheetRecord,
  sheetRecord,
  type Worksheet,
} from './record-types.ts';
import { walkXml } from './xml.ts';

type Attributes = Readonly<Record<string, string>>;

/** Elements of a cell that are none of its text: comments, drawings, pronunciation, tables within. */
const BESIDE_TEXT = new Set([
  ...['annotation', 'annotation-end', 'ruby-text', 'note', 'table', 'frame', 'custom-shape', 'g', 'rect', 'ellipse'],
  ...['circle', 'line', 'polyline', 'polygon', 'regular-polygon', 'path', 'connector', 'measure', 'caption', 'control'],
  ...['page-thumbnail', 'scene', 'event-listeners', 'detective', 'dde-source', 'cell-range-source'],
]);

/** @param text of `content.xml` @throws PackedFileFault */
export function openDocumentSheets(text: string): Worksheet[] {
  const hiddenTables = new Set<string>();
  const sheets: OpenSheet[] = [];
  let [style, row, cell] = ['', undefined as Row | undefined, undefined as Cell | undefined];
  walkXml(text, {
    open(name, attributes) {
      const sheet = sheets.at(-1);
      if (cell) openInCell(cell, name, attributes);
      else if (name === 'style') style = attributes.name ?? '';
      else if (name === 'table-properties' && attributes.display === 'false') hiddenTables.add(style);
      else if (name === 'table') {
        const isHidden = hiddenTables.has(attributes['style-name'] ?? '');
        sheets.push({ name: attributes.name ?? '', isHidden, records: [], line: 1, hiddenRows: 0 });
      } else if (name === 'table-row' && sheet) {
        const isHidden = /^(?:collapse|filter)$/.test(attributes.visibility ?? '');
        row = { fields: [], columns: 0, repeated: timesOf(attributes['number-rows-repeated']), isHidden };
      } else if ((name === 'table-cell' || name === 'covered-table-cell') && row) {
        cell = { attributes, isCovered: name !== 'table-cell', shown: undefined, paragraphs: 0, beside: 0 };
      }
    },
    text(found) {
      // Spaces and breaks of the file are one space; those that are meant are elements.
      if (cell && cell.paragraphs > 0 && cell.beside === 0) cell.shown += found.replaceAll(/[ \t\r\n]+/g, ' ');
    },
    close(name) {
      const sheet = sheets.at(-1);
      if (cell && (name === 'table-cell' || name === 'covered-table-cell') && cell.beside === 0) {
        if (row) addCells(row, cell);
        cell = undefined;
      } else if (cell) closeInCell(cell, name);
      else if (name === 'table-row' && sheet && row) {
        addRows(sheet, row);
        row = undefined;
      }
    },
  });
  return sheets.filter(({ isHidden }) => !isHidden);
}

interface OpenSheet extends Worksheet {
  readonly isHidden: boolean;
  readonly records: SheetRecord[];
  line: number;
  hiddenRows: number;
}

interface Row {
  /** Without the empty ones at the end. */
  readonly fields: string[];
  columns: number;
  readonly repeated: number;
  readonly isHidden: boolean;
}

interface Cell {
  readonly attributes: Attributes;
  /** By a merged cell: what it keeps is not shown. */
  readonly isCovered: boolean;
  /** Undefined: it has no paragraph. */
  shown: string | undefined;
  /** Open ones, and open elements that are none of the text. */
  paragraphs: number;
  beside: number;
}

/** A count of repeated rows or cells; what is none is one. */
function timesOf(written = '1'): number {
  const times = Number(written);
  return Number.isSafeInteger(times) && times > 0 ? times : 1;
}

function openInCell(cell: Cell, name: string, attributes: Attributes): void {
  if (BESIDE_TEXT.has(name)) cell.beside++;
  if (cell.beside > 0) return;
  if (name === 'p' || name === 'h') {
    cell.paragraphs++;
    cell.shown = cell.shown === undefined ? '' : `${cell.shown}\n`;
  } else if (cell.paragraphs === 0) return;
  else if (name === 's') cell.shown += ' '.repeat(Math.min(timesOf(attributes.c), 1000));
  else if (name === 'tab') cell.shown += '\t';
  else if (name === 'line-break') cell.shown += '\n';
}

function closeInCell(cell: Cell, name: string): void {
  if (BESIDE_TEXT.has(name)) cell.beside--;
  else if (cell.beside === 0 && (name === 'p' || name === 'h')) cell.paragraphs--;
}

function addCells(row: Row, cell: Cell): void {
  const text = cell.isCovered ? '' : cellText(cell.attributes, cell.shown?.trim()).trim();
  const from = row.columns;
  row.columns = Math.min(from + timesOf(cell.attributes['number-columns-repeated']), SHEET_COLUMNS_MAX);
  if (text === '') return;
  while (row.fields.length < from) row.fields.push('');
  while (row.fields.length < row.columns) row.fields.push(text);
}

function addRows(sheet: OpenSheet, { fields, repeated, isHidden }: Row): void {
  if (!isEmptyRow(fields)) {
    const kept = Math.min(repeated, SHEET_ROWS_MAX - sheet.records.length);
    for (let at = 0; at < kept; at++) sheet.records.push(sheetRecord(sheet.line + at, fields));
    if (isHidden) sheet.hiddenRows += kept;
  }
  sheet.line += repeated;
}

/** The value where the cell has one, since what is shown may be rounded, cut off at a day, or in another language. */
function cellText(attributes: Attributes, shown: string | undefined): string {
  const { value, 'value-type': type, 'date-value': day, 'time-value': time, 'boolean-value': truth } = attributes;
  const text = shown ?? attributes['string-value'] ?? '';
  if (day !== undefined) return /^-?\d{4,}-\d{2}-\d{2}/.exec(day)?.[0] ?? day;
  const seconds = time === undefined ? undefined : secondsOfDuration(time);
  if (seconds !== undefined) return lengthText(seconds);
  if (truth !== undefined) return booleanText(truth === 'true');
  if (value === undefined || type === 'string') return text;
  // Some programs keep no type for a share, and a number's zeros at the beginning stand in what is shown only.
  if (type === 'percentage' || /\d\s?%$/.test(text)) return percentText(value);
  return /^0\d+$/.test(text) && Number(text) === Number(value) ? text : numberText(value);
}
