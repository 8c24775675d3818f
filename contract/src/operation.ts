/** An operation: the one description that types, validation, documentation and the route are made from. */
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { QueryParameter } from './query.ts';

/** The seven scopes of the partner API. */
export const SCOPES = [
  'users.read',
  'users.pii',
  'listings.read',
  'wallet.read',
  'wallet.write',
  'aggregates.read',
  'webhooks.manage',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The prefix of every path of the partner API, and the version every response carries. */
export const BASE_PATH = '/api/partner/v1';
export const API_VERSION = '2.0';

/** Largest body of a request, but where an operation says otherwise. */
export const BODY_BYTES_MAX = 64 * 1024;

/** Path and query parameters by name. */
export type QueryParameters = Readonly<Record<string, QueryParameter<unknown>>>;

/** Response headers beyond those of every response. Their texts are in openapi.ts. */
export type ResponseHeader = 'Location' | 'Link' | 'Idempotent-Replayed' | 'Pragma';

/** A success answer. */
export interface SuccessResponse<Schema = TSchema> {
  readonly description: string;
  readonly schema: Schema;
  /** A complete answer; a test validates it against the schema. */
  readonly example: unknown;
  readonly headers?: readonly ResponseHeader[];
}

/** The client proves itself by its secret, in the request: the two OAuth endpoints (RFC 6749 section 2.3). */
export interface ClientAuthentication {
  readonly kind: 'client';
}

/** An access token proves who calls (RFC 6750); any one of the scopes suffices. */
export interface BearerAuthentication {
  readonly kind: 'bearer';
  readonly scopes: readonly [Scope, ...Scope[]];
}

/** How the caller of an operation of the partner API proves who it is. */
export type PartnerAuthentication = ClientAuthentication | BearerAuthentication;

/** The schemas of an operation's successes by status. */
type Answers = Readonly<Record<number, TSchema>>;

/** One operation of the partner API. */
export interface Operation<
  Query extends QueryParameters = QueryParameters,
  Body extends TObject | undefined = TObject | undefined,
  Id extends string = string,
  Authenticated extends PartnerAuthentication = PartnerAuthentication,
  Path extends string = string,
  Answered extends Answers = Answers,
> {
  /** The operationId in the OpenAPI document, and the name in logs. */
  readonly id: Id;
  readonly tag: 'OAuth' | 'Partner' | 'Users' | 'Listings' | 'Wallet' | 'Aggregates' | 'Webhooks' | 'Events';
  readonly summary: string;
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `BASE_PATH`, parameters in braces: `/users/{id}`. */
  readonly path: Path;
  readonly authentication: Authenticated;
  readonly query: Query;
  /** `undefined`: the operation takes no body, an empty one or `{}`. */
  readonly body: Body;
  /** Largest body, where it is not `BODY_BYTES_MAX`. */
  readonly bodyBytesMax?: number;
  /** Success responses by status. */
  readonly responses: { readonly [Status in keyof Answered]: SuccessResponse<Answered[Status]> };
  /** The errors of this operation beyond those of every operation (`COMMON_ERRORS`, `BEARER_ERRORS`). */
  readonly errors: readonly ErrorCode[];
  readonly cacheControl: 'no-store' | 'private, no-store' | 'private, no-cache' | 'until-next-update';
  /** A complete request body for the documentation; a test validates it. */
  readonly example?: unknown;
}

/** Errors any operation can answer. */
export const COMMON_ERRORS = [
  'invalid_request',
  'https_required',
  'request_timeout',
  'misdirected_request',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'expectation_failed',
  'headers_too_large',
  'not_implemented',
  'rate_limited',
  'server_error',
  'partner_api_disabled',
  'temporarily_unavailable',
] as const satisfies readonly ErrorCode[];

/** Errors any operation with a bearer token can answer. */
export const BEARER_ERRORS = [
  'invalid_token',
  'invalid_dpop_proof',
  'use_dpop_nonce',
  'insufficient_scope',
  'ip_not_allowed',
] as const satisfies readonly ErrorCode[];

/** Declares an operation, keeping the literal types of its query, body, id, authentication and path, and its answers. */
export function operation<
  const Query extends QueryParameters,
  Body extends TObject | undefined,
  const Id extends string,
  const Authenticated extends PartnerAuthentication,
  const Path extends string,
  Answered extends Answers,
>(
  definition: Operation<Query, Body, Id, Authenticated, Path, Answered>,
): Operation<Query, Body, Id, Authenticated, Path, Answered> {
  return definition;
}

type NameIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;

/** The parameters of a path: those in braces. */
export type PathParams<Path extends string> = string extends Path
  ? Readonly<Record<string, string>>
  : { readonly [Name in NameIn<Path>]: string };

/** The values a handler receives for an operation's query. */
export type QueryOf<O extends Operation> = {
  readonly [K in keyof O['query']]: O['query'][K] extends QueryParameter<infer T> ? T | undefined : never;
};

/** The body a handler receives, validated. */
export type BodyOf<O extends Operation> = O['body'] extends TSchema ? Static<O['body']> : undefined;

/** The body of an operation's success. */
export type AnswerOf<O extends Operation> = O['responses'][keyof O['responses']] extends {
  readonly schema: infer Schema extends TSchema;
}
  ? Static<Schema>
  : never;

/** The statuses of an operation's successes. TypeScript keeps the keys of an inferred object as text. */
export type StatusOf<O extends Operation> =
  `${keyof O['responses'] & (string | number)}` extends `${infer Status extends number}` ? Status : number;

/** The meaning of `null` on an optional field: the same as leaving it out, or clearing it (RFC 7396). */
export type NullMeaning = 'absent' | 'clears';

/** The meaning of `null` on an optional field of the body: PATCH is a merge patch (RFC 7396), where it clears. */
export function nullMeaningOf({ method }: Pick<Operation, 'method'>): NullMeaning {
  return method === 'PATCH' ? 'clears' : 'absent';
}

/** The scopes of which any one suffices; none for the OAuth endpoints. */
export function scopesOf({ authentication }: Operation): readonly Scope[] {
  return authentication.kind === 'bearer' ? authentication.scopes : [];
}
