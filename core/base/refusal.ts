/**
 * The one way to refuse: throw `refusal(code, …)`. Only http/errors.ts turns it into an HTTP answer.
 *
 * Each list of codes has its own maker. A refusal carries all that its answer needs, so that nothing has to know the
 * lists of all others.
 */
import { type ACT_CONFLICTS, ACT_ERRORS, ERRORS, type ErrorDefinition, type FieldError } from '@timebank/contract';

const MOVING_RETRY_SECONDS = 2;

/** What few refusals have beyond their fields. */
interface Particulars {
  /** `crd_…` of the credit that prevents the change; null: the community has booked it itself. */
  readonly creditId?: string | null | undefined;
  /** The origin that answers in place of this one. */
  readonly movedTo?: string | undefined;
  /** The status of requests with a token, where the code has two. */
  readonly withToken?: boolean;
}

/** Makes refusals with the codes of one list. */
export interface RefusalMaker<Code extends string> {
  /**
   * @param description one sentence; characters outside RFC 6749 section 5.2 are replaced when it is sent
   * @param fields the fields at fault, all of them
   * @param headers extra response headers, such as Retry-After
   */
  (
    code: Code,
    description: string,
    fields?: readonly FieldError[],
    headers?: Readonly<Record<string, string>>,
    particulars?: Particulars,
  ): Refusal;
  /** Whether an error is a refusal with one of these codes. */
  is(error: unknown, ...codes: readonly Code[]): error is Refusal;
}

/** An expected refusal. Its code is one of a list of the contract: only the maker of a list makes one. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly creditId: string | null | undefined;
  readonly movedTo: string | undefined;

  private constructor(
    { code, status, message }: Pick<Refusal, 'code' | 'status' | 'message'>,
    fields: readonly FieldError[] | undefined,
    headers: Readonly<Record<string, string>>,
    { creditId, movedTo }: Pick<Particulars, 'creditId' | 'movedTo'>,
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.headers = headers;
    this.creditId = creditId;
    this.movedTo = movedTo;
  }

  /** The maker of refusals with these codes. */
  static maker<Code extends string>(errors: Readonly<Record<Code, ErrorDefinition>>): RefusalMaker<Code> {
    const make = (
      code: Code,
      message: string,
      fields?: readonly FieldError[],
      headers: Readonly<Record<string, string>> = {},
      { withToken = false, ...others }: Particulars = {},
    ): Refusal => {
      const { status, statusWithToken = status } = errors[code];
      return new Refusal({ code, status: withToken ? statusWithToken : status, message }, fields, headers, others);
    };
    const is = (error: unknown, ...codes: readonly string[]): error is Refusal =>
      error instanceof Refusal && codes.includes(error.code);
    return Object.assign(make, { is });
  }

  /** The same refusal of other fields. */
  at(fields: readonly FieldError[]): Refusal {
    return new Refusal(this, fields, this.headers, this);
  }
}

/** Makes a refusal with a code of the core's: the partner API's, and those of acts that partners do not have. */
export const refusal = Refusal.maker({ ...ERRORS, ...ACT_ERRORS });

/** Makes a refusal of a request in which one field is wrong. @param message one sentence for a person */
export function invalidField(field: string, code: string, message: string): Refusal {
  return refusal('validation_failed', message, [{ field, code, message }]);
}

/** Makes a refusal of a request about what is moving; soon it will be one place or the other. */
export function moving(): Refusal {
  const why = 'The community is moving to another installation, being put back to an earlier state, or a copy of one.';
  return refusal('temporarily_unavailable', why, undefined, { 'Retry-After': String(MOVING_RETRY_SECONDS) });
}

/**
 * Makes a refusal of a request about what another installation has.
 * @param asked the origin of the request: where several installations have one address, its proxy will know
 */
export function misdirected(movedTo: string, asked: string): Refusal {
  if (movedTo === asked) return moving();
  const why = `The community has moved: ask ${movedTo}.`;
  return refusal('misdirected_request', why, undefined, {}, { movedTo });
}

/** Makes a refusal of a request that comes too often. @param waitSeconds until the next is let through */
export function rateLimited(description: string, waitSeconds: number): Refusal {
  return refusal('rate_limited', description, undefined, { 'Retry-After': String(waitSeconds) });
}

/**
 * Makes refusals of changes that the state of their object does not allow, each for a reason of one list. The console
 * translates the reason.
 */
export function conflictMaker<Reason extends string>(): (reason: Reason, description: string) => Refusal {
  return (reason, description) =>
    refusal('state_conflict', description, [{ field: 'body', code: reason, message: description }]);
}

/** Makes a refusal of a change that the state of its object does not allow. */
export const stateConflict = conflictMaker<(typeof ACT_CONFLICTS)[number]>();
