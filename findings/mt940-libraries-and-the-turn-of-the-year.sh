#!/bin/sh
# Field 61 of an MT940 has a year in its value date only (251231), and an entry date without one (0102): a booking of
# 2 January with the value of New Year's Eve. mt940-js 1.0.0 and mt940js 1.3.5 (npm) both take the value date's year, so
# the entry is 363 days before its value. mt940-js 1.0.0 also gives an empty bank reference for `NTRFZV-8801//B4-0001`,
# calls the credit an expense, and needs tslib, which it does not declare. Needs npm and Node 20 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent mt940-js@1.0.0 mt940js@1.3.5 tslib@2.8.1 >/dev/null
printf '%s\r\n' ':20:STARTUMS' ':25:12345678/0123456789' ':28C:00001/001' ':60F:C251230EUR1000,00' \
  ':61:2512310102C250,00NTRFZV-8801//B4-0001' ':86:166?00GUTSCHRIFT?20ZEITBANK ZV-8801?32ANNA BRANDT' \
  ':62F:C251231EUR1250,00' '-' >statement.sta
cat >read.cjs <<'SCRIPT'
const { readFileSync } = require('node:fs');
const day = (date) => new Date(date).toISOString().slice(0, 10);
(async () => {
  const bytes = readFileSync('statement.sta');
  const [one] = (await require('mt940-js').read(bytes))[0].transactions;
  console.log('mt940-js:', day(one.valueDate), day(one.entryDate), JSON.stringify(one.bankReference), one.isCredit, one.isExpense);
  const { Parser } = require('mt940js');
  const [other] = new Parser().parse(bytes.toString())[0].transactions;
  console.log('mt940js:', day(other.date), day(other.entryDate), JSON.stringify(other.bankReference));
})();
SCRIPT
node read.cjs | tee found
printf '%s\n' 'mt940-js: 2025-12-31 2025-01-02 "" true true' 'mt940js: 2025-12-31 2025-01-02 "B4-0001"' | diff - found
