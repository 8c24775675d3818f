/** Addresses outside the base path, which need no token: health, discovery, documentation. */

import { registerAddress } from '../console/pages/send.ts';
import { refusal } from '../core/base/refusal.ts';
import { isoText } from '../core/base/time.ts';
import type { CompressibleBody } from '../core/http/compressed.ts';
import {
  checkMessage,
  checkProtocol,
  FIXED_HEADERS,
  type HttpExchange,
  respond,
  respondWith,
} from '../core/http/http-exchange.ts';
import { authorizationServerMetadata, METADATA_PATH } from '../core/http/metadata.ts';
import type { Api } from '../core/http/route.ts';
import { judgeDatabase, STATES_IN_SHORT } from '../core/installation/state.ts';
import { selectInstallationSwitch } from '../core/partners/access-queries.ts';
import { createOpenApiTexts } from '../modules/docs-site/open-api-text.ts';

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
      throw Object.assign(refusal('temporarily_unavailable', await whyUnreadable(api.deps)), { cause });
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

/** A database that answers, and not with what it held: it was emptied, or another one took its place. */
async function whyUnreadable({ config, database }: Api['deps']): Promise<string> {
  const state = await judgeDatabase(config, database.reads).catch(() => undefined);
  return state === undefined || state.name === 'current'
    ? 'The database does not answer.'
    : STATES_IN_SHORT[state.name];
}

const cautionText = (until: Date) =>
  `Until ${isoText(until)} nothing is closed or deleted: the database was not written to for long, or its clock has jumped.`;

function documentPage(api: Api, url: string, textAt: (origin: string) => CompressibleBody): void {
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
