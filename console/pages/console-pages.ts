/** `/console`: the built front end. One page for every address below it, and its assets, which never change. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isUtf8MimeType, mime, send } from '@fastify/send';
import { refusal } from '../../core/base/refusal.ts';
import { acceptsEncoding } from '../../core/http/accept.ts';
import { type HttpExchange, noteAnswer, respondWith, TRANSPORT_SECURITY } from '../../core/http/http-exchange.ts';
import type { Api } from '../../core/http/route.ts';
import { registerAddress } from './send.ts';

/** Where `npm ci` puts the built front end. */
const CONSOLE_FOLDER = resolve(import.meta.dirname, '../dist');

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

/** Files that are served; not their compressed forms. */
const ASSET = /\.(?!br$|gz$|sha256$)[A-Za-z0-9]+$/;
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

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
  const files = new Set(parts && readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  for (const url of ['/console', '/console/*']) {
    registerAddress(api, url, async (exchange, { '*': name = '' }) => {
      if (files.has(name) && ASSET.test(name) && name !== 'index.html') return sendAsset(exchange, folder, name, files);
      // The name of a missing file; no page has such a name.
      if (/\.[A-Za-z0-9]+$/.test(name) || name.startsWith('assets/')) {
        throw refusal('not_found', 'There is nothing at this path.');
      }
      if (!parts) throw refusal('not_found', 'The console is not built: run npm run build:console.');
      sendConsolePage(exchange, parts);
    });
  }
}

function sendConsolePage(exchange: HttpExchange, parts: readonly string[]): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const headers = ['Content-Security-Policy', policy(nonce)];
  respondWith(exchange, 200, Object.entries(PAGE_HEADERS).flat(), headers, parts.join(nonce));
}

/** The file, in the best form that the build has made and the client reads; 304 where it has the file already. */
async function sendAsset(exchange: HttpExchange, root: string, name: string, files: ReadonlySet<string>) {
  const { req, res } = exchange;
  const accepted = req.headers['accept-encoding'];
  const [coding, suffix = ''] =
    CODINGS.find(([one, end]) => files.has(name + end) && acceptsEncoding(accepted, one)) ?? [];
  const options = { root, index: false, cacheControl: false, contentType: false };
  const { type, statusCode, headers, stream } = await send(req, encodeURI(name + suffix), options);
  if (type === 'error') throw refusal('invalid_request', 'The request is malformed.');
  const media = mime.getType(name) ?? 'application/octet-stream';
  res.writeHead(statusCode, {
    ...headers,
    ...ASSET_HEADERS,
    'X-Request-Id': exchange.requestId,
    'Content-Type': isUtf8MimeType(media) ? `${media}; charset=utf-8` : media,
    'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    Vary: 'Accept-Encoding',
    ...(coding ? { 'Content-Encoding': coding } : {}),
    ...(exchange.peer.origin.startsWith('https:') ? { [TRANSPORT_SECURITY[0]]: TRANSPORT_SECURITY[1] } : {}),
  });
  await pipeline(stream, res);
  noteAnswer(exchange, statusCode);
}

/** The page, cut where the nonce goes; undefined when it is not built. */
function readPage(path: string): readonly string[] | undefined {
  try {
    return readFileSync(path, 'utf8').split(PLACEHOLDER);
  } catch {
    return undefined;
  }
}
