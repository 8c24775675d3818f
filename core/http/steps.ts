/** Steps that every kind of caller takes: the message, its body, its query. */
import { type compileBody, type ErrorCode, type FieldError, MAX_FIELD_ERRORS, quoteName } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import { type MediaType, mayHaveBody, parseJsonObject, readBody, type SentBody } from './body.ts';
import { checkMessage } from './http-exchange.ts';
import { readQuery } from './query-string.ts';
import type { Api, RequestContext, RoutedOperation, Step } from './route.ts';

/** The results of these steps. */
export interface MessageContext<O extends RoutedOperation = RoutedOperation> extends RequestContext<O> {
  /** The body as it was sent; undefined: none was sent and none is wanted. */
  object: Record<string, unknown> | undefined;
  /** The body, checked; undefined where the operation takes none. */
  body: unknown;
  query: Readonly<Record<string, unknown>>;
}

/** Another node may answer at once; this one only after its clock was set. */
const CLOCK_RETRY_SECONDS = '10';

/** A fresh context of these steps. */
export function openMessage<O extends RoutedOperation>(context: RequestContext<O>): MessageContext<O> {
  const { api, operation, exchange, params } = context;
  return { api, operation, exchange, params, object: undefined, body: undefined, query: {} };
}

/** @throws Refusal invalid_request, uri_too_long, https_required */
export const checkForm: Step<RequestContext> = ({ exchange }) => checkMessage(exchange.req, exchange.peer);

/** @throws Refusal temporarily_unavailable while nothing can be dated: this node's clock is not that of the database */
export function checkClock({ deps: { clockState } }: Api): void {
  if (clockState.fault() === undefined) return;
  throw refusal(
    'temporarily_unavailable',
    'The clock of the service is wrong, so that nothing can be dated.',
    undefined,
    {
      'Retry-After': CLOCK_RETRY_SECONDS,
    },
  );
}

/** @throws Refusal unsupported_media_type, payload_too_large, request_timeout, invalid_request */
export const readJson: Step<MessageContext> = (context) => {
  const { operation, exchange } = context;
  if (!mayHaveBody(exchange.req) && !operation.body) return undefined;
  return readInTime(context, operation.method === 'PATCH' ? ['json', 'merge-patch'] : ['json']).then(({ bytes }) => {
    context.object = bytes.length === 0 && !operation.body ? {} : parseJsonObject(bytes);
  });
};

/** @throws Refusal invalid_request naming every parameter at fault, invalid_cursor */
export const readParameters: Step<MessageContext> = (context) => {
  context.query = readQuery(context.operation, context.exchange.req.url ?? '');
};

type CheckBody = (body: unknown) => ReturnType<ReturnType<typeof compileBody>>;

/**
 * Checks the body against the operation's schema.
 * @param compile turns a schema into its check; each operation's is made once, by the first request that needs it
 * @throws Refusal validation_failed naming every field at fault; invalid_request where no body is wanted
 */
export function createBodyCheck(
  compile: (schema: NonNullable<RoutedOperation['body']>, operation: RoutedOperation) => CheckBody,
) {
  const checks = new Map<RoutedOperation, CheckBody>();
  const checkOf = (operation: RoutedOperation): CheckBody => {
    if (!operation.body) return refuseFields;
    const made = checks.get(operation);
    if (made) return made;
    const check = compile(operation.body, operation);
    checks.set(operation, check);
    return check;
  };
  const step: Step<MessageContext> = (context) => {
    const { operation, object } = context;
    if (!object) return;
    const checked = checkOf(operation)(object);
    if ('errors' in checked)
      throw invalidBody(checked.errors, operation.body ? 'validation_failed' : 'invalid_request');
    context.body = operation.body ? checked.value : undefined;
  };
  return step;
}

/** The body's time is the caller's own: it does not count towards the answer's deadline. */
export function readInTime(context: RequestContext, accepted: readonly MediaType[]): Promise<SentBody> {
  const { api, operation, exchange } = context;
  const { deadlines, bodyTimeoutMs } = api;
  return deadlines.pausedFor(exchange, () => readBody(exchange, accepted, bodyTimeoutMs, operation.bodyBytesMax));
}

/** The refusal of a body, naming every field at fault. */
export function invalidBody(errors: readonly FieldError[], code: ErrorCode = 'validation_failed') {
  return refusal(code, errors.map(({ message }) => message).join(' '), errors);
}

/** An operation without a body accepts the empty object and nothing else. */
function refuseFields(object: unknown): { readonly value: undefined } | { readonly errors: readonly FieldError[] } {
  const names = Object.keys(object as object)
    .slice(0, MAX_FIELD_ERRORS)
    .map(quoteName);
  const errors = names.map((field) => ({
    field,
    code: 'unknown_field',
    message: `${field} is not a field of this request, which takes no body.`,
  }));
  return errors.length > 0 ? { errors } : { value: undefined };
}
