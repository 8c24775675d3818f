#!/bin/sh
# qif-ts 1.0.0: an amount with a separator of thousands, as Quicken writes it (T1,234.50), is read as 1 without a word, and one
# with a decimal comma (1.234,50) as 1.234. The amount once more in U, which Quicken puts into each entry, is refused.
# Guessed: separators are dropped, U is passed over. Needs npm and Node 22 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent qif-ts@1.0.0 >/dev/null
cat >try.mjs <<'SCRIPT'
import { deserializeQif } from 'qif-ts';

for (const lines of ['T1234.50', 'T1,234.50', 'T-1,234.50', 'T1.234,50', 'U20.00\nT20.00']) {
  const read = () => deserializeQif(`!Type:Bank\nD11/24/2026\n${lines}\nPAnna\n^\n`).transactions[0].amount;
  try {
    console.log(`${lines.replace('\n', ' ')} -> ${read()}`);
  } catch (error) {
    console.log(`${lines.replace('\n', ' ')} -> ${error.constructor.name}: ${error.message}`);
  }
}
SCRIPT
node try.mjs | tee found
diff - found <<'EXPECTED'
T1234.50 -> 1234.5
T1,234.50 -> 1
T-1,234.50 -> -1
T1.234,50 -> 1.234
U20.00 T20.00 -> QifParserError: Did not recognise detail item for line: U20.00
EXPECTED
