/** The HTTP application: the partner API, what modules add, and health. */
import { createServer, type Server } from 'node:http';
import { registerConsoleApi } from '../console/desk/console-api.ts';
import type { Module, PageOptions } from '../console/desk/module.ts';
import type { OfficeDeps } from '../console/desk/office-deps.ts';
import { registerFiles } from '../console/pages/files.ts';
import { registerFrontPages } from '../console/pages/pages.ts';
import { answerRawEvents, SERVER_LIMITS } from '../core/http/raw.ts';
import { createApi, serve } from '../core/http/route.ts';
import { registerPartnerApi } from '../core/partner-api.ts';
import { MODULES } from './modules.ts';
import { registerPages } from './pages.ts';

/** When the service counts as ready, and the times that tests shorten. */
export interface AppOptions extends PageOptions {
  /** What is built around the core; undefined: all. */
  readonly modules?: readonly Module[];
  /** Why the service is not ready, in one sentence; undefined: as far as it knows, it is. */
  readonly whyNotReady?: () => string | undefined;
  readonly bodyTimeoutMs?: number;
  readonly headersTimeoutMs?: number;
}

/** The server of an application, and what is to be done after its last answer. */
export interface App {
  readonly server: Server;
  readonly onClose: readonly (() => void | Promise<void>)[];
}

/** Builds the application; it listens once `listen` is called. */
export function buildApp(deps: OfficeDeps, options: AppOptions = {}): App {
  const { modules = MODULES } = options;
  const api = createApi(deps, options.bodyTimeoutMs);
  const headersTimeout = options.headersTimeoutMs ?? SERVER_LIMITS.headersTimeout;
  const server = createServer({ ...SERVER_LIMITS, headersTimeout }, (req, res) => serve(api, req, res));
  answerRawEvents(api, server);
  registerPartnerApi(api);
  registerConsoleApi(api, deps, modules);
  registerPages(api, options.whyNotReady ?? (() => undefined));
  registerFrontPages(api);
  registerFiles(api);
  for (const { pages } of modules) pages?.(api, options);
  return { server, onClose: api.onClose };
}
