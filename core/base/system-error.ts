/** Errors of the system with a sentence about the failed operation, the system's words, and an advice. */
import { getSystemErrorMessage } from 'node:util';

/** The message is one sentence for the operator, printed without a stack. */
export class SystemError extends Error {}

/** The advice: one for every reason, or by the system's code. */
export type Advice = string | ((code: string) => string);

const DISK_FULL = /^(ENOSPC|EDQUOT)$/;

/** The code and the words of the system, without the path and the call that Node adds. */
export function systemWords(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const { code, errno, message } = first as NodeJS.ErrnoException;
  if (code === undefined) return message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
  return errno === undefined || errno >= 0 ? code : `${code}: ${getSystemErrorMessage(errno)}`;
}

/**
 * Names the operation that failed.
 * @param what such as "listen on 127.0.0.1:80"
 * @returns the error itself where the system has not refused anything
 */
export function refusedBySystem(what: string, advice: Advice, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  // Node's own codes (ERR_…) are faults of the program.
  if (error instanceof SystemError || code === undefined || !/^E(?!RR_)[A-Z0-9_]+$/.test(code)) return error;
  const toDo = DISK_FULL.test(code) ? 'make room on its disk' : typeof advice === 'string' ? advice : advice(code);
  return new SystemError(`Cannot ${what} (${systemWords(error)}): ${toDo}.`, { cause: error });
}

/** Does the work. @throws SystemError that names it, when the system refuses it */
export async function naming<T>(what: string, advice: Advice, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusedBySystem(what, advice, error);
  }
}
