#!/bin/sh
# A length of time in a workbook is a number of days with a format. SheetJS 0.18.5 writes .ods without any format, so 1:30
# is 0.0625 there and an error is an empty cell; .xlsx of the same sheet has both. exceljs 4.4.0 reads a length of time as
# a Date of 1899: 26:30 is 1899-12-31T02:30, and only the date says that a day is in it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 exceljs@4.4.0 >/dev/null 2>&1
cat >run.mjs <<'EOF'
import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import XLSX from 'xlsx';
const sheet = {
  A1: { t: 'n', v: 0.0625, z: '[h]:mm' },
  B1: { t: 'n', v: 26.5 / 24, z: '[h]:mm' },
  C1: { t: 'e', v: 7 },
  '!ref': 'A1:C1',
};
const book = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(book, sheet, 'S');
const text = (type) => XLSX.CFB.read(XLSX.write(book, { bookType: type, type: 'buffer' }), { type: 'buffer' });
const part = (file, name) => Buffer.from(XLSX.CFB.find(file, name).content).toString();
const content = part(text('ods'), 'content.xml');
const cells = [...content.matchAll(/<table:table-cell[^>]*>/g)].map(([cell]) => cell);
console.log(`node ${process.version}, SheetJS ${XLSX.version}, exceljs ${JSON.parse(readFileSync('node_modules/exceljs/package.json')).version}`);
console.log('SheetJS, .ods:', cells.join(' '));
const styles = part(text('xlsx'), 'styles.xml');
console.log('SheetJS, .xlsx has the format:', styles.includes('[h]:mm'));
const read = new ExcelJS.Workbook();
await read.xlsx.load(XLSX.write(book, { bookType: 'xlsx', type: 'buffer' }));
const values = [1, 2].map((column) => read.worksheets[0].getCell(1, column).value);
console.log('exceljs:', values.map((value) => value.toISOString()).join(' '));
const asSeen =
  cells[0].includes('office:value="0.0625"') &&
  !cells[0].includes('style-name') &&
  !cells[2].includes('value') &&
  styles.includes('[h]:mm') &&
  values.every((value) => value instanceof Date) &&
  values[1].toISOString().startsWith('1899-12-31T02:30');
process.exit(asSeen ? 0 : 1);
EOF
node run.mjs
