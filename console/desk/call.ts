/** What a handler of the console's API receives and returns. */

import type { CursorKeys, Keys } from '../../core/base/keys.ts';
import type {
  ConsoleAnswerOf,
  ConsoleBodyOf,
  ConsoleOperation,
  ConsoleParamsOf,
  ConsoleQueryOf,
} from './contract/operation.ts';
import type { Permission } from './contract/routes.ts';
import type { OfficeDeps } from './office-deps.ts';
import { consoleRefusal } from './refusal.ts';
import type { Membership, SessionRow } from './session-queries.ts';

/** One request to the console's API, checked and converted. */
export interface ConsoleCall<O extends ConsoleOperation = ConsoleOperation> {
  readonly params: ConsoleParamsOf<O>;
  readonly query: ConsoleQueryOf<O>;
  readonly body: ConsoleBodyOf<O>;
  /** Who acts, as the audit log names it. */
  readonly actor: string;
  /** Until when a proof of who acts counts as recent. */
  readonly passwordRecentUntil: Date;
  /** Undefined for visitors. */
  readonly session: O['authentication']['access'] extends 'visitor' ? SessionRow | undefined : SessionRow;
  /** Defined where the operation needs a permission, that is where the path names a community. */
  readonly membership: O['authentication']['access'] extends Permission ? Membership : undefined;
  /** The body, where the operation takes a file. */
  readonly file: AsyncIterable<Buffer> | undefined;
  /** The cookie as it was sent, or as it is set by this answer. */
  readonly cookie: string;
  /** The device cookie that was sent, not yet checked. */
  readonly deviceCookie: string | undefined;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** PUBLIC_URL, or the request's own origin. */
  readonly origin: string;
}

/** Parts of a reply apart from the operation's answer. */
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
export type AnyConsoleHandler = (call: ConsoleCall, deps: OfficeDeps) => Promise<AnyConsoleReply>;

/** What is done on a community is done for the command line as well. */
export type ConsoleHandler<O extends ConsoleOperation> = O['authentication']['access'] extends Permission
  ? CommunityHandler<O, keyof Keys>
  : (call: ConsoleCall<O>, deps: OfficeDeps) => Promise<ConsoleReply<O>>;

/** The part of a call that an operation on a community needs. The command line, which has no session, makes one as well. */
export interface CommunityCall<O extends ConsoleOperation>
  extends Pick<ConsoleCall<O>, 'params' | 'query' | 'body' | 'file' | 'actor' | 'passwordRecentUntil' | 'origin'> {
  readonly membership: Membership;
  readonly session?: SessionRow;
  readonly requestId?: string;
  readonly address?: string;
}

/**
 * The dependencies of an operation on a community, which a command has, too. A command has SECRET_KEY only if it says so:
 * whatever makes a secret or reads one names its keys.
 */
export interface CommunityDeps<K extends keyof Keys = never>
  extends Pick<OfficeDeps, 'config' | 'clock' | 'clockState' | 'database' | 'hooks' | 'passwords' | 'wakeWorker'> {
  readonly keys: CursorKeys & Pick<Keys, K>;
}

/** A handler for people who are signed in and for the command line. */
export type CommunityHandler<O extends ConsoleOperation, K extends keyof Keys = never> = (
  call: CommunityCall<O>,
  deps: CommunityDeps<K>,
) => Promise<ConsoleReply<O>>;

/**
 * The session of an operation that is one person's own.
 * @throws Refusal not_signed_in on the command line
 */
export function personOf({ session }: Pick<CommunityCall<ConsoleOperation>, 'session'>): SessionRow {
  if (session) return session;
  throw consoleRefusal('not_signed_in', 'A person does this, signed in to the console.');
}

/** Who acts, from where, for the audit log. */
export function actOf({
  actor,
  membership: { communityId },
  address,
  requestId,
}: Pick<CommunityCall<ConsoleOperation>, 'actor' | 'membership' | 'address' | 'requestId'>) {
  return {
    communityId,
    actor,
    ...(address === undefined ? {} : { address }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
