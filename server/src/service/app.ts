/** The HTTP application: both APIs, the console's pages, documentation and health. */
import { createServer, type Server } from 'node:http';
import { registerConsoleApi } from '../api/console.ts';
import { registerGuides } from '../api/docs/guides.ts';
import { registerReference } from '../api/docs/reference.ts';
import { registerFiles } from '../api/front/files.ts';
import { registerFrontPages } from '../api/front/pages.ts';
import { registerStop } from '../api/front/stop.ts';
import { answerRawEvents, SERVER_LIMITS } from '../api/http/raw.ts';
import { createApi, serve } from '../api/http/route.ts';
import { registerMemberPages } from '../api/members.ts';
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

/** The server of an application, and what is to be done after its last answer. */
export interface App {
  readonly server: Server;
  readonly onClose: readonly (() => void | Promise<void>)[];
}

/** Builds the application; it listens once `listen` is called. */
export function buildApp(deps: Deps, options: AppOptions = {}): App {
  const api = createApi(deps, options.bodyTimeoutMs);
  const headersTimeout = options.headersTimeoutMs ?? SERVER_LIMITS.headersTimeout;
  const server = createServer({ ...SERVER_LIMITS, headersTimeout }, (req, res) => serve(api, req, res));
  answerRawEvents(api, server);
  registerPartnerApi(api);
  registerConsoleApi(api);
  registerMemberPages(api);
  registerConsolePages(api, options.consoleFolder);
  registerPages(api, options.whyNotReady ?? (() => undefined));
  registerFrontPages(api);
  registerStop(api);
  registerFiles(api);
  registerGuides(api);
  registerReference(api);
  return { server, onClose: api.onClose };
}
