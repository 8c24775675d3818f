/** The only place that knows how an error looks over HTTP: one shape everywhere (RFC 6749 section 5.2 members). */
import type { ErrorBody, ErrorCode } from '@timebank/contract';
import { Refusal, refusal } from '../base/refusal.ts';
import { DatabaseUnavailable } from '../database/connection.ts';

/** A response that only has to be written. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, beyond those of every response. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** The body of an error answer, whichever list its code is of. */
type AnyErrorBody = Omit<ErrorBody, 'error'> & { readonly error: string };

/** The facts of a request that its error answer shows. */
export interface ErrorContext {
  readonly requestId: string;
  readonly origin: string;
}

const DESCRIPTION_LENGTH_MAX = 500;
const REALM = 'realm="partner"';

/** Seconds after which a repeat makes sense, where the refusal itself does not know. */
const RETRY_AFTER_SECONDS = new Map<string, string>([
  ['rate_limited', '60'],
  ['partner_api_disabled', '60'],
  ['temporarily_unavailable', '2'],
] satisfies [ErrorCode, string][]);

/** Turns any thrown value into the response. The response to an unexpected one reveals nothing internal. */
export function errorAnswer(error: unknown, context: ErrorContext): Answer {
  return answer(refusalOf(error), context);
}

/** The code that the answer to it carries. */
export function errorCodeOf(error: unknown): string {
  return refusalOf(error).code;
}

/** One of several errors of an answer: its status and body, as if it were answered alone. */
export function partialError(error: unknown, context: ErrorContext) {
  const refused = refusalOf(error);
  return { status: refused.status, body: bodyOf(refused, context) };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable) {
    return refusal('temporarily_unavailable', 'The service cannot answer at the moment.');
  }
  return refusal('server_error', 'The service failed; the request_id leads to the cause.');
}

/** Characters of RFC 6749 section 5.2; what lies outside is replaced, so that no value can break the header. */
export function safeDescription(text: string): string {
  return text
    .slice(0, DESCRIPTION_LENGTH_MAX)
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, '?');
}

/** The challenge of a request that sent no bearer: no error attribute (RFC 6750 section 3.1). */
export const BARE_BEARER_CHALLENGE = `Bearer ${REALM}`;

/** The challenge of a request with the scheme DPoP (RFC 9449 section 7.1). */
export function dpopChallenge(code: ErrorCode, description: string, algorithms: readonly string[]): string {
  return `DPoP ${REALM}, error="${code}", error_description="${safeDescription(description)}", algs="${algorithms.join(' ')}"`;
}

/** The challenge of a token that lacks a scope; any one of the scopes suffices. */
export function scopeChallenge(description: string, scopes: readonly string[]): string {
  return `Bearer ${REALM}, error="insufficient_scope", error_description="${safeDescription(description)}", scope="${scopes.join(' ')}"`;
}

function bodyOf(
  { code, message, fields, creditId, movedTo }: Refusal,
  { requestId, origin }: ErrorContext,
): AnyErrorBody {
  return {
    error: code,
    error_description: safeDescription(message),
    error_uri: `${origin}/docs/errors#${code}`,
    ...(fields && fields.length > 0 ? { errors: [...fields] } : {}),
    ...(creditId === undefined ? {} : { credit_id: creditId }),
    ...(movedTo === undefined ? {} : { moved_to: movedTo }),
    request_id: requestId,
  };
}

function answer(refused: Refusal, context: ErrorContext): Answer {
  const { code, status } = refused;
  const body = bodyOf(refused, context);
  const description = body.error_description;
  const headers = ['Cache-Control', 'no-store'];
  for (const [name, value] of Object.entries(refused.headers)) headers.push(name, value);
  if (!('WWW-Authenticate' in refused.headers)) {
    // oauth4webapi reads the challenge and not the body, so both carry the code.
    const scheme = code === 'invalid_client' ? 'Basic' : code === 'invalid_token' ? 'Bearer' : undefined;
    if (scheme) {
      headers.push('WWW-Authenticate', `${scheme} ${REALM}, error="${code}", error_description="${description}"`);
    } else if (status === 401) {
      // The console signs in by a form; a scheme that browsers know would make them ask for a password themselves.
      headers.push('WWW-Authenticate', 'Session realm="console"');
    }
  }
  const retryAfter = RETRY_AFTER_SECONDS.get(code);
  if (retryAfter && !('Retry-After' in refused.headers)) headers.push('Retry-After', retryAfter);
  return { status, headers, body: JSON.stringify(body) };
}
