/** How a command fails: one sentence for a person, one JSON object with `--json`; the exit code is the same. */
import type { FieldError } from '@timebank/contract';
import { CommanderError } from 'commander';
import { ConfigError } from '../../../core/base/config.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import { SystemError } from '../../../core/base/system-error.ts';
import { DatabaseUnavailable } from '../../../core/database/connection.ts';
import { DatabaseOpenError, explainDatabaseError } from '../../../core/database/open-error.ts';
import type { CommandContext } from './context.ts';
import { withoutFarGuess } from './guess.ts';
import { InputFault } from './input-fault.ts';
import { OutputClosed } from './output.ts';
import { UsageError } from './usage-error.ts';

const EXIT_FAILURE = 1;
/** The command line itself is wrong; nothing was tried. */
const EXIT_USAGE = 2;
/** A file of a move cannot be read. */
const EXIT_UNREADABLE = 2;

/** The shape of the API's error answers. */
interface Failure {
  readonly error: string;
  readonly error_description: string;
  readonly errors?: readonly FieldError[];
}

/**
 * Tells what went wrong, on standard error.
 * @returns the exit code
 */
export function tellFailure(context: CommandContext, error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof OutputClosed) return error.exitCode;
  const failure = failureOf(error);
  if (context.json) context.note(`${JSON.stringify(failure, null, 2)}\n`);
  // A wrong command line was reported when it was read.
  else if (!(error instanceof CommanderError)) context.note(`timebank: ${linesOf(failure).join('\n')}\n`);
  if (error instanceof InputFault && error.isUnreadable) return EXIT_UNREADABLE;
  return error instanceof CommanderError || error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE;
}

function linesOf({ error_description, errors = [] }: Failure): string[] {
  return [error_description, ...errors.map(({ message }) => message).filter((line) => line !== error_description)];
}

function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) return failed('invalid_usage', error.message);
  if (error instanceof CommanderError) {
    const sentence = error.code === 'commander.help' ? 'The command is not complete.' : error.message;
    return failed(
      'invalid_usage',
      withoutFarGuess(sentence)
        .replace(/^error: /, '')
        .replaceAll('\n', ' '),
    );
  }
  if (error instanceof Refusal) {
    return { ...failed(error.code, error.message), ...(error.fields?.length ? { errors: error.fields } : {}) };
  }
  if (error instanceof InputFault) return failed(error.failure, error.message);
  if (error instanceof ConfigError) return failed('invalid_setting', error.message);
  if (error instanceof DatabaseOpenError) return failed('database_not_usable', error.message);
  const sentence = explainDatabaseError(error);
  if (sentence !== undefined) return failed('database_not_usable', sentence);
  if (error instanceof DatabaseUnavailable) {
    return failed('temporarily_unavailable', `The database does not respond (${error.message}).`);
  }
  if (!(error instanceof Error)) return failed('server_error', String(error));
  if (error instanceof SystemError) return failed('system_error', error.message);
  if ('code' in error && 'syscall' in error) return failed('system_error', `The system refused (${error.message}).`);
  // A fault of this program, not of its user.
  return failed('server_error', error.stack ?? error.message);
}

const failed = (error: string, error_description: string): Failure => ({ error, error_description });
