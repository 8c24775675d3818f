/** The words of the console's own API, of all modules together: tests hold each of them to the same rules. */

export type { CountedListMeta } from '../../console/desk/contract/counted-list.ts';
export * from '../../console/desk/contract/errors.ts';
export * from '../../console/desk/contract/operation.ts';
export * from '../../console/desk/contract/routes.ts';
export * from './components.ts';
export * from './contracts.ts';
export * from './operations.ts';
