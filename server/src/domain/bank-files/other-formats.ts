/** The readers of formats that come as a whole file: tables, workbooks, fixed columns, OFX, QIF. */
import type { SniffedFormat } from './sniff.ts';
import { type BankAnswers, type BankFile, BankFileFault } from './types.ts';

export type OtherFormat = Exclude<SniffedFormat, 'camt' | 'mt' | 'xml'> | 'workbook';

/**
 * @param bytes the whole file
 * @throws BankFileFault
 */
export async function readOtherFormat(
  format: OtherFormat,
  _name: string | null,
  _bytes: Buffer,
  _answers: BankAnswers,
): Promise<BankFile> {
  throw new BankFileFault('not_a_statement', `The file (${format}) is not read; choose camt.053 or MT940.`);
}
