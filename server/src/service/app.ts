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
import { registerConsoleApi } from '../api/console.ts';
import { registerErrorsPage } from '../api/docs/errors.ts';
import { registerReference } from '../api/docs/reference.ts';
import { refuseFastifyError } from '../api/http/fastify-error.ts';
import { answerRawEvents, onClientError, SERVER_LIMITS } from '../api/http/raw.ts';
import { requestIds } from '../api/http/request-id.ts';
import { type Api, clientRoute, createApi, route } from '../api/http/route.ts';
import { repairTarget } from '../api/http/target.ts';
import { getCommunityAggregatesHandler } from '../api/partner/aggregates/get.ts';
import { listEventsHandler } from '../api/partner/events/list.ts';
import { getListingHandler } from '../api/partner/listings/get.ts';
import { listListingsHandler } from '../api/partner/listings/list.ts';
import { createOAuthHandlers } from '../api/partner/oauth/handlers.ts';
import { getUserHandler } from '../api/partner/users/get.ts';
import { listUsersHandler } from '../api/partner/users/list.ts';
import { lookupUserHandler } from '../api/partner/users/lookup.ts';
import { getBalanceHandler } from '../api/partner/wallet/balance.ts';
import { creditWalletHandler } from '../api/partner/wallet/credit.ts';
import { getCreditHandler } from '../api/partner/wallet/credits-get.ts';
import { listCreditsHandler } from '../api/partner/wallet/credits-list.ts';
import { reverseCreditHandler } from '../api/partner/wallet/reversal.ts';
import { getStatementHandler } from '../api/partner/wallet/statement.ts';
import { createSubscriptionHandler } from '../api/partner/webhooks/create.ts';
import { deleteSubscriptionHandler } from '../api/partner/webhooks/delete.ts';
import { listDeliveriesHandler } from '../api/partner/webhooks/deliveries.ts';
import { listEventTypesHandler } from '../api/partner/webhooks/event-types.ts';
import { getSubscriptionHandler } from '../api/partner/webhooks/get.ts';
import { listSubscriptionsHandler } from '../api/partner/webhooks/list.ts';
import { replaySubscriptionHandler } from '../api/partner/webhooks/replay.ts';
import { rotateSubscriptionSecretHandler } from '../api/partner/webhooks/rotate-secret.ts';
import { testSubscriptionHandler } from '../api/partner/webhooks/test.ts';
import { updateSubscriptionHandler } from '../api/partner/webhooks/update.ts';
import type { Deps } from '../domain/deps.ts';
import { registerConsolePages } from './console-pages.ts';
import { registerPages } from './pages.ts';

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
