/** `/docs`: the interactive reference, bundled. The policy lets the page reach no other host. */
import { randomBytes } from 'node:crypto';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** Registers the page and its script. */
export function registerReference(app: FastifyInstance): void {
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
  app.register(reference, {
    routePrefix: '/docs',
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
}
