/** The table of any bank: CSV with names in many languages, or without names. */
import type { CsvRecord } from '../tables/read-records.ts';
import { findHeader, readRecords } from '../tables/read-records.ts';
import { roleOfName } from './column-names.ts';
import { readSheet } from './sheet.ts';
import { bankFault, bankText } from './text-of.ts';
import { type BankAnswers, type BankFile, BankFileFault } from './types.ts';

const RECORDS_MAX = 50_200;

/** Reads a table of movements, of one account or several. @throws BankFileFault */
export async function readTable(file: string | Buffer, answers: BankAnswers): Promise<BankFile> {
  const notes: string[] = [];
  const text = bankText(file);
  const { separator } = findHeader(text, (name) => roleOfName(name) !== undefined);
  const records: CsvRecord[] = [];
  try {
    for await (const record of readRecords(text, separator, () => {})) {
      if (records.length >= RECORDS_MAX) {
        const message = `The file has more than ${RECORDS_MAX} lines; choose a shorter period.`;
        throw new BankFileFault('too_many_lines', message, { max: RECORDS_MAX });
      }
      records.push(record);
    }
  } catch (error) {
    throw bankFault(error);
  }
  return readSheet(records, answers, { format: 'table', notes });
}
