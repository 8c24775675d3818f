#!/bin/sh
# iso20022.js 0.0.15 reads a camt.053 into amounts in "minor units" by a multiplication with 100 in floating point, whatever the
# currency: 19.99 EUR is no whole number of cents, yen gain two digits, and the third digit of a dinar is behind the point.
# RvslInd is not read, so money that came back counts as money that came. Guessed: whole numbers, by the digits of ISO 4217.
# Needs npm and Node 22 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent iso20022.js@0.0.15 >/dev/null
cat >try.mjs <<'SCRIPT'
import { CashManagementEndOfDayReport } from 'iso20022.js';

const report = (currency, amount, more = '') => `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-25T10:00:00</CreDtTm></GrpHdr>
<Stmt><Id>7</Id><ElctrncSeqNb>1</ElctrncSeqNb><LglSeqNb>1</LglSeqNb><CreDtTm>2026-11-25T10:00:00</CreDtTm>
<FrToDt><FrDtTm>2026-11-24T00:00:00</FrDtTm><ToDtTm>2026-11-24T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>${currency}</Ccy>
<Svcr><FinInstnId><BIC>BYLADEM1001</BIC><Nm>Bank</Nm></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Dt><Dt>2026-11-25</Dt></Dt></Bal>
<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-24</Dt></BookgDt><BkTxCd><Prtry><Cd>NTRF+166</Cd></Prtry></BkTxCd></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

for (const [currency, amount, more] of [
  ['EUR', '20.00'],
  ['EUR', '19.99'],
  ['EUR', '1.10'],
  ['JPY', '2000'],
  ['KWD', '1.234'],
  ['EUR', '20.00', '<RvslInd>true</RvslInd>'],
]) {
  const [statement] = CashManagementEndOfDayReport.fromXML(report(currency, amount, more)).statements;
  const [entry] = statement.entries;
  console.log(`${amount} ${currency} ${more ?? ''}-> ${entry.amount}, ${entry.creditDebitIndicator}, reversal ${entry.reversal}`);
}
SCRIPT
node try.mjs | tee found
diff - found <<'EXPECTED'
20.00 EUR -> 2000, credit, reversal false
19.99 EUR -> 1998.9999999999998, credit, reversal false
1.10 EUR -> 110.00000000000001, credit, reversal false
2000 JPY -> 200000, credit, reversal false
1.234 KWD -> 123.4, credit, reversal false
20.00 EUR <RvslInd>true</RvslInd>-> 2000, credit, reversal false
EXPECTED
