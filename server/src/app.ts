/** The HTTP application: every operation, registered by hand. */
import {
  createSubscription,
  creditWallet,
  deleteSubscription,
  getBalance,
  getCommunityAggregates,
  getCredit,
  getListing,
  getStatement,
  getSubscription,
  getUser,
  issueToken,
  listCredits,
  listDeliveries,
  listEvents,
  listEventTypes,
  listListings,
  listSubscriptions,
  listUsers,
  lookupUser,
  replaySubscription,
  reverseCredit,
  revokeToken,
  rotateSubscriptionSecret,
  testSubscription,
  updateSubscription,
} from '@timebank/contract';
import { type FastifyInstance, fastify } from 'fastify';
import { getCommunityAggregatesHandler } from './aggregates/get.ts';
import { registerConsolePages } from './console/pages.ts';
import { registerConsoleApi } from './console/register.ts';
import type { Deps } from './deps.ts';
import { registerErrorsPage } from './docs-pages/errors.ts';
import { registerReference } from './docs-pages/reference.ts';
import { listEventsHandler } from './events/list.ts';
import { refuseFastifyError } from './http/fastify-error.ts';
import { registerPages } from './http/pages.ts';
import { answerRawEvents, onClientError, SERVER_LIMITS } from './http/raw.ts';
import { requestIds } from './http/request-id.ts';
import { type Api, clientRoute, createApi, route } from './http/route.ts';
import { repairTarget } from './http/target.ts';
import { getListingHandler } from './listings/get.ts';
import { listListingsHandler } from './listings/list.ts';
import { createOAuthHandlers } from './oauth/handlers.ts';
import { getUserHandler } from './users/get.ts';
import { listUsersHandler } from './users/list.ts';
import { lookupUserHandler } from './users/lookup.ts';
import { getBalanceHandler } from './wallet/balance.ts';
import { creditWalletHandler } from './wallet/credit.ts';
import { getCreditHandler } from './wallet/credits-get.ts';
import { listCreditsHandler } from './wallet/credits-list.ts';
import { reverseCreditHandler } from './wallet/reversal.ts';
import { getStatementHandler } from './wallet/statement.ts';
import { createSubscriptionHandler } from './webhooks/create.ts';
import { deleteSubscriptionHandler } from './webhooks/delete.ts';
import { listDeliveriesHandler } from './webhooks/deliveries.ts';
import { listEventTypesHandler } from './webhooks/event-types.ts';
import { getSubscriptionHandler } from './webhooks/get.ts';
import { listSubscriptionsHandler } from './webhooks/list.ts';
import { replaySubscriptionHandler } from './webhooks/replay.ts';
import { rotateSubscriptionSecretHandler } from './webhooks/rotate-secret.ts';
import { testSubscriptionHandler } from './webhooks/test.ts';
import { updateSubscriptionHandler } from './webhooks/update.ts';

/** When the service counts as ready, and what tests shorten. */
export interface AppOptions {
  /** False until everything is prepared: the demo's sample community, for instance. */
  readonly isReady?: () => boolean;
  /** The built front end; undefined: where `npm ci` puts it. */
  readonly consoleFolder?: string;
  readonly bodyTimeoutMs?: number;
  readonly headersTimeoutMs?: number;
}

/** Builds the application; it listens once `listen` is called. */
export function buildApp(deps: Deps, options: AppOptions = {}): FastifyInstance {
  const nextRequestId = requestIds();
  const app: FastifyInstance = fastify({
    exposeHeadRoutes: false,
    genReqId: nextRequestId,
    // Requests that reach a closing process are answered; their connections end with the answer.
    return503OnClosing: false,
    http: { ...SERVER_LIMITS, headersTimeout: options.headersTimeoutMs ?? SERVER_LIMITS.headersTimeout },
    requestTimeout: SERVER_LIMITS.requestTimeout,
    keepAliveTimeout: SERVER_LIMITS.keepAliveTimeout,
    // The operations read the query themselves, and no id is too long to be an unknown one.
    routerOptions: { querystringParser: () => ({}), maxParamLength: SERVER_LIMITS.maxHeaderSize },
    rewriteUrl: repairTarget,
    clientErrorHandler: (error, socket) => onClientError(api, nextRequestId, error, socket),
  });
  const api = createApi(app, deps, options.bodyTimeoutMs);
  app.setErrorHandler(refuseFastifyError(api));
  answerRawEvents(api, nextRequestId);
  registerOperations(api, deps);
  registerConsoleApi(api);
  registerConsolePages(api, options.consoleFolder);
  registerPages(api, options.isReady ?? (() => true));
  registerErrorsPage(app);
  registerReference(app);
  return app;
}

function registerOperations(api: Api, deps: Deps): void {
  const oauth = createOAuthHandlers(deps);
  clientRoute(api, issueToken, oauth.issueToken);
  clientRoute(api, revokeToken, oauth.revokeToken);

  route(api, listUsers, listUsersHandler);
  route(api, getUser, getUserHandler);
  route(api, lookupUser, lookupUserHandler);

  route(api, listListings, listListingsHandler);
  route(api, getListing, getListingHandler);

  route(api, getBalance, getBalanceHandler);
  route(api, creditWallet, creditWalletHandler);
  route(api, listCredits, listCreditsHandler);
  route(api, getCredit, getCreditHandler);
  route(api, reverseCredit, reverseCreditHandler);
  route(api, getStatement, getStatementHandler);

  route(api, getCommunityAggregates, getCommunityAggregatesHandler);

  route(api, listEventTypes, listEventTypesHandler);
  route(api, listSubscriptions, listSubscriptionsHandler);
  route(api, createSubscription, createSubscriptionHandler);
  route(api, getSubscription, getSubscriptionHandler);
  route(api, updateSubscription, updateSubscriptionHandler);
  route(api, deleteSubscription, deleteSubscriptionHandler);
  route(api, rotateSubscriptionSecret, rotateSubscriptionSecretHandler);
  route(api, testSubscription, testSubscriptionHandler);
  route(api, replaySubscription, replaySubscriptionHandler);
  route(api, listDeliveries, listDeliveriesHandler);

  route(api, listEvents, listEventsHandler);
}
