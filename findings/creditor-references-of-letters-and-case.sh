#!/bin/sh
# Two libraries for ISO 11649 creditor references (RF), each taken by its word. iso-11649 1.0.1 documents that `generate` asks for
# [A-Z0-9]{1,21}, yet takes anything: it leaves out what is no letter of English, so that "Müller 7" and "Mller 7" get one
# reference.
# swissqrbill 4.4.1 counts small letters with another value than capitals, when it makes the two digits and when it
# checks them: RF70mueller7 is right to it alone, and its RF59Mller 7 with a space as well. Printed references are of capitals,
# and a bank that reads them as such refuses what it made. Needs npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent iso-11649@1.0.1 swissqrbill@4.4.1 >/dev/null
cat >references.mjs <<'SCRIPT'
import iso11649 from 'iso-11649';
import { calculateSCORReferenceChecksum, isSCORReferenceValid } from 'swissqrbill/utils';

for (const own of ['MUELLER7', 'mueller7', 'Müller 7', 'Mller 7']) {
  const made = `RF${calculateSCORReferenceChecksum(own)}${own}`;
  const verdicts = [made, iso11649.generate(own)].map(
    (reference) => `${reference} ${isSCORReferenceValid(reference)} ${iso11649.validate(reference)}`,
  );
  console.log(`${own}: swissqrbill ${verdicts[0]}, iso-11649 ${verdicts[1]}`);
}
SCRIPT
node references.mjs | tee found
diff - found <<'EXPECTED'
MUELLER7: swissqrbill RF58MUELLER7 true true, iso-11649 RF58MUELLER7 true true
mueller7: swissqrbill RF70mueller7 true false, iso-11649 RF58MUELLER7 true true
Müller 7: swissqrbill RF23Müller 7 false false, iso-11649 RF48MLLER7 true true
Mller 7: swissqrbill RF59Mller 7 true false, iso-11649 RF48MLLER7 true true
EXPECTED
