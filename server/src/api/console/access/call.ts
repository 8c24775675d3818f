/** What a handler of the console's API receives and returns. */
import type {
  ConsoleAnswerOf,
  ConsoleBodyOf,
  ConsoleOperation,
  ConsoleParamsOf,
  ConsoleQueryOf,
  Permission,
} from '@timebank/contract/console';
import type { Membership, SessionRow } from '../../../domain/administrators/session-queries.ts';
import type { Deps } from '../../../domain/deps.ts';

/** One request to the console's API, checked and converted. */
export interface ConsoleCall<O extends ConsoleOperation = ConsoleOperation> {
  readonly params: ConsoleParamsOf<O>;
  readonly query: ConsoleQueryOf<O>;
  readonly body: ConsoleBodyOf<O>;
  /** Undefined for visitors. */
  readonly session: O['authentication']['access'] extends 'visitor' ? SessionRow | undefined : SessionRow;
  /** Defined where the operation needs a permission, that is where the path names a community. */
  readonly membership: O['authentication']['access'] extends Permission ? Membership : undefined;
  /** The body, where the operation takes a file. */
  readonly file: AsyncIterable<Buffer> | undefined;
  /** The cookie as it was sent, or as it is set by this answer. */
  readonly cookie: string;
  /** What came as the device's cookie, not yet checked. */
  readonly deviceCookie: string | undefined;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** PUBLIC_URL, or the request's own origin. */
  readonly origin: string;
}

/** What a reply has beside the operation's answer. */
interface ReplyParts {
  /** A new cookie: the id of a session that begins, or of a visitor. */
  readonly cookie?: string;
  /** A new cookie of the device. */
  readonly deviceCookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer as the operation declares it: `{data, meta?}`. */
export type ConsoleReply<O extends ConsoleOperation> = ConsoleAnswerOf<O> & ReplyParts;

/** The reply of any operation, once its handler's type has been checked. */
export interface AnyConsoleReply extends ReplyParts {
  readonly data: unknown;
  readonly meta?: object;
}

/** The handler of any operation, as the router calls it. */
export type AnyConsoleHandler = (call: ConsoleCall, deps: Deps) => Promise<AnyConsoleReply>;

export type ConsoleHandler<O extends ConsoleOperation> = (call: ConsoleCall<O>, deps: Deps) => Promise<ConsoleReply<O>>;

/** What reading a list needs of a call. The command line makes one of its options. */
export interface ListCall<O extends ConsoleOperation> extends Pick<ConsoleCall<O>, 'origin' | 'query'> {
  readonly params: Readonly<Record<string, string>>;
}
export type ListDeps = Pick<Deps, 'database' | 'keys'>;

/** Who acts, from where, for the audit log. */
export function actOf(
  call: Pick<ConsoleCall, 'requestId' | 'address'> & {
    session: SessionRow;
    membership: Membership;
  },
) {
  return {
    communityId: call.membership.communityId,
    actor: `administrator:${call.session.administratorId}`,
    address: call.address,
    requestId: call.requestId,
  };
}
