/** An operation of the console's API. */
import type { Static, TObject, TSchema } from 'typebox';
import type { PathParams, QueryParameters } from '../operation.ts';
import type { AnyErrorCode } from './errors.ts';
import { CONSOLE_ROUTES, type ConsoleOperationId, type Permission } from './routes.ts';

export interface ConsoleSuccess<Schema extends TSchema = TSchema> {
  readonly status: 200 | 201 | 202;
  readonly description: string;
  readonly schema: Schema;
}

/** The right to call an operation. */
export type ConsoleAccess = 'visitor' | 'session' | Permission;

interface Definition<
  Query extends QueryParameters,
  Body extends TObject | undefined,
  Schema extends TSchema,
  Id extends ConsoleOperationId,
  Access extends ConsoleAccess,
> {
  readonly id: Id;
  readonly tag:
    | 'Session'
    | 'Installation'
    | 'Community'
    | 'Members'
    | 'Listings'
    | 'Exchanges'
    | 'Imports'
    | 'Partners'
    | 'Webhooks'
    | 'Calls'
    | 'Statements'
    | 'Inbox'
    | 'Audit';
  readonly summary: string;
  /** `visitor`: without a session. `session`: signed in. A permission: signed in, and the role in the community has it. */
  readonly access: Access;
  /**
   * The password must have been typed within the last minutes (`password_required`): always, or where the change lets
   * a person or a partner do or see more than before.
   */
  readonly recentPassword?: true | 'widening';
  readonly query: Query;
  /** `undefined`: no body, an empty one or `{}`. */
  readonly body: Body;
  /** The body is a file, as it is. */
  readonly upload?: true;
  readonly success: ConsoleSuccess<Schema>;
  /** Errors beyond those of every operation. */
  readonly errors: readonly AnyErrorCode[];
  /** A complete request body; a test validates it. */
  readonly example?: unknown;
}

/** A person signed in by a session cookie, or a visitor who is about to. */
export interface SessionAuthentication<Access extends ConsoleAccess = ConsoleAccess> {
  readonly kind: 'session';
  readonly access: Access;
  /** The password must have been typed within the last minutes (`password_required`). */
  readonly recentPassword: boolean;
  /** The same where the change widens rights, which its handler finds out. */
  readonly recentPasswordToWiden: boolean;
}

/** One operation of the console's API. */
export interface ConsoleOperation<
  Query extends QueryParameters = QueryParameters,
  Body extends TObject | undefined = TObject | undefined,
  Schema extends TSchema = TSchema,
  Id extends ConsoleOperationId = ConsoleOperationId,
  Access extends ConsoleAccess = ConsoleAccess,
> extends Omit<Definition<Query, Body, Schema, Id, Access>, 'access' | 'recentPassword'> {
  readonly authentication: SessionAuthentication<Access>;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `CONSOLE_BASE_PATH`. */
  readonly path: (typeof CONSOLE_ROUTES)[Id][1];
}

/** Declares an operation; method and path stand in `CONSOLE_ROUTES`. */
export function consoleOperation<
  const Query extends QueryParameters,
  Body extends TObject | undefined,
  Schema extends TSchema,
  const Id extends ConsoleOperationId,
  const Access extends ConsoleAccess,
>(definition: Definition<Query, Body, Schema, Id, Access>): ConsoleOperation<Query, Body, Schema, Id, Access> {
  const { access, recentPassword: demanded, ...rest } = definition;
  const [method, path] = CONSOLE_ROUTES[definition.id];
  const authentication = {
    ...({ kind: 'session', access } as const),
    ...{ recentPassword: demanded === true, recentPasswordToWiden: demanded === 'widening' },
  };
  return { ...rest, authentication, method, path };
}

/** The values a handler receives for an operation's query. */
export type ConsoleQueryOf<O extends ConsoleOperation> = {
  readonly [K in keyof O['query']]: ReturnType<O['query'][K]['read']> extends infer R
    ? R extends { readonly value: infer T }
      ? T | undefined
      : never
    : never;
};

/** The body a handler receives, validated. */
export type ConsoleBodyOf<O extends ConsoleOperation> = O['body'] extends TSchema ? Static<O['body']> : undefined;

/** The parameters of an operation's path. */
export type ConsoleParamsOf<O extends ConsoleOperation> = PathParams<O['path']>;

/** The body of an operation's success. */
export type ConsoleAnswerOf<O extends ConsoleOperation> = Static<O['success']['schema']>;

/** Errors of every operation; `not_signed_in`, `community_not_found` and the like follow from the operation itself. */
export const CONSOLE_COMMON_ERRORS = [
  'invalid_request',
  'https_required',
  'request_timeout',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'expectation_failed',
  'headers_too_large',
  'not_implemented',
  'server_error',
  'temporarily_unavailable',
] as const satisfies readonly AnyErrorCode[];
