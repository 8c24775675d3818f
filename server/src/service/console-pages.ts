/** `/console`: the built front end. One page for every address below it, and its assets, which never change. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { checkMessage, noteAnswer, respondError, TRANSPORT_SECURITY } from '../api/http/http-exchange.ts';
import { type Api, noteAnswerOf, openExchange } from '../api/http/route.ts';
import { refusal } from '../platform/base/refusal.ts';

/** Where `npm ci` puts the built front end. */
const CONSOLE_FOLDER = resolve(import.meta.dirname, '../../../console/dist');

const PLACEHOLDER = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
const ASSET_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // An SVG opened by itself is a page, too.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** No inline code, no other host; styles that the interface library adds at run time carry the nonce. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** @param folder the built front end; without it the address says that it is not built */
export function registerConsolePages(api: Api, folder = CONSOLE_FOLDER): void {
  const parts = readPage(join(folder, 'index.html'));
  if (!parts) api.deps.log.warn({ next: 'npm run build:console' }, 'the console is not built');
  else {
    api.app.register(async (app) => {
      app.addHook('onRequest', async (request, reply) => noteAnswerOf(api, request, reply, '/console/*'));
      app.register(fastifyStatic, {
        root: folder,
        prefix: '/console/',
        decorateReply: false,
        index: false,
        // Every file is a route of its own, so that a missing file is answered like every unknown path.
        wildcard: false,
        globIgnore: ['index.html', '**/*.br', '**/*.gz', '**/*.sha256'],
        preCompressed: true,
        cacheControl: false,
        setHeaders(reply, path) {
          const hashed = path.includes('/assets/');
          reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
          for (const [name, value] of Object.entries(ASSET_HEADERS)) reply.header(name, value);
          if (api.peerOf(reply.request.raw).origin.startsWith('https:')) reply.header(...TRANSPORT_SECURITY);
        },
      });
    });
  }

  for (const url of ['/console', '/console/*']) {
    api.app.route({
      method: ['GET', 'HEAD'],
      url,
      // The third parameter, never called, makes Fastify leave the answer to this function.
      onRequest(request, reply, _done) {
        const exchange = openExchange(api, request, reply, url);
        const { req, res, peer } = exchange;
        const path = (req.url ?? '').split('?', 1)[0] ?? '';
        try {
          checkMessage(req, peer);
          // The name of a missing file; no page has such a name.
          if (/\.[A-Za-z0-9]+$/.test(path) || path.startsWith('/console/assets/')) {
            throw refusal('not_found', 'There is nothing at this path.');
          }
          if (!parts) throw refusal('not_found', 'The console is not built: run npm run build:console.');
        } catch (error) {
          return respondError(exchange, error);
        }
        const nonce = randomBytes(NONCE_BYTES).toString('base64');
        const body = parts.join(nonce);
        res.writeHead(200, {
          ...PAGE_HEADERS,
          'X-Request-Id': exchange.requestId,
          'Content-Security-Policy': policy(nonce),
          'Content-Length': Buffer.byteLength(body),
          ...(peer.origin.startsWith('https:') ? { [TRANSPORT_SECURITY[0]]: TRANSPORT_SECURITY[1] } : {}),
        });
        res.end(body);
        noteAnswer(exchange, 200);
      },
      handler: async () => {
        throw new Error('the onRequest hook answers');
      },
    });
  }
}

/** The page, cut where the nonce goes; undefined when it is not built. */
function readPage(path: string): readonly string[] | undefined {
  try {
    return readFileSync(path, 'utf8').split(PLACEHOLDER);
  } catch {
    return undefined;
  }
}
