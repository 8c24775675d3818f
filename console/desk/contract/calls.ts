/** Types of a call by the id of its operation, for the browser. */
import type { Static, TSchema } from 'typebox';
import type { ConsoleOperationId, ConsoleOperations } from './operations.gen.ts';

export type ConsoleBody<Id extends ConsoleOperationId> = ConsoleOperations[Id]['body'] extends TSchema
  ? Static<ConsoleOperations[Id]['body']>
  : undefined;
/** Query parameters as they are sent. */
export type ConsoleQuery<Id extends ConsoleOperationId> = {
  readonly [K in keyof ConsoleOperations[Id]['query']]?: string | number | undefined;
};
/** The whole body of a success: `{data, meta?}`. */
export type ConsoleAnswer<Id extends ConsoleOperationId> = Static<ConsoleOperations[Id]['answer']>;
