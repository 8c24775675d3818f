/** Requests that no route matches: 405 where the path exists with other methods, else 404. */
import { refusal } from '../../platform/base/refusal.ts';
import { checkMessage, type HttpExchange, respondError } from './http-exchange.ts';
import { pathHint } from './path-hints.ts';
import type { Api } from './route.ts';
import { repairTarget } from './target.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const;

/** Methods that have a route at this request target; empty for an unknown path. */
function methodsOf({ router }: Api, target: string): readonly string[] {
  const repaired = repairTarget(target);
  return METHODS.filter((method) => {
    const found = router.find(method, repaired);
    return found !== null && !hasEmptySegment(found.params);
  });
}

/** A trailing or doubled slash, where the router sees an empty parameter: no path of ours. */
export function hasEmptySegment(params: Readonly<Record<string, string | undefined>>): boolean {
  for (const name in params) if (params[name] === '' && name !== '*') return true;
  return false;
}

/** Answers a request without a route. */
export async function serveUnknown(api: Api, exchange: HttpExchange): Promise<void> {
  try {
    const { req, peer } = exchange;
    checkMessage(req, peer);
    const target = req.url ?? '/';
    const path = pathOf(target);
    for (const check of api.beforeUnknown) await check(path);
    if (methodsOf(api, target).length === 0 && (await isAnswered(api, exchange, path))) return;
    throw refuseRoute(api, target, req.method ?? '');
  } catch (error) {
    respondError(exchange, error);
  }
}

/** Whether one of those who answer where no route is has answered. */
export async function isAnswered({ answerUnknown }: Api, exchange: HttpExchange, path: string): Promise<boolean> {
  for (const answer of answerUnknown) if (await answer(exchange, path)) return true;
  return false;
}

/** The refusal of a method and request target without route. */
export function refuseRoute(api: Api, target: string, method: string) {
  const allowed = methodsOf(api, target);
  if (allowed.length === 0) {
    return refusal('not_found', ['There is nothing at this path.', pathHint(pathOf(target)) ?? ''].join(' ').trim());
  }
  // HEAD is GET without the body, and is not worth naming.
  const usable = allowed.filter((name) => name !== 'HEAD').join(' or ');
  return refusal('method_not_allowed', `${method} is not a method of this path. Use ${usable}.`, undefined, {
    Allow: allowed.join(', '),
  });
}

/** The path of a request target, decoded as far as it can be. */
export function pathOf(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
