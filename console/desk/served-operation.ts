/** An operation of the console and its handler, found by their names. */

import type { AnyConsoleHandler, ConsoleHandler } from './call.ts';
import { type ConsoleOperation, isConsoleOperation } from './contract/operation.ts';

/** An operation with its handler. */
export interface ServedOperation {
  readonly operation: ConsoleOperation;
  readonly handler: AnyConsoleHandler;
}

type OperationsIn<Contract> = {
  readonly [Name in keyof Contract as Contract[Name] extends ConsoleOperation ? Name & string : never]: Contract[Name];
};
type HandlersOf<Operations> = {
  readonly [Id in keyof Operations]: Operations[Id] extends ConsoleOperation ? ConsoleHandler<Operations[Id]> : never;
};
/** A handler that keeps nothing between requests is exported as `<id>Handler`. */
type StatelessHandlers<Handlers> = { readonly [Id in keyof Handlers & string as `${Id}Handler`]: Handlers[Id] };

/**
 * Gives each operation of a contract its handler; one that is missing does not compile.
 * @param contract what files of the contract export
 * @param exported what files of handlers export: `listMembersHandler` is that of `listMembers`
 * @param made handlers by operation, of those that share state between requests
 */
export function withHandlers<
  Contract extends object,
  Made extends Partial<HandlersOf<OperationsIn<Contract>>> = Readonly<Record<never, never>>,
>(
  contract: Contract,
  exported: StatelessHandlers<Omit<HandlersOf<OperationsIn<Contract>>, keyof Made>>,
  made?: Made,
): readonly ServedOperation[] {
  const handlers: Readonly<Record<string, unknown>> = { ...exported, ...made };
  return Object.values(contract)
    .filter(isConsoleOperation)
    .map((operation) => ({
      operation,
      handler: (handlers[operation.id] ?? handlers[`${operation.id}Handler`]) as AnyConsoleHandler,
    }));
}
