/** The entry of the thread that reads a bank's file. */
import { answerInThread } from '../../core/base/threads/answer.ts';
import { readBankFile } from './read-file.ts';
import type { BankFileTask, FlatBankFile } from './read-in-thread.ts';
import { BankFileFault } from './types.ts';

await answerInThread<BankFileTask>(
  async ({ name, answers }, bytes): Promise<FlatBankFile> => {
    const { statements, questions, notes } = await readBankFile(name, bytes, answers);
    return {
      statements: statements.map(({ lines, ...statement }) => ({ ...statement, lineCount: lines.length })),
      lines: statements.flatMap(({ lines }) => lines),
      questions,
      notes,
    };
  },
  (error) =>
    error instanceof BankFileFault
      ? { message: error.message, code: error.code, details: { ...error.params } }
      : undefined,
);
