/** Addresses outside the base path, which need no token: health, discovery, documentation. */
import { createOpenApiTexts } from '../api/docs/open-api-text.ts';
import { registerAddress } from '../api/front/send.ts';
import type { Compressible } from '../api/http/compressed.ts';
import {
  checkMessage,
  checkProtocol,
  FIXED_HEADERS,
  type HttpExchange,
  respond,
  respondWith,
} from '../api/http/http-exchange.ts';
import type { Api } from '../api/http/route.ts';
import { authorizationServerMetadata, METADATA_PATH } from '../api/partner/oauth/metadata.ts';
import { selectInstallationSwitch } from '../domain/partners/access-queries.ts';
import { refusal } from '../platform/base/refusal.ts';
import { isoText } from '../platform/base/time.ts';

type Answer = (exchange: HttpExchange) => Promise<{ readonly body: string; readonly cacheControl: string }>;

/** Registers health checks, the OpenAPI documents and the OAuth metadata. */
export function registerPages(api: Api, whyNotReady: () => string | undefined): void {
  const { database, writes, clockState } = api.deps;

  page(api, '/health/live', async () => json({ status: 'ok' }));
  page(api, '/health/ready', async () => {
    const reason = whyNotReady() ?? clockState.fault();
    if (reason !== undefined) throw refusal('temporarily_unavailable', reason);
    let refused: string | undefined;
    try {
      await selectInstallationSwitch(database.reads);
      refused = await writes.check(database);
    } catch (cause) {
      throw Object.assign(refusal('temporarily_unavailable', 'The database does not answer.'), { cause });
    }
    if (refused !== undefined) throw refusal('temporarily_unavailable', 'The database refuses writes.');
    const until = clockState.cautiousUntil();
    return json({ status: 'ok', ...(until && { detail: cautionText(until) }) });
  });
  page(api, METADATA_PATH, async ({ peer }) => json(authorizationServerMetadata(peer.origin), 'public, max-age=300'));

  const textsAt = createOpenApiTexts();
  documentPage(api, '/openapi.json', (origin) => textsAt(origin).newer);
  documentPage(api, '/openapi-3.0.json', (origin) => textsAt(origin).older);
}

const cautionText = (until: Date) =>
  `Until ${isoText(until)} nothing is closed or deleted: the database was not written to for long, or its clock has jumped.`;

function documentPage(api: Api, url: string, textAt: (origin: string) => Compressible): void {
  registerAddress(api, url, async (exchange) => {
    const { body, headers } = await textAt(exchange.peer.origin).for(exchange.req.headers['accept-encoding']);
    respondWith(exchange, 200, FIXED_HEADERS, ['Cache-Control', 'public, max-age=300', ...headers], body);
  });
}

function json(body: unknown, cacheControl = 'no-store') {
  return { body: JSON.stringify(body), cacheControl };
}

function page(api: Api, url: string, answer: Answer): void {
  const send = async (exchange: HttpExchange) => {
    const { body, cacheControl } = await answer(exchange);
    respond(exchange, 200, ['Cache-Control', cacheControl], body);
  };
  // A probe addresses the process itself and may use either scheme.
  registerAddress(api, url, send, url.startsWith('/health/') ? checkProtocol : checkMessage);
}
