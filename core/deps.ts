/** The dependencies of handlers and commands. */
import type { PlatformDeps } from './base/deps.ts';
import type { Hooks } from './change/hooks.ts';
import type { PostTransfers } from './ledger/post-batch.ts';

export interface Deps extends PlatformDeps {
  /** Group commit of credits and reversals: the only way a request reaches the ledger. */
  readonly postTransfers: PostTransfers;
  /** What modules add to acts of the core. */
  readonly hooks: Hooks;
}
