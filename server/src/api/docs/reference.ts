/** `/docs/reference` and `/docs/`: the interactive reference, bundled. The policy lets the page reach no other host. */
import { randomBytes } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import { ADDRESSES, navigation } from '../front/frame.ts';

/** Where the plugin has its page; published before there was an index at `/docs`, so it stays. */
const PAGE_PATH = '/docs/';
const SCRIPT_PATH = '/docs/js/scalar.js';

/** The way to the other pages above the reference, in its own colours, which follow its own switch. */
const HEADER_STYLE = `
:root { --scalar-custom-header-height: 3.5rem; }
.docs-top { position: sticky; top: 0; z-index: 20; display: flex; align-items: center; gap: 1rem; height: 3.5rem; padding: 0 1.5rem;
  overflow-x: auto; background: var(--scalar-background-1, Canvas); color: var(--scalar-color-1, CanvasText);
  border-bottom: 1px solid var(--scalar-border-color, #8886); font: 1rem/1.5 system-ui, sans-serif; }
.docs-top a { color: inherit; text-decoration: none; } .docs-top a:hover { text-decoration: underline; }
.docs-top a[aria-current] { font-weight: 600; }
.docs-top .brand { display: inline-flex; align-items: center; gap: .6rem; font-weight: 650; font-size: 1.1rem; }
.docs-top nav { margin-left: auto; } .docs-top ul { display: flex; gap: 1.5rem; margin: 0; padding: 0; list-style: none; }
@media (max-width: 40rem) { .docs-top { padding: 0 1rem; } .docs-top ul { gap: 1rem; } .docs-top .brand { font-size: 0; gap: 0; } }`;

/** Registers the page and its script. The bundle of several megabytes is loaded when somebody asks for it. */
export function registerReference(app: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined;
  for (const url of [ADDRESSES.reference, PAGE_PATH, SCRIPT_PATH]) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      async handler(request, reply) {
        pages ??= loadPages();
        const { routing } = await pages;
        reply.hijack();
        if (url === ADDRESSES.reference) request.raw.url = PAGE_PATH;
        routing(request.raw, reply.raw);
      },
    });
  }
}

async function loadPages(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const pages: FastifyInstance = fastify();
  // The page holds nothing of a user's, so one nonce per process tells its own script from any other.
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const header = `<style>${HEADER_STYLE}</style><header class="docs-top">${navigation('en', ADDRESSES.reference)}</header>`;
  pages.addHook('onSend', async (_request, reply, payload) =>
    String(reply.getHeader('content-type')).startsWith('text/html') && typeof payload === 'string'
      ? payload.replace(/<body[^>]*>/, (body) => body + header)
      : payload,
  );
  pages.register(reference, {
    routePrefix: PAGE_PATH,
    hooks: {
      onRequest(_request, reply, done) {
        reply.headers({
          'Content-Security-Policy': policy,
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-cache',
        });
        done();
      },
    },
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Timebank Partner API',
      nonce,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await pages.ready();
  return pages;
}
