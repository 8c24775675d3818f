/** The entry of the thread that reads a bank's statement. */
import { answerInThread } from '../../platform/threads/answer.ts';
import { readStatementFile } from './read-file.ts';
import { UnusableFile } from './types.ts';

await answerInThread(
  async (_task, file) => readStatementFile(once(file)),
  (error) => (error instanceof UnusableFile ? { message: error.message } : undefined),
);

async function* once(file: Buffer) {
  yield file;
}
