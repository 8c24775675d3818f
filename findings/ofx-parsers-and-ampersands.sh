#!/bin/sh
# Ampersands in OFX 1 (SGML): ofx-js 1.1.1 reads "A &amp; B" as A & B; node-ofx-parser 0.5.1 gives it back escaped three times,
# and "&lt;" likewise, so that no comparison of payers holds. Guessed: both read it, or both leave it as it is.
# Needs npm and Node 22 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent ofx-js@1.1.1 node-ofx-parser@0.5.1 >/dev/null
cat >try.mjs <<'SCRIPT'
import other from 'node-ofx-parser';
import { parse } from 'ofx-js';

const file = (name) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>0001<ACCTID>000123<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261124<TRNAMT>20.00<FITID>7<NAME>${name}</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const nameIn = (read) => read.OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN.NAME;

for (const name of ['A &amp; B', 'A &lt; B', 'Anna']) {
  console.log(`${name}: ofx-js ${nameIn(await parse(file(name)))}, node-ofx-parser ${nameIn(other.parse(file(name)))}`);
}
SCRIPT
node try.mjs | tee found
diff - found <<'EXPECTED'
A &amp; B: ofx-js A & B, node-ofx-parser A &amp;amp;amp; B
A &lt; B: ofx-js A < B, node-ofx-parser A &amp;amp;lt; B
Anna: ofx-js Anna, node-ofx-parser Anna
EXPECTED
