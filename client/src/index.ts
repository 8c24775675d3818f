/** Client of the Timebank partner API. */
export type * from './api.gen.ts';
export type { KeyPair, PrivateKey } from './authentication.ts';
export { type ClientOptions, createClient, type TimebankClient } from './client.ts';
export { isTimebankError, TimebankError, type TimebankErrorCode } from './errors.ts';
export type { MirrorChange, MirrorOptions } from './mirror.ts';
export type { StatementCheck, StatementCheckOptions, StatementFault } from './statement.ts';
export type {
  Answer,
  CallOptions,
  CreditId,
  DeliveryId,
  EventId,
  Id,
  LaterWord,
  ListingId,
  LogEntry,
  MemberId,
  Page,
  Paged,
  RateLimit,
  ResponseInfo,
  SubscriptionId,
} from './types.ts';
export {
  createWebhookVerifier,
  type SignedDelivery,
  signTestDelivery,
  type TestDelivery,
  type TestEvent,
  type WebhookFailure,
  type WebhookRequest,
  WebhookVerificationError,
  type WebhookVerifier,
  type WebhookVerifierOptions,
} from './webhook.ts';
