export * from './errors.ts';
export * from './operation.ts';
export * from './query.ts';
