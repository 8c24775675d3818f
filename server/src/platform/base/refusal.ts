/** The one way to refuse: throw `refusal(code, …)`. Only http/errors.ts turns it into an HTTP answer. */
import type { AnyErrorCode, ConflictReason, ConsoleFieldError } from '@timebank/contract/console';

const MOVING_RETRY_SECONDS = 2;

/** An expected refusal with a code of the contract's closed lists. */
export class Refusal extends Error {
  readonly code: AnyErrorCode;
  readonly fields: readonly ConsoleFieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** `crd_…` of the credit that prevents the change. */
  readonly creditId: string | null | undefined;
  /** Where the code has two: the one of requests with a token. */
  readonly withToken: boolean;
  /** The origin that answers in place of this one. */
  readonly movedTo: string | undefined;

  constructor(
    code: AnyErrorCode,
    description: string,
    fields?: readonly ConsoleFieldError[],
    headers: Readonly<Record<string, string>> = {},
    creditId?: string | null,
    withToken = false,
    movedTo?: string,
  ) {
    super(description);
    this.code = code;
    this.fields = fields;
    this.headers = headers;
    this.creditId = creditId;
    this.withToken = withToken;
    this.movedTo = movedTo;
  }
}

/**
 * Makes a refusal.
 * @param description one sentence; characters outside RFC 6749 section 5.2 are replaced when it is sent
 * @param fields the fields at fault, all of them
 * @param headers extra response headers, such as Retry-After
 */
export function refusal(
  code: AnyErrorCode,
  description: string,
  fields?: readonly ConsoleFieldError[],
  headers?: Readonly<Record<string, string>>,
): Refusal {
  return new Refusal(code, description, fields, headers);
}

/** Makes a refusal of a request about what is moving; soon it will be one place or the other. */
export function moving(): Refusal {
  const why = 'The community is moving to another installation.';
  return refusal('temporarily_unavailable', why, undefined, { 'Retry-After': String(MOVING_RETRY_SECONDS) });
}

/**
 * Makes a refusal of a request about what another installation has.
 * @param asked the origin of the request: where several installations have one address, its proxy will know
 */
export function misdirected(movedTo: string, asked: string): Refusal {
  if (movedTo === asked) return moving();
  const why = `The community has moved: ask ${movedTo}.`;
  return new Refusal('misdirected_request', why, undefined, {}, undefined, false, movedTo);
}

/** Makes a refusal of a request that comes too often. @param waitSeconds until the next is let through */
export function rateLimited(description: string, waitSeconds: number): Refusal {
  return refusal('rate_limited', description, undefined, { 'Retry-After': String(waitSeconds) });
}

/** Makes a refusal of a change that the state of its object does not allow. The console translates the reason. */
export function stateConflict(reason: ConflictReason, description: string): Refusal {
  return refusal('state_conflict', description, [{ field: 'body', code: reason, message: description }]);
}
