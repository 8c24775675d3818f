/** Standard output and standard error, with any reader, also one that goes away. */
import { systemWords } from '../../../core/base/system-error.ts';

export interface Output {
  readonly print: (line: string) => void;
  readonly note: (text: string) => void;
  /** Resolves when the text is on its way, for output that is not to be kept in memory. @throws OutputClosed */
  readonly write: (text: string) => Promise<void>;
  /** Whether standard output still takes what is printed. */
  readonly isOpen: () => boolean;
}

/** Work that is nothing but output has no reader left, and ends. */
export class OutputClosed extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super('standard output is closed');
    this.exitCode = exitCode;
  }
}

const EXIT_FAILURE = 1;

/**
 * Both streams of this process. A reader that has gone, as `head` does, has read what it wanted: nothing is reported,
 * and the exit code is that of the work, which goes on. Output that cannot be kept, as on a full disk, is reported once
 * and is a failure.
 */
export function processOutput(fail: (exitCode: number) => void): Output {
  const { stdout, stderr } = process;
  let isOpen = true;
  let exitCode = 0;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isOpen) return;
    isOpen = false;
    if (error.code === 'EPIPE') return;
    exitCode = EXIT_FAILURE;
    fail(exitCode);
    stderr.write(
      `timebank: Cannot write to standard output (${systemWords(error)}): what was to be printed is lost.\n`,
    );
  });
  // There is nobody left to tell.
  stderr.on('error', () => {});
  return {
    print: (line) => {
      if (isOpen) stdout.write(`${line}\n`);
    },
    note: (text) => void stderr.write(text),
    write: (text) =>
      new Promise((resolve, reject) => {
        if (!isOpen) return reject(new OutputClosed(exitCode));
        stdout.write(text, (error) => (error ? reject(new OutputClosed(exitCode)) : resolve()));
      }),
    isOpen: () => isOpen,
  };
}
