/** Every schema with a name of its own: `#/components/schemas/…` in the document, an `$id` in the validator. */
import type { TSchema } from 'typebox';
import { Band, CommunityAggregates } from './aggregates.ts';
import {
  Credit,
  CreditManyRequest,
  CreditOutcome,
  CreditRequest,
  CreditReversal,
  Payment,
  ReversalRequest,
} from './credits.ts';
import { ErrorBody, FieldError } from './errors.ts';
import { AnyEvent, EVENT_KINDS, EVENT_TYPES, EventTypeDescription } from './events.ts';
import { Listing, RemovedListing } from './listings.ts';
import { Cap, ExchangeRate, Me, PartnerKeys } from './me.ts';
import { RevokeRequest, RevokeResponse, TokenRequest, TokenResponse } from './oauth.ts';
import {
  Delivery,
  ReplayRequest,
  ReplayScheduled,
  Subscription,
  SubscriptionCreateRequest,
  SubscriptionUpdateRequest,
  SubscriptionWithSecret,
  TestScheduled,
} from './subscriptions.ts';
import { RemovedUser, User, UserLookup } from './users.ts';
import { ListMeta, SyncListMeta } from './values.ts';
import { Balance, Statement, StatementSum } from './wallet.ts';

export const COMPONENTS: readonly TSchema[] = [
  ErrorBody,
  FieldError,
  ListMeta,
  SyncListMeta,
  TokenRequest,
  TokenResponse,
  RevokeRequest,
  RevokeResponse,
  Me,
  Cap,
  ExchangeRate,
  PartnerKeys,
  User,
  RemovedUser,
  UserLookup,
  Listing,
  RemovedListing,
  Balance,
  CreditRequest,
  CreditManyRequest,
  Credit,
  Payment,
  CreditReversal,
  CreditOutcome,
  ReversalRequest,
  Statement,
  StatementSum,
  CommunityAggregates,
  Band,
  EventTypeDescription,
  AnyEvent,
  ...EVENT_TYPES.map((type) => EVENT_KINDS[type].schema),
  SubscriptionCreateRequest,
  SubscriptionUpdateRequest,
  Subscription,
  SubscriptionWithSecret,
  ReplayRequest,
  ReplayScheduled,
  TestScheduled,
  Delivery,
];
