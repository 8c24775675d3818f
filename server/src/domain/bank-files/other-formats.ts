/** The readers of formats that come as a whole file: tables, workbooks, fixed columns, OFX, QIF. */
import { readCfonb120 } from './cfonb120.ts';
import { readNorma43 } from './norma43.ts';
import { readOfx } from './ofx.ts';
import { readQif } from './qif.ts';
import type { SniffedFormat } from './sniff.ts';
import { readTable } from './table.ts';
import type { BankAnswers, BankFile } from './types.ts';
import { readWebPage, readWorkbook } from './workbook.ts';

export type OtherFormat = Exclude<SniffedFormat, 'camt' | 'mt' | 'xml'> | 'workbook';
type Reader = (bytes: Buffer, answers: BankAnswers) => BankFile | Promise<BankFile>;

const READERS: Readonly<Record<OtherFormat, Reader>> = {
  ofx: readOfx,
  qif: readQif,
  norma43: readNorma43,
  cfonb120: readCfonb120,
  web_page: readWebPage,
  table: readTable,
  workbook: readWorkbook,
};

/**
 * @param bytes the whole file
 * @throws BankFileFault
 */
export async function readOtherFormat(format: OtherFormat, bytes: Buffer, answers: BankAnswers): Promise<BankFile> {
  return await READERS[format](bytes, answers);
}
