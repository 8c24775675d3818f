/** The partner API: every operation and its handler. */
import {
  type ClientAuthentication,
  OPERATIONS,
  type PartnerOperationId,
  type partnerOperations,
} from '@timebank/contract';
import type { AnyClientHandler, AnyHandler, ClientHandler, Handler } from './access/call.ts';
import { createOAuthHandlers } from './access/oauth/handlers.ts';
import { bearerCallOf, clientCallOf, createPartnerKinds } from './access/steps.ts';
import { getCommunityAggregatesHandler } from './aggregates/api/get.ts';
import type { Deps } from './deps.ts';
import { createListEventsHandler } from './events/api/events/list.ts';
import {
  createSubscriptionHandler,
  deleteSubscriptionHandler,
  getSubscriptionHandler,
  listDeliveriesHandler,
  listEventTypesHandler,
  listSubscriptionsHandler,
  replaySubscriptionHandler,
  retryDeliveryHandler,
  rotateSubscriptionSecretHandler,
  testSubscriptionHandler,
  updateSubscriptionHandler,
} from './events/api/webhooks/webhooks.ts';
import { type Api, route } from './http/route.ts';
import { createCreditWalletHandler } from './ledger/api/credit.ts';
import { createCreditManyHandler } from './ledger/api/credits-create.ts';
import {
  createGetBalanceHandler,
  getCreditHandler,
  getStatementHandler,
  listCreditsHandler,
  reverseCreditHandler,
} from './ledger/api/wallet.ts';
import { getMeHandler } from './partners/api/me.ts';
import { createListListingsHandler, getListingHandler } from './people/api/listings/listings.ts';
import { createGetUserHandler, createListUsersHandler, lookupUserHandler } from './people/api/users/users.ts';
import { createReadHorizon } from './sync/horizon.ts';

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
