/** Files that are known and not read: each with what it is, and what to choose in e-banking instead. */
import type { BankFileFaultCode } from '@timebank/contract/console';
import { BankFileFault } from './types.ts';

const HEAD_BYTES = 8192;
const INSTEAD = 'choose camt.053, MT940, OFX or CSV in e-banking instead.';
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

interface Known {
  readonly code: BankFileFaultCode;
  readonly is: (head: string, bytes: Buffer) => boolean;
  readonly message: string;
}

const KNOWN: readonly Known[] = [
  {
    code: 'pdf',
    is: (head) => /^[\s\S]{0,1024}?%PDF-\d/.test(head),
    message: `The file is a PDF, which is made to be looked at; ${INSTEAD}`,
  },
  {
    code: 'protected_workbook',
    is: (_, bytes) =>
      bytes.subarray(0, OLE.length).equals(OLE) && bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')),
    message: `The file is a workbook with a password; save it without one, or ${INSTEAD}`,
  },
  {
    code: 'not_a_statement',
    is: (_, bytes) => bytes.subarray(0, OLE.length).equals(OLE),
    message: `The file is a workbook of the old kind (.xls); save it as .xlsx or CSV, or ${INSTEAD}`,
  },
  {
    code: 'orders_not_statements',
    is: (head) =>
      /pain\.00[18]\.|<(?:\w+:)?(?:CstmrCdtTrfInitn|CstmrDrctDbtInitn)[\s>]/.test(head.replaceAll('\0', '')),
    message: `The file has orders to the bank (pain), not what the bank has booked; ${INSTEAD}`,
  },
  {
    code: 'coda',
    // The head of 128 characters: date, bank, application 05.
    is: (head) => /^0{5}\d{6}\d{3}05[^\n]{112}/.test(head),
    message: `The file is CODA, the statement of Belgian banks, which is not read; choose camt.053 or CSV in e-banking instead.`,
  },
  {
    code: 'bai2',
    is: (head) => /^01,[^,\n]*,[^,\n]*,\d{6},\d{0,4},[^\n]*\/?\s*\n02,/.test(head),
    message: `The file is BAI2, a report of American banks, which is not read; choose OFX or CSV in e-banking instead.`,
  },
];

/**
 * Refuses what is known and not read.
 * @throws BankFileFault
 */
export function refuseKnown(bytes: Buffer): void {
  const head = bytes
    .subarray(0, HEAD_BYTES)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const known = KNOWN.find(({ is }) => is(head, bytes));
  if (known) throw new BankFileFault(known.code, known.message);
}
