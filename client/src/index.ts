/** Client of the Timebank partner API. */
export type * from './api.gen.ts';
export { type ClientOptions, createClient, type TimebankClient } from './client.ts';
export { TimebankError, type TimebankErrorCode } from './errors.ts';
export type { MirrorChange, MirrorOptions } from './mirror.ts';
export type { CallOptions, LaterWord, Page, Paged } from './types.ts';
export { verifyWebhook, type WebhookFailure, type WebhookRequest, WebhookVerificationError } from './webhook.ts';
