#!/bin/sh
# nanotar 0.3.0 writes the name of a file into the 100 bytes of the old header and cuts what is longer, without a word: two files
# of one long folder get one name, and a letter of several bytes is cut through. A ustar prefix, which it reads, or a PAX header
# would hold them. Guessed: the prefix is written, or a refusal. Needs npm and Node 22 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent nanotar@0.3.0 >/dev/null
cat >try.mjs <<'SCRIPT'
import { createTar, parseTar } from 'nanotar';

const folder = 'community-'.repeat(9);
for (const names of [
  ['short.txt'],
  [`${folder}/members-of-2025.csv`, `${folder}/members-of-2026.csv`],
  [`${'€'.repeat(40)}.csv`],
]) {
  const files = parseTar(createTar(names.map((name) => ({ name, data: name }))));
  const read = files.map(({ name }) => `${name.slice(-12)} (${Buffer.byteLength(name)} bytes)`);
  console.log(`${names.length} of ${Buffer.byteLength(names[0])} bytes -> ${read.join(', ')}`);
}
SCRIPT
node try.mjs | tee found
diff - found <<'EXPECTED'
1 of 9 bytes -> short.txt (9 bytes)
2 of 110 bytes -> y-/members-o (100 bytes), y-/members-o (100 bytes)
1 of 124 bytes -> €€€€€€€€€€€€ (99 bytes)
EXPECTED
