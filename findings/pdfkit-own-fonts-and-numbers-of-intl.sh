#!/bin/sh
# pdfkit 0.20.2 with one of its own fonts prints a number as Intl writes it in French, "1 234,5" with a narrow space (U+202F), as
# "1 /234,5", and the minus of Swedish (U+2212) as a quotation mark and a control sign: a sign beyond Latin-1 becomes two bytes,
# each printed alone. Guessed: a missing sign, or an error. Fonts that are embedded print all of them. Needs npm and Node 22 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent pdfkit@0.20.2 >/dev/null
cat >try.mjs <<'SCRIPT'
import PDFDocument from 'pdfkit';

async function printed(text) {
  const document = new PDFDocument({ compress: false });
  const parts = [];
  document.on('data', (part) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.text(text, { lineBreak: false });
  document.end();
  await ended;
  const shown = /\[(<.*?>.*?)\] TJ/.exec(Buffer.concat(parts).toString('latin1'))?.[1] ?? '';
  return [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex, 'hex').toString('latin1')).join('');
}

for (const [language, number] of [
  ['de', 1234.5],
  ['fr', 1234.5],
  ['sv', -1],
]) {
  console.log(`${language}: ${JSON.stringify(await printed(new Intl.NumberFormat(language).format(number)))}`);
}
SCRIPT
node try.mjs | tee found
diff - found <<'EXPECTED'
de: "1.234,5"
fr: "1 /234,5"
sv: "\"\u00121"
EXPECTED
