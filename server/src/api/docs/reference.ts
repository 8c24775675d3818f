/** `/docs`: the interactive reference, bundled. The policy lets the page reach no other host. */
import { randomBytes } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';

const PATH = '/docs';
const SCRIPT_PATH = `${PATH}/js/scalar.js`;

/** Registers the page and its script. The bundle of several megabytes is loaded when somebody asks for it. */
export function registerReference(app: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined;
  for (const url of [PATH, `${PATH}/`, SCRIPT_PATH]) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      async handler(request, reply) {
        pages ??= loadPages();
        const { routing } = await pages;
        reply.hijack();
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
  pages.register(reference, {
    routePrefix: PATH,
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
