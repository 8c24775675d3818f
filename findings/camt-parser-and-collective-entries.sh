#!/bin/sh
# camt-parser 1.1.0 reads camt.053.001.08, and of a collective entry neither the payers' own words (Ustrd), nor their names
# (Dbtr/Pty/Nm, as this version of the message has them), nor the amount of each (TxDtls/Amt): only the references are left.
# Guessed: what the message's own version holds is read. Needs npm and Node 22 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent camt-parser@1.1.0 >/dev/null
cat >try.mjs <<'SCRIPT'
import { parseCamt053 } from 'camt-parser';

const details = (reference, amount, name, remittance) => `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf>${remittance}</RmtInf></TxDtls>`;
const file = `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-25T10:00:00</CreDtTm></GrpHdr>
<Stmt><Id>7</Id><CreDtTm>2026-11-25T10:00:00</CreDtTm><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Dt><Dt>2026-11-25</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt>
<BkTxCd/><NtryDtls>
${details('A', '20.00', 'Anna Berger', '<Ustrd>Hours of May</Ustrd>')}
${details('B', '30.00', 'Ben Lang', '<Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>')}
</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;

const { statements } = await parseCamt053(file);
for (const one of statements[0].transactions[0].details) {
  const kept = ['20.00', '30.00', 'Anna Berger', 'Ben Lang', 'Hours of May', 'RF18539007547034'].filter((part) =>
    JSON.stringify(one).includes(part),
  );
  console.log(`${one.references.endToEndId}: ${kept.join(', ') || 'nothing else'}`);
}
SCRIPT
node try.mjs | tee found
diff - found <<'EXPECTED'
A: nothing else
B: RF18539007547034
EXPECTED
