/** The part of its process that a command uses. */

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Writes a line of the result. */
  out(line: string): void;
  /** Writes a line about what goes wrong. */
  err(line: string): void;
}

/** A mistake of the person at the terminal: shown as it is, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Rejects when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
