import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '../../platform/base/refusal.ts';
import { respondError } from './http-exchange.ts';
import { type Api, openExchange } from './route.ts';

/** Answers refusals of Fastify itself, and errors of pages outside the base path, in the one error shape. */
export function refuseFastifyError(api: Api) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const status = (error as { statusCode?: unknown }).statusCode;
    const known =
      status === 413
        ? refusal('payload_too_large', 'The body is too large.')
        : status === 415
          ? refusal('unsupported_media_type', 'The Content-Type is not supported here.')
          : typeof status === 'number' && status >= 400 && status < 500
            ? refusal('invalid_request', 'The request is malformed.')
            : error;
    respondError(openExchange(api, request, reply, request.routeOptions.url), known);
  };
}
