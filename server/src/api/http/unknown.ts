/** Requests that no route matches: 405 where the path exists with other methods, else 404. */
import { refusal } from '../../platform/base/refusal.ts';
import { checkMessage, type HttpExchange, respondError } from './http-exchange.ts';
import { pathHint } from './path-hints.ts';
import type { Api } from './route.ts';

/** Methods of a path, from the routes registered. */
export interface RouteTable {
  add(url: string, methods: readonly string[]): void;
  /** Upper-case methods in the order of registration; empty for an unknown path. */
  methodsOf(path: string): readonly string[];
}

/** Collects routes in Fastify's notation (`/users/:id`, `/console/*`). */
export function createRouteTable(): RouteTable {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  return {
    add(url, methods) {
      const source = url
        .split('/')
        .map((part) =>
          part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
        )
        .join('/');
      routes.push({ pattern: new RegExp(`^${source}$`), methods });
    },
    methodsOf: (path) => [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ],
  };
}

/** Answers a request without a route. */
export async function serveUnknown(api: Api, exchange: HttpExchange): Promise<void> {
  try {
    const { req, peer } = exchange;
    checkMessage(req, peer);
    const path = pathOf(req.url ?? '/');
    for (const check of api.beforeUnknown) await check(path);
    if (api.routes.methodsOf(path).length === 0 && api.answerUnknown.some((answer) => answer(exchange, path))) return;
    throw refuseRoute(api, path, req.method ?? '');
  } catch (error) {
    respondError(exchange, error);
  }
}

/** The refusal of a method and path without route. */
export function refuseRoute(api: Api, path: string, method: string) {
  const allowed = api.routes.methodsOf(path);
  if (allowed.length === 0) {
    return refusal('not_found', ['There is nothing at this path.', pathHint(path) ?? ''].join(' ').trim());
  }
  // HEAD is GET without the body, and is not worth naming.
  const usable = allowed.filter((name) => name !== 'HEAD').join(' or ');
  return refusal('method_not_allowed', `${method} is not a method of this path. Use ${usable}.`, undefined, {
    Allow: allowed.join(', '),
  });
}

/** The path of a request target, decoded as far as it can be. */
export function pathOf(target: string): string {
  const path = target.replace(/^[a-z]+:\/\/[^/?]*/i, '').split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
