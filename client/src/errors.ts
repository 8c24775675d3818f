/** The error that a call rejects with. */
import type { ApiError, FieldError } from './api.gen.ts';
import type { CreditId, ResponseInfo } from './types.ts';

/**
 * The API's codes, to which a later version may add, and three of the client's own for calls without a valid response
 * (`status` 0 or the proxy's).
 */
export type TimebankErrorCode = ApiError['error'] | 'connection_failed' | 'timed_out' | 'invalid_response';

export interface TimebankErrorDetails {
  readonly status: number;
  readonly code: TimebankErrorCode;
  readonly description: string;
  readonly fields?: readonly FieldError[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly uri?: string | undefined;
  readonly creditId?: CreditId | null | undefined;
  readonly movedTo?: string | undefined;
  readonly response?: ResponseInfo | undefined;
  readonly cause?: unknown;
}

/** A call that failed, after its retries. */
export class TimebankError extends Error {
  override readonly name = 'TimebankError';
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Stable code: base decisions on it. */
  readonly code: TimebankErrorCode;
  /** One sentence for a person. */
  readonly description: string;
  /** The faults by field; empty if no field is at fault. A cap also carries what it allows, what is left and when it resets. */
  readonly fields: readonly FieldError[];
  /** Quote it when you ask the operator for help. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the request is repeated, if the service said so. */
  readonly retryAfter: number | undefined;
  /** A page that explains the code and what to do. */
  readonly uri: string | undefined;
  /** `reference_conflict`, `already_reversed`: the credit that is there. */
  readonly creditId: CreditId | null | undefined;
  /** `misdirected_request`: the origin of the installation where the community is now. Let a person check it. */
  readonly movedTo: string | undefined;
  /** Status, headers and what is left of the requests per minute; undefined if there was no response. */
  readonly response: ResponseInfo | undefined;

  constructor(details: TimebankErrorDetails) {
    const { status, code, description, fields = [], requestId, retryAfter, uri, creditId, movedTo } = details;
    const { response, cause } = details;
    const about = [status === 0 ? '' : String(status), requestId ?? ''].filter((part) => part !== '').join(', ');
    super(`${code}${about === '' ? '' : ` (${about})`}: ${description}`, cause === undefined ? {} : { cause });
    this.status = status;
    this.code = code;
    this.description = description;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.uri = uri;
    this.creditId = creditId;
    this.movedTo = movedTo;
    this.response = response;
  }
}

/**
 * Whether a call rejected with an error of the API, or of the client itself.
 * @param codes if given, one of these: `isTimebankError(error, 'limit_exceeded')`
 */
export function isTimebankError<Code extends TimebankErrorCode = TimebankErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is TimebankError & { readonly code: Code } {
  if (!(error instanceof TimebankError)) return false;
  return codes.length === 0 || (codes as readonly string[]).includes(error.code);
}

/** Reads an error response. A body that is not the API's (a proxy's page) is `invalid_response`. */
export function errorOf(response: ResponseInfo, text: string): TimebankError {
  const { status, headers, requestId } = response;
  const retryAfter = readRetryAfter(headers.get('retry-after'));
  const body = readApiError(text);
  if (!body) {
    const description = `The response with status ${status} is not from the API.`;
    return new TimebankError({ status, code: 'invalid_response', description, requestId, retryAfter, response });
  }
  return new TimebankError({
    status,
    code: body.error,
    description: body.error_description,
    fields: body.errors,
    requestId: body.request_id ?? requestId,
    retryAfter,
    uri: body.error_uri,
    creditId: body.credit_id,
    movedTo: body.moved_to,
    response,
  });
}

function readApiError(text: string): ApiError | undefined {
  try {
    const body = JSON.parse(text) as ApiError;
    return typeof body.error === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds, from a header that contains seconds or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
