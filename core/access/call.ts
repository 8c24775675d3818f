/** What a handler of the partner API receives and returns. */
import type { AnswerOf, BodyOf, Operation, PathParams, QueryOf, Scope, StatusOf } from '@timebank/contract';
import type { Refusal } from '../base/refusal.ts';
import type { Deps } from '../deps.ts';

/** The authenticated partner of a request; every statement filters by its community (I8). */
export interface Caller {
  readonly communityId: number;
  readonly partnerId: number;
  readonly clientId: string;
  readonly credentialId: number;
  /** SHA-256 of the token, for the audit log's reference to it. */
  readonly tokenHash: Buffer;
  /** Token's scopes that the partner still has. */
  readonly scopes: readonly Scope[];
  /** A sandbox forces outcomes (`core/communities/outcomes.ts`). */
  readonly isSandbox: boolean;
  /** How often the community began again: a sandbox that was reset, or a community that was put back. */
  readonly resets: number;
}

/** One request to an operation, checked and converted. */
export interface Call<O extends Operation = Operation> {
  readonly params: PathParams<O['path']>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly caller: Caller;
  readonly requestId: string;
  /** The client's address, behind a trusted proxy the forwarded one. */
  readonly address: string;
  /** PUBLIC_URL, or the request's own origin. */
  readonly origin: string;
}

/** Parts of a reply apart from the operation's answer. */
interface ReplyParts {
  /** The operation's first success unless said otherwise. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection is cut instead: a sandbox loses an answer on request. */
  readonly isLost?: true;
  /** The refusal that the log of calls shows for a success of which a part was refused. */
  readonly noted?: Refusal | undefined;
}

/** The answer to a call with a token, as the operation declares it: `{data, meta?}`. */
export type Reply<O extends Operation> = AnswerOf<O> & ReplyParts & { readonly status?: StatusOf<O> };

/** The reply of any operation, once its handler's type has been checked. */
export interface AnyReply extends ReplyParts {
  readonly data: unknown;
  readonly meta?: object;
}

/** The answer of an OAuth endpoint with 200: the body as RFC 6749 has it. */
export interface ClientReply<Body = unknown> {
  readonly body: Body;
}

/** The handler of any operation, as the router calls it. */
export type AnyHandler = (call: Call, deps: Deps) => Promise<AnyReply>;

export type Handler<O extends Operation> = (call: Call<O>, deps: Deps) => Promise<Reply<O>>;

/** One request to an OAuth endpoint. The client authenticates itself there, so there is no caller yet. */
export interface ClientCall {
  /** Fields of the JSON object or parameters of the form, none repeated; values of a form are strings. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The headers Authorization and DPoP as sent. */
  readonly authorization: string | undefined;
  readonly dpop: string | string[] | undefined;
  /** The address of the request, under the origin. */
  readonly url: string;
  readonly requestId: string;
  readonly address: string;
  readonly origin: string;
}

export type ClientHandler<O extends Operation> = (call: ClientCall, deps: Deps) => Promise<ClientReply<AnswerOf<O>>>;
export type AnyClientHandler = (call: ClientCall, deps: Deps) => Promise<ClientReply>;
