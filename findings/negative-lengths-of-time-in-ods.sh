#!/bin/sh
# LibreOffice writes a length of time in .ods as an ISO 8601 duration, a negative one as `-PT01H30M00S`. SheetJS 0.18.5 reads that as
# plus an hour and a half: the sign is lost without a word, so that a debt becomes a credit. It refuses the whole file for a
# duration with days and minutes (P1DT3H30M), and cuts fractions of seconds. hucre 1.0.0 hands the duration on as its text.
# Needs npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 hucre@1.0.0 fflate@0.8.3 >/dev/null 2>&1
cat >read.mjs <<'SCRIPT'
import { strToU8, zipSync } from 'fflate';
import { readOds } from 'hucre';
import XLSX from 'xlsx';

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';
const TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

/** A sheet with one cell: the parts that a reader needs of what LibreOffice writes. */
const workbook = (duration) =>
  zipSync({
    mimetype: [strToU8(TYPE), { level: 0 }],
    'content.xml': strToU8(
      `<?xml version="1.0"?><office:document-content office:version="1.2" xmlns:office="${OASIS}:office:1.0" xmlns:table="${OASIS}:table:1.0" xmlns:text="${OASIS}:text:1.0"><office:body><office:spreadsheet><table:table table:name="A"><table:table-row><table:table-cell office:value-type="time" office:time-value="${duration}"><text:p>as shown</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
    ),
    'META-INF/manifest.xml': strToU8(
      `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${TYPE}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    ),
  });

const seconds = (bytes) => {
  try {
    return `${Math.round(XLSX.read(bytes, { type: 'array' }).Sheets.A.A1.v * 86_400_000) / 1000} s`;
  } catch ({ message }) {
    return message;
  }
};

for (const duration of ['PT01H30M00S', '-PT01H30M00S', 'PT27H30M00S', 'P1DT3H30M', 'PT00H00M01.5S']) {
  const bytes = workbook(duration);
  const { sheets } = await readOds(bytes);
  console.log(`${duration}: SheetJS ${seconds(bytes)}, hucre ${sheets[0].rows[0][0]}`);
}
SCRIPT
node read.mjs | tee found
diff - found <<'EXPECTED'
PT01H30M00S: SheetJS 5400 s, hucre PT01H30M00S
-PT01H30M00S: SheetJS 5400 s, hucre -PT01H30M00S
PT27H30M00S: SheetJS 99000 s, hucre PT27H30M00S
P1DT3H30M: SheetJS Unsupported ISO Duration Field: M, hucre P1DT3H30M
PT00H00M01.5S: SheetJS 1 s, hucre PT00H00M01.5S
EXPECTED
