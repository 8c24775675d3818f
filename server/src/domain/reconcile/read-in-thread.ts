/** Reads a bank's statement in a thread of its own. */
import { askThread, READ_LIMITS } from '../../platform/threads/ask.ts';
import { type BankStatement, UnusableFile } from './types.ts';

/** @throws UnusableFile */
export function readStatementInThread(bytes: Buffer): Promise<BankStatement> {
  return askThread(undefined, bytes, {
    thread: new URL('./thread.ts', import.meta.url),
    limits: READ_LIMITS,
    toError: ({ message }) => new UnusableFile(message),
  });
}
