/** The HTTP application: both APIs, the console's pages, documentation and health. */
import { type FastifyInstance, fastify } from 'fastify';
import { registerConsoleApi } from '../api/console.ts';
import { registerGuides } from '../api/docs/guides.ts';
import { registerReference } from '../api/docs/reference.ts';
import { registerFiles } from '../api/front/files.ts';
import { registerFrontPages } from '../api/front/pages.ts';
import { refuseFastifyError } from '../api/http/fastify-error.ts';
import { answerRawEvents, onClientError, SERVER_LIMITS } from '../api/http/raw.ts';
import { requestIds } from '../api/http/request-id.ts';
import { createApi } from '../api/http/route.ts';
import { repairTarget } from '../api/http/target.ts';
import { registerPartnerApi } from '../api/partner.ts';
import type { Deps } from '../domain/deps.ts';
import { registerConsolePages } from './console-pages.ts';
import { registerPages } from './pages.ts';

/** When the service counts as ready, and the times that tests shorten. */
export interface AppOptions {
  /** Why the service is not ready, in one sentence; undefined: as far as it knows, it is. */
  readonly whyNotReady?: () => string | undefined;
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
  registerPartnerApi(api);
  registerConsoleApi(api);
  registerConsolePages(api, options.consoleFolder);
  registerPages(api, options.whyNotReady ?? (() => undefined));
  registerFrontPages(api);
  registerFiles(api);
  registerGuides(api);
  registerReference(api);
  return app;
}
