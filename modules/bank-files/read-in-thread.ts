/** Reads a bank's file in a thread of its own. */

import { askThread, READ_LIMITS } from '../../core/base/threads/ask.ts';
import { BANK_FILE_FAULTS, type BankFileFaultCode } from './faults.ts';
import { type BankAnswers, type BankFile, BankFileFault, type BankLine, type BankStatement } from './types.ts';

/** The question of the thread. */
export interface BankFileTask {
  readonly name: string | null;
  readonly answers: BankAnswers;
}

/** A file whose lines travel apart from their statements, so that they come in parts. */
export interface FlatBankFile {
  readonly statements: readonly (Omit<BankStatement, 'lines'> & { readonly lineCount: number })[];
  /** Of all statements, in their order. */
  readonly lines: readonly BankLine[];
  readonly questions: BankFile['questions'];
  readonly notes: readonly string[];
}

/**
 * `readBankFile` where no content of a file can hold up the service.
 * @throws BankFileFault
 */
export async function readBankFileInThread(
  name: string | null,
  bytes: Buffer,
  answers: BankAnswers,
): Promise<BankFile> {
  const flat = await askThread<BankFileTask, FlatBankFile>({ name, answers }, bytes, {
    thread: new URL('./thread.ts', import.meta.url),
    limits: READ_LIMITS,
    toError: ({ message, code, details }) =>
      new BankFileFault(codeOf(code), message, { ...(details as BankFileFault['params'] | undefined) }),
  });
  let from = 0;
  const statements = flat.statements.map(({ lineCount, ...statement }) => {
    from += lineCount;
    return { ...statement, lines: flat.lines.slice(from - lineCount, from) };
  });
  return { statements, questions: flat.questions, notes: flat.notes };
}

/** A file that passes a limit of the thread has no code of its own. */
const codeOf = (code: string | undefined): BankFileFaultCode =>
  BANK_FILE_FAULTS.find((known) => known === code) ?? 'too_large';
