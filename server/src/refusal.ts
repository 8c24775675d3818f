/** The one way to refuse: throw `refusal(code, …)`. Only http/errors.ts turns it into an HTTP answer. */
import type { ErrorCode, FieldError } from '@timebank/contract';

/** An expected refusal with a code of the contract's closed list. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    description: string,
    fields?: readonly FieldError[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

/**
 * Makes a refusal.
 * @param description one sentence; characters outside RFC 6749 section 5.2 are replaced when it is sent
 * @param fields the fields at fault, all of them
 * @param headers extra response headers, such as Retry-After
 */
export function refusal(
  code: ErrorCode,
  description: string,
  fields?: readonly FieldError[],
  headers?: Readonly<Record<string, string>>,
): Refusal {
  return new Refusal(code, description, fields, headers);
}
