/**
 * The contract: the only place where a request, response, event or error of the partner API is written.
 *
 * One file per URL prefix holds its schemas (TypeBox; types come from them by `Static`) and its operations. Routes,
 * validation, the client's types and openapi.json are made from these. `operations.ts` lists what is implemented,
 * `validation.ts` compiles request bodies, `values.ts` and `ids.ts` hold the units and public ids.
 */
export * from './act-errors.ts';
export * from './aggregates.ts';
export * from './components.ts';
export * from './credits.ts';
export * from './errors.ts';
export * from './events.ts';
export { FIELD_CODES, type FieldCodeDefinition } from './field-codes.ts';
export { BEYOND_FORMS, BEYOND_FORMS_RULE, brokenField, type FieldRule, readSeconds } from './field-rules.ts';
export * from './fields.ts';
export { shown } from './hours-text.ts';
export * from './ids.ts';
export * from './listings.ts';
export * from './me.ts';
export * from './members.ts';
export { nearest } from './near.ts';
export * from './oauth.ts';
export * from './openapi.ts';
export * from './openapi-3-0.ts';
export * from './operation.ts';
export * from './operations.ts';
export * from './query.ts';
export { type BrokenRule, brokenHttpsUrl, isReference } from './rules.ts';
export * from './statement-hash.ts';
export * from './subscriptions.ts';
export * from './users.ts';
export * from './validation.ts';
export * from './values.ts';
export * from './wallet.ts';
export * from './webhooks.ts';
export * from './words.ts';
