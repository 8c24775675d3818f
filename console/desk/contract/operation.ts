/** An operation of the console's API. */
import type { Static, TObject, TSchema } from 'typebox';
import type { PathParams, QueryParameters } from '../../../contract/src/operation.ts';
import type { AnyErrorCode } from './errors.ts';
import { type Permission, RECENT_PASSWORD_MINUTES, WAY_IN_PASSWORD_MINUTES } from './routes.ts';

/** The right to call an operation. */
export type ConsoleAccess = 'visitor' | 'session' | Permission;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** Method and path; the path is relative to `CONSOLE_BASE_PATH`. */
type ConsoleRoute = `${Method} /${string}`;
type PathOf<Route extends ConsoleRoute> = Route extends `${Method} ${infer Path}` ? Path : never;
/** Declares no parameter. */
type NoQuery = Readonly<Record<never, QueryParameters[string]>>;

interface Definition<
  Route extends ConsoleRoute,
  Access extends ConsoleAccess,
  Query extends QueryParameters,
  Body extends TObject | undefined,
  Answer extends TSchema,
> {
  readonly route: Route;
  /** `visitor`: without a session. `session`: signed in. A permission: signed in, and the role in the community has it. */
  readonly access: Access;
  /**
   * The password must have been typed within the last minutes (`password_required`): always, or where the change lets
   * a person or a partner do or see more than before.
   */
  readonly recentPassword?: true | 'widening';
  /** It gives a person or a partner a way in, or moves hours: the password is asked for sooner. */
  readonly isWayIn?: true;
  readonly query?: Query;
  /** Left out: no body, an empty one or `{}`. */
  readonly body?: Body;
  /** The body is a file, as it is. */
  readonly upload?: true;
  /** Of a success; left out: 200. */
  readonly status?: 201 | 202;
  /** The body of a success: `{data, meta?}`. */
  readonly answer: Answer;
  /** Errors beyond those of every operation, and those that its path, query and body bring along. */
  readonly errors?: readonly AnyErrorCode[];
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
  /** For how long a password counts as typed lately. */
  readonly passwordMinutes: number;
}

/** One operation of the console's API. */
export interface ConsoleOperation<
  Id extends string = string,
  Route extends ConsoleRoute = ConsoleRoute,
  Access extends ConsoleAccess = ConsoleAccess,
  Query extends QueryParameters = QueryParameters,
  Body extends TObject | undefined = TObject | undefined,
  Answer extends TSchema = TSchema,
> {
  readonly id: Id;
  readonly method: Method;
  /** Relative to `CONSOLE_BASE_PATH`. */
  readonly path: PathOf<Route>;
  readonly authentication: SessionAuthentication<Access>;
  readonly query: Query;
  readonly body: Body;
  readonly upload: boolean;
  readonly status: 200 | 201 | 202;
  readonly answer: Answer;
  readonly errors: readonly AnyErrorCode[];
  readonly example: unknown;
}

/** What is unknown where a part of a path names nothing. */
const UNKNOWN = {
  accountId: 'account_not_found',
  administratorId: 'administrator_not_found',
  categoryId: 'category_not_found',
  checkId: 'not_found',
  credentialId: 'credential_not_found',
  date: 'statement_not_found',
  deliveryId: 'delivery_not_found',
  deputyId: 'not_found',
  exchangeId: 'not_found',
  fieldNumber: 'not_found',
  identityId: 'identity_not_found',
  importId: 'import_not_found',
  invitationId: 'invitation_not_found',
  lineId: 'inbox_line_not_found',
  listingId: 'listing_not_found',
  memberId: 'user_not_found',
  partnerId: 'partner_not_found',
  passkeyId: 'passkey_not_found',
  proposalId: 'not_found',
  reconciliationId: 'reconciliation_not_found',
  sessionId: 'session_not_found',
  subscriptionId: 'subscription_not_found',
  tokenId: 'token_not_found',
} as const satisfies Readonly<Record<string, AnyErrorCode>>;

/**
 * Declares an operation. All that its handler, its command and the console need to know is here.
 * @param id the name of its constant
 */
export function consoleOperation<
  const Id extends string,
  const Route extends ConsoleRoute,
  const Access extends ConsoleAccess,
  Answer extends TSchema,
  const Query extends QueryParameters = NoQuery,
  Body extends TObject | undefined = undefined,
>(
  id: Id,
  definition: Definition<Route, Access, Query, Body, Answer>,
): ConsoleOperation<Id, Route, Access, Query, Body, Answer> {
  const { route, access, recentPassword, isWayIn = false, query, body, upload = false } = definition;
  const { status = 200, answer, example } = definition;
  const [method, path] = route.split(' ') as [Method, PathOf<Route>];
  const unknown = Object.entries(UNKNOWN).flatMap(([part, code]) => (path.includes(`{${part}}`) ? [code] : []));
  const brought: AnyErrorCode[] = [
    ...unknown,
    ...(body ? (['validation_failed'] as const) : []),
    ...(query && 'cursor' in query ? (['invalid_cursor'] as const) : []),
  ];
  const errors = [...brought, ...(definition.errors ?? [])];
  return {
    ...{ id, method, path, upload, status, answer, errors, example },
    query: (query ?? {}) as Query,
    body: body as Body,
    authentication: {
      ...({ kind: 'session', access } as const),
      recentPassword: recentPassword === true,
      recentPasswordToWiden: recentPassword === 'widening',
      passwordMinutes: isWayIn ? WAY_IN_PASSWORD_MINUTES : RECENT_PASSWORD_MINUTES,
    },
  };
}

/** Among what a file of a contract exports. */
export const isConsoleOperation = (value: unknown): value is ConsoleOperation =>
  typeof value === 'object' && value !== null && 'authentication' in value;

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
export type ConsoleAnswerOf<O extends ConsoleOperation> = Static<O['answer']>;

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
