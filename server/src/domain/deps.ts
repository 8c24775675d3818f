/** The dependencies of handlers and commands. */
import type { PlatformDeps } from '../platform/deps.ts';
import type { Passwords } from './administrators/password.ts';
import type { FoldedAudit } from './audit/folded.ts';
import type { PostTransfers } from './ledger/post-batch.ts';

export interface Deps extends PlatformDeps {
  /** Group commit of credits and reversals: the only way a request reaches the ledger. */
  readonly postTransfers: PostTransfers;
  readonly passwords: Passwords;
  /** Failed sign-ins, in the audit log. */
  readonly failedSignIns: FoldedAudit;
}
