/** The worksheets of .ods (ODF 1.3): texts, numbers and days as cells of a table. */
import { numberText } from './numbers.ts';
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX, type SheetRecord, type Worksheet } from './types.ts';
import { walkXml } from './xml.ts';

/** @param text of `content.xml` */
export function openDocumentSheets(text: string): Worksheet[] {
  const sheets: { name: string; rows: string[][] }[] = [];
  let [value, shown, repeated] = ['', '', 1];
  walkXml(text, {
    open(name, attributes) {
      const rows = sheets.at(-1)?.rows;
      if (name === 'table') sheets.push({ name: attributes.name ?? '', rows: [] });
      else if (name === 'table-row' && rows && rows.length < SHEET_ROWS_MAX) rows.push([]);
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
      for (let at = 0; at < repeated && row.length < SHEET_COLUMNS_MAX; at++) row.push(cell);
    },
  });
  return sheets
    .map(({ name, rows }) => ({ name, records: rowRecords(rows) }))
    .filter(({ records }) => records.length > 0);
}

/** Rows as records, empty ones left out. */
export function rowRecords(rows: readonly (readonly string[])[]): SheetRecord[] {
  return rows.flatMap((fields, at) =>
    fields.every((field) => field.trim() === '')
      ? []
      : [{ firstLine: at + 1, lastLine: at + 1, fields: fields.map((field) => field.trim()), badlyQuoted: undefined }],
  );
}
