/** Every operation that is implemented, in the order of the documentation. The router and openapi.json follow it. */
import { getCommunityAggregates } from './aggregates.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { listEvents } from './events.ts';
import { getListing, listListings } from './listings.ts';
import { getMe } from './me.ts';
import { issueToken, revokeToken } from './oauth.ts';
import { BEARER_ERRORS, COMMON_ERRORS, type Operation } from './operation.ts';
import { getUser, listUsers, lookupUser } from './users.ts';
import { creditMany, creditWallet, getBalance, getCredit, getStatement, listCredits, reverseCredit } from './wallet.ts';
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listDeliveries,
  listEventTypes,
  listSubscriptions,
  replaySubscription,
  retryDelivery,
  rotateSubscriptionSecret,
  testSubscription,
  updateSubscription,
} from './webhooks.ts';

/** The operations by their ids. The handler tables of the server are typed by it. */
export const partnerOperations = {
  issueToken,
  revokeToken,
  getMe,
  listUsers,
  getUser,
  lookupUser,
  listListings,
  getListing,
  getBalance,
  creditWallet,
  creditMany,
  listCredits,
  getCredit,
  reverseCredit,
  getStatement,
  getCommunityAggregates,
  listEventTypes,
  listSubscriptions,
  createSubscription,
  getSubscription,
  updateSubscription,
  deleteSubscription,
  rotateSubscriptionSecret,
  testSubscription,
  replaySubscription,
  listDeliveries,
  retryDelivery,
  listEvents,
} as const;
export type PartnerOperationId = keyof typeof partnerOperations;

// An operation under another name than its id does not compile.
partnerOperations satisfies { readonly [Id in PartnerOperationId]: { readonly id: Id } };

/** The published operations. */
export const OPERATIONS: readonly Operation[] = Object.values(partnerOperations);

/** Every error code an operation can answer: its own, those of every operation, and those of every bearer token; in the order of `ERRORS`. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const bearer = operation.authentication.kind === 'bearer' ? BEARER_ERRORS : [];
  const codes = new Set<ErrorCode>([...COMMON_ERRORS, ...bearer, ...operation.errors]);
  // A leaked token can be revoked also while the partner API is switched off.
  if (operation.id === 'revokeToken') codes.delete('partner_api_disabled');
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}
