import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseKnown } from './read-file.ts';
import { BankFileFault } from './types.ts';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

test('a file that is known and not read is refused by its name, with what to choose instead', () => {
  const coda = `0000026112699905        00012345  TIJDBANK                  KREDBEBB   00000000000 00000`
    .padEnd(127)
    .concat('2');
  const files: [string, string | Buffer][] = [
    ['pdf', '%PDF-1.7\n%âãÏÓ'],
    ['pdf', '\n\n%PDF-1.4'],
    ['protected_workbook', Buffer.concat([OLE, Buffer.alloc(9000), Buffer.from('EncryptedPackage', 'utf16le')])],
    ['not_a_statement', Buffer.concat([OLE, Buffer.from('Workbook', 'utf16le')])],
    ['orders_not_statements', '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">'],
    ['orders_not_statements', '<Document><CstmrDrctDbtInitn>'],
    ['coda', `${coda}\r\n1`],
    ['bai2', '01,122099999,123456789,261126,0200,1,80,1,2/\n02,031001234,122099999,1,261126,2359,,2/\n'],
  ];
  for (const [code, file] of files) {
    const bytes = Buffer.from(file as string);
    assert.throws(
      () => refuseKnown(bytes),
      (error) => error instanceof BankFileFault && error.code === code && /choose (?:camt|OFX)/.test(error.message),
      code,
    );
  }
  for (const read of [
    'Datum;Betrag\n',
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">',
    '01,02,03',
  ]) {
    refuseKnown(Buffer.from(read));
  }
});
