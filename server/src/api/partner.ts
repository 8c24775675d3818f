/** The partner API: every operation and its handler. */
import {
  type ClientAuthentication,
  OPERATIONS,
  type PartnerOperationId,
  type partnerOperations,
} from '@timebank/contract';
import type { Deps } from '../domain/deps.ts';
import { createReadHorizon } from '../domain/sync/horizon.ts';
import { type Api, route } from './http/route.ts';
import type { AnyClientHandler, AnyHandler, ClientHandler, Handler } from './partner/access/call.ts';
import { bearerCallOf, clientCallOf, createPartnerKinds } from './partner/access/steps.ts';
import { getCommunityAggregatesHandler } from './partner/aggregates/get.ts';
import { createListEventsHandler } from './partner/events/list.ts';
import { getListingHandler } from './partner/listings/get.ts';
import { createListListingsHandler } from './partner/listings/list.ts';
import { getMeHandler } from './partner/me/get.ts';
import { createOAuthHandlers } from './partner/oauth/handlers.ts';
import { createGetUserHandler } from './partner/users/get.ts';
import { createListUsersHandler } from './partner/users/list.ts';
import { lookupUserHandler } from './partner/users/lookup.ts';
import { createGetBalanceHandler } from './partner/wallet/balance.ts';
import { createCreditWalletHandler } from './partner/wallet/credit.ts';
import { createCreditManyHandler } from './partner/wallet/credits-create.ts';
import { getCreditHandler } from './partner/wallet/credits-get.ts';
import { listCreditsHandler } from './partner/wallet/credits-list.ts';
import { reverseCreditHandler } from './partner/wallet/reversal.ts';
import { getStatementHandler } from './partner/wallet/statement.ts';
import { createSubscriptionHandler } from './partner/webhooks/create.ts';
import { deleteSubscriptionHandler } from './partner/webhooks/delete.ts';
import { listDeliveriesHandler } from './partner/webhooks/deliveries.ts';
import { listEventTypesHandler } from './partner/webhooks/event-types.ts';
import { getSubscriptionHandler } from './partner/webhooks/get.ts';
import { listSubscriptionsHandler } from './partner/webhooks/list.ts';
import { replaySubscriptionHandler } from './partner/webhooks/replay.ts';
import { retryDeliveryHandler } from './partner/webhooks/retry-delivery.ts';
import { rotateSubscriptionSecretHandler } from './partner/webhooks/rotate-secret.ts';
import { testSubscriptionHandler } from './partner/webhooks/test.ts';
import { updateSubscriptionHandler } from './partner/webhooks/update.ts';

type Operations = typeof partnerOperations;
/** A handler for each operation: one that is missing does not compile. */
type PartnerHandlers = {
  readonly [Id in PartnerOperationId]: Operations[Id]['authentication'] extends ClientAuthentication
    ? ClientHandler<Operations[Id]>
    : Handler<Operations[Id]>;
};

/** The handlers of one application, with what they share between requests. */
function createPartnerHandlers(deps: Deps): PartnerHandlers {
  const readHorizon = createReadHorizon(deps);
  return {
    ...createOAuthHandlers(deps),

    getMe: getMeHandler,

    listUsers: createListUsersHandler(deps, readHorizon),
    getUser: createGetUserHandler(deps),
    lookupUser: lookupUserHandler,

    listListings: createListListingsHandler(readHorizon),
    getListing: getListingHandler,

    getBalance: createGetBalanceHandler(deps),
    creditWallet: createCreditWalletHandler(deps),
    creditMany: createCreditManyHandler(),
    listCredits: listCreditsHandler,
    getCredit: getCreditHandler,
    reverseCredit: reverseCreditHandler,
    getStatement: getStatementHandler,

    getCommunityAggregates: getCommunityAggregatesHandler,

    listEventTypes: listEventTypesHandler,
    listSubscriptions: listSubscriptionsHandler,
    createSubscription: createSubscriptionHandler,
    getSubscription: getSubscriptionHandler,
    updateSubscription: updateSubscriptionHandler,
    deleteSubscription: deleteSubscriptionHandler,
    rotateSubscriptionSecret: rotateSubscriptionSecretHandler,
    testSubscription: testSubscriptionHandler,
    replaySubscription: replaySubscriptionHandler,
    listDeliveries: listDeliveriesHandler,
    retryDelivery: retryDeliveryHandler,

    listEvents: createListEventsHandler(readHorizon),
  };
}

/** Registers every operation under its kind of caller. */
export function registerPartnerApi(api: Api): void {
  const { deps } = api;
  const kinds = createPartnerKinds(api);
  const handlers = createPartnerHandlers(deps);
  for (const operation of OPERATIONS) {
    const handler = handlers[operation.id as PartnerOperationId];
    if (operation.authentication.kind === 'client') {
      route(api, kinds.client, operation, (context) => (handler as AnyClientHandler)(clientCallOf(context), deps));
    } else {
      route(api, kinds.bearer, operation, (context) => (handler as AnyHandler)(bearerCallOf(context), deps));
    }
  }
}
