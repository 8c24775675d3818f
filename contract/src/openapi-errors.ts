/** The error responses of the OpenAPI document: one component for all operations that answer the same codes. */
import { ERRORS, type ErrorCode, errorStatus } from './errors.ts';
import { BEARER_ERRORS, COMMON_ERRORS, type Operation } from './operation.ts';
import { errorsOf } from './operations.ts';
import type { Json } from './public-schema.ts';

/** The example service, used where an address must be absolute. */
export const EXAMPLE_ORIGIN = 'https://timebank.example';

/** The headers of every response to a request that counts against the limit. */
export const RATE_LIMIT = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** Answered before anything is read but the form of the message. */
const FORMAL: readonly ErrorCode[] = [
  ...(['https_required', 'uri_too_long', 'expectation_failed', 'headers_too_large', 'not_implemented'] as const),
];
/** Answered before the request is counted. */
const UNCOUNTED: readonly ErrorCode[] = [
  ...FORMAL,
  'invalid_token',
  'invalid_dpop_proof',
  'use_dpop_nonce',
  'ip_not_allowed',
  'partner_api_disabled',
];
const SHARED: ReadonlySet<ErrorCode> = new Set([...COMMON_ERRORS, ...BEARER_ERRORS]);

export interface ErrorResponse {
  /** The name of the component. */
  readonly name: string;
  readonly status: number;
  readonly codes: readonly ErrorCode[];
  readonly headers: readonly string[];
}

/** The errors of an operation, by status. */
export function errorResponsesOf(operation: Operation): ErrorResponse[] {
  const isClient = operation.authentication.kind === 'client';
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const status = errorStatus(code, !isClient);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, codes]) => ({
    name: `${isClient ? 'OAuth' : ''}${nameOf(operation, codes)}Response`,
    status,
    codes,
    headers: [
      'Cache-Control',
      ...(isClient ? ['Pragma'] : []),
      ...(status === 401 || codes.includes('insufficient_scope') ? ['WWW-Authenticate'] : []),
      ...(codes.every((code) => FORMAL.includes(code)) ? [] : ['DPoP-Nonce']),
      ...(!isClient && codes.some((code) => !UNCOUNTED.includes(code)) ? RATE_LIMIT : []),
      ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ],
  }));
}

/**
 * In words, since generators make names of types from it: the codes that are the operation's own, or else the first.
 * So a code that all operations learn to answer renames nothing.
 */
function nameOf({ errors }: Operation, codes: readonly ErrorCode[]): string {
  const own = codes.filter((code) => errors.includes(code) && !SHARED.has(code));
  return (own.length > 0 ? own : codes.slice(0, 1)).map(wordOf).join('Or');
}

function wordOf(code: ErrorCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** @param schema of the body */
export function errorResponseObject({ codes }: ErrorResponse, headers: Json, schema: Json, serverUrl: string): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when} **Do:** ${ERRORS[code].action}`).join('\n\n'),
    headers,
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code, serverUrl) }])),
      },
    },
  };
}

const FIELD_EXAMPLES: Partial<Record<ErrorCode, Json>> = {
  validation_failed: {
    field: 'hours',
    code: 'too_many_decimals',
    message: 'hours is 1.505; round it to two decimals.',
  },
  limit_exceeded: {
    field: 'hours',
    code: 'max_credit_hours',
    message: '15000 hours is more than the 1000 hours allowed per credit. Send hours, not cents or minutes.',
    limit_hours: 1000,
    limit_seconds: 3_600_000,
    remaining_hours: 1000,
    remaining_seconds: 3_600_000,
    resets_at: null,
  },
  reference_conflict: {
    field: 'hours',
    code: 'differs',
    message: 'hours is 2 hours there, not 3.',
  },
  already_reversed: {
    field: 'reference',
    code: 'differs',
    message: 'reference is not the one of the reversal: it was reversed under the reference 2026112100004711-0003.',
  },
};
const CREDIT_EXAMPLES: readonly ErrorCode[] = ['reference_conflict', 'already_reversed'];

function errorExample(code: ErrorCode, serverUrl: string): Json {
  const field = FIELD_EXAMPLES[code];
  return {
    error: code,
    error_description: field ? field.message : ERRORS[code].when,
    error_uri: `${serverUrl || EXAMPLE_ORIGIN}/docs/errors#${code}`,
    ...(field ? { errors: [field] } : {}),
    ...(CREDIT_EXAMPLES.includes(code) ? { credit_id: 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac' } : {}),
    request_id: 'req_01jd3h6m8nfdwtv0k2x9q4z7ah',
  };
}
