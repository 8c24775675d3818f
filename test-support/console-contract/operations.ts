/** Every operation of the console's API, found in the files that declare them. */
import { ALL_ERRORS, type AnyErrorCode } from '../../console/desk/contract/errors.ts';
import {
  CONSOLE_COMMON_ERRORS,
  type ConsoleOperation,
  isConsoleOperation,
} from '../../console/desk/contract/operation.ts';
import type { ConsoleOperationId, ConsoleOperations } from '../../console/desk/contract/operations.gen.ts';
import * as contracts from './contracts.ts';

export const CONSOLE_OPERATIONS = (Object.values(contracts) as unknown[]).filter(
  isConsoleOperation,
) as readonly ConsoleOperation<ConsoleOperationId>[];

/** By their ids. */
export const consoleOperations = Object.fromEntries(
  CONSOLE_OPERATIONS.map((operation) => [operation.id, operation]),
) as unknown as ConsoleOperations;

/** Every error code an operation can answer, in the order of the list. */
export function consoleErrorsOf(operation: ConsoleOperation): readonly AnyErrorCode[] {
  const codes = new Set<AnyErrorCode>([...CONSOLE_COMMON_ERRORS, ...operation.errors]);
  if (operation.method !== 'GET') codes.add('csrf_failed');
  if (operation.authentication.access !== 'visitor') codes.add('not_signed_in');
  const { recentPassword, recentPasswordToWiden } = operation.authentication;
  if (recentPassword || recentPasswordToWiden) codes.add('password_required');
  if (operation.path.includes('{slug}')) codes.add('community_not_found').add('not_permitted');
  // Members sent to an operation that takes none.
  if (!operation.body && !operation.upload) codes.add('validation_failed');
  return (Object.keys(ALL_ERRORS) as AnyErrorCode[]).filter((code) => codes.has(code));
}
